// CPU, memory and times of processes, read from /proc; loads that are bounded in count.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { ask } from './ask.ts'

const TICKS = 100
/** CPU seconds of a process so far; with `ended`, of its children that have ended too. */
export function cpuOf(pid: number, ended = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return fields.slice(11, ended ? 15 : 13).reduce((sum, f) => sum + Number(f), 0) / TICKS
  } catch {
    return 0
  }
}
const parentOf = (pid: string) => {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    )
  } catch {
    return 0
  }
}
/** CPU seconds of a PostgreSQL: the postmaster and every backend, living or ended. */
const postgresCpu = (postmaster: number) =>
  readdirSync('/proc')
    .filter((p) => /^\d+$/.test(p) && (Number(p) === postmaster || parentOf(p) === postmaster))
    .reduce((sum, p) => sum + cpuOf(Number(p), Number(p) === postmaster), 0)
/** Resident megabytes. */
export const rssOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** CPU seconds so far of a server and the PostgreSQL that it asks. */
export const cpuOfBoth = (server: number, postmaster: number) => cpuOf(server) + postgresCpu(postmaster)

/** The middle one of a list; of an even number the upper of the two. */
export const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number

export interface Server {
  pid: number
  origin: string
  stop(): Promise<void>
}
const freePort = () =>
  new Promise<number>((done) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address() as { port: number }
      s.close(() => done(port))
    })
  })
/** Starts `node …flags script PORT …args` and waits until it answers. */
export async function startServer(
  script: string,
  args: string[],
  probe: string,
  flags: string[] = [],
): Promise<Server> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [...flags, script, String(port), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A measure that fails leaves nobody behind who takes the next one's processor.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.on('exit', () => process.off('exit', end))
  const origin = `http://127.0.0.1:${port}`
  // The floor of a million products makes its index first.
  const answers = () =>
    fetch(origin + probe).then(
      () => true,
      () => false,
    )
  for (let i = 0; !(await answers()); i++) {
    if (i === 6000 || child.exitCode !== null) throw new Error(`${script} does not answer`)
    await new Promise((r) => setTimeout(r, 50))
  }
  return {
    pid: child.pid as number,
    origin,
    stop: () =>
      new Promise((done) => {
        child.on('exit', () => done())
        end()
      }),
  }
}
export interface Load {
  /** CPU milliseconds of server and PostgreSQL per answer. */
  cpu: number
  p50: number
  p99: number
}
/** Sends `count` requests from `connections`; every answer must be good. */
export async function load(
  server: Server,
  postmaster: number,
  count: number,
  connections: number,
  request: (n: number) => [string, RequestInit?],
  onAnswer: (n: number) => void = () => {},
): Promise<Load> {
  const times: number[] = []
  let next = 0
  const before = cpuOfBoth(server.pid, postmaster)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let n = next++; n < count; n = next++) {
        const [path, init] = request(n)
        const t = performance.now()
        const r = await ask(server.origin + path, init)
        times.push(performance.now() - t)
        if (!r.ok) throw new Error(`${path}: ${r.status} ${r.text.slice(0, 200)}`)
        onAnswer(n)
      }
    }),
  )
  const cpu = ((cpuOfBoth(server.pid, postmaster) - before) * 1000) / count
  times.sort((a, b) => a - b)
  const at = (q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))] as number
  return { cpu, p50: at(0.5), p99: at(0.99) }
}

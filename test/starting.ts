// npm start in a folder of its own, for tests of its life.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './ports.ts'

export const root = join(import.meta.dirname, '..')
const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
/** Why a test cannot run that needs these programs of the system; false when they are here. */
export const without = (...tools: string[]) => {
  const missing = tools.filter((tool) => !has(tool))
  return missing.length > 0 ? `não rodou: falta ${missing.join(', ')}` : false
}
export interface Started {
  child: ChildProcess
  output: () => string
  origin: string
  seconds: number
}
const children: ChildProcess[] = []
const folders: string[] = []
/** Ends what was started here and takes the folders away. */
export function endAll(): void {
  for (const c of children) if (c.exitCode === null) c.kill('SIGKILL')
  for (const f of folders) {
    // A database that outlived its server ends with its folder.
    try {
      execFileSync('pkill', ['-INT', '-f', `postgres.*${f}`])
    } catch {
      // none was left
    }
    rmSync(f, { recursive: true, force: true })
  }
}
export const folder = (base = tmpdir()) => {
  const f = mkdtempSync(join(base, 'mostruario-start-'))
  folders.push(f)
  // Under /root it stays 0700, so that the test holds whatever /root itself allows.
  if (base !== '/root') execFileSync('chmod', ['755', f])
  return f
}
/** Starts, and waits until the address is said or the process has ended. */
export async function start(
  dataDir: string,
  more: {
    cwd?: string
    /** Else one that is free. */
    port?: number
    uid?: number
    gid?: number
    env?: Record<string, string>
    args?: string[]
    /** Else scripts/start.ts of the working directory. */
    script?: string
    /** What runs it, instead of the program that runs this. */
    node?: string
    /** Hears all that was said so far, each time that more is said. */
    hears?: (text: string) => void
  } = {},
): Promise<Started> {
  const began = Date.now()
  const child = spawn(more.node ?? process.execPath, [...(more.args ?? []), more.script ?? 'scripts/start.ts'], {
    cwd: more.cwd ?? root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(more.port ?? (await freePort())),
      NODE_ENV: '',
      DATABASE_URL: '',
      TEST_DATABASE: '',
      HOME: dataDir,
      NODE_TEST_CONTEXT: '',
      ...more.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(more.uid !== undefined && { uid: more.uid, gid: more.gid }),
  })
  children.push(child)
  let text = ''
  const hear = (d: Buffer) => {
    text += d
    more.hears?.(text)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  // The bound ends a test that hangs.
  for (let i = 0; i < 6000 && !/Mostruário em http/.test(text) && child.exitCode === null; i++)
    await new Promise((r) => setTimeout(r, 50))
  const origin = /Mostruário em (http:\S+)/.exec(text)?.[1] ?? ''
  return { child, output: () => text, origin, seconds: (Date.now() - began) / 1000 }
}
export const ready = async (s: { origin: string }) =>
  (await fetch(`${s.origin}/readyz`).then(
    (r) => r.status,
    () => 0,
  )) === 200
/** A start that takes orders; without the demonstration unless `env` says otherwise. */
export async function startReady(dataDir: string, env: Record<string, string> = {}): Promise<Started> {
  const s = await start(dataDir, { env: { DEMO: '0', ...env } })
  if (!(await ready(s))) throw new Error(s.output())
  return s
}
/** Answers the code it ended with. */
export const stop = (s: Started, signal: NodeJS.Signals = 'SIGTERM') =>
  new Promise<number | null>((done) => {
    if (s.child.exitCode !== null) return done(s.child.exitCode)
    s.child.on('exit', done)
    s.child.kill(signal)
  })
/** Advisory lock of the test database, held while a started folder is made. A killed holder releases it. */
const MAKING = 98
/** One copy per run of each kind: `demo`, with the demonstration. Written beside and renamed, so that it is never half. */
async function startedOnce(demo: boolean): Promise<string> {
  const made = join(tmpdir(), `mostruario-started-${demo ? 'demo' : 'empty'}`)
  if (existsSync(made)) return made
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MAKING])
    if (existsSync(made)) return made
    const beside = folder()
    const code = await stop(await startReady(beside, { DEMO: demo ? '1' : '0' }))
    if (code !== 0) throw new Error(`${beside} ended with ${code}`)
    renameSync(beside, made)
    return made
  } finally {
    await client.end()
  }
}
/** A data folder after its first start and an orderly stop, for tests that are not about the first start. All copies of
 * a run have the same installation id, keys and passwords: tests of two installations make each with a first start. */
export async function startedFolder(demo = false): Promise<string> {
  const [made, copy] = [await startedOnce(demo), folder()]
  // -a keeps owner and modes: under root the database belongs to another account.
  await promisify(execFile)('cp', ['-a', `${made}/.`, copy])
  return copy
}
/** The environment of a terminal without settings, and the compile cache, which saves half the CPU of a command. */
export const bareEnv = () => ({
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
})
/** A command as a person types it, with no other setting than the folder. */
export const run = (data: string, name: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      [`scripts/${name}.ts`, ...args],
      {
        cwd: root,
        env: {
          ...bareEnv(),
          DATA_DIR: data,
          npm_lifecycle_event: name.replace('-', ':'),
          npm_lifecycle_script: `node scripts/${name}.ts`,
        },
      },
      (error, out, err) => done({ code: error ? Number(error.code ?? -1) : 0, said: (out + err).trim() }),
    ),
  )
/** A dead process that nobody has reaped has no command line. */
export const lives = (pid: number) =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
/** The processes of npm start that run this program. */
const childrenOf = (s: Pick<Started, 'child'>, program: string): number[] =>
  readFileSync(`/proc/${s.child.pid}/task/${s.child.pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter(
      (pid) =>
        pid > 0 && existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program),
    )
/** Those that answer, which npm start keeps going. */
export const serversOf = (s: Pick<Started, 'child'>): number[] => childrenOf(s, '/server.')
/** The sender of its backups; 0 while there is none. */
export const senderOf = (s: Started): number => childrenOf(s, 'backup-keeper.ts')[0] ?? 0
/** The only one that answers; 0 while there is none. */
export const serverOf = (s: Started): number => serversOf(s)[0] ?? 0
/** The embedded PostgreSQL of a data folder; 0 while there is none. */
export const postgresOf = (dataDir: string) => {
  const file = join(dataDir, 'pg/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}
/** Processes that have the folder in their command line. */
export const processesOf = (data: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((n) => {
      try {
        return n > 0 && n !== process.pid && readFileSync(`/proc/${n}/cmdline`, 'utf8').includes(data)
      } catch {
        return false
      }
    })
/** The owner's connection to it, or another's. */
export async function ownerOf(dataDir: string, user = 'mostruario_owner'): Promise<pg.Client> {
  const password = readFileSync(join(dataDir, 'pg/password'), 'utf8').trim()
  const host = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n')[4] as string
  // A PostgreSQL that is killed in the middle may leave a client without an answer.
  const client = new pg.Client({ host, user, database: 'mostruario', password, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

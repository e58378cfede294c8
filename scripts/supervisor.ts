// Keeps servers going: processes of their own, each started again, a little later each time, when it ends by a fault, and
// all of them replaced one by one when told to (SIGHUP: a new build). The address belongs to this process (node:cluster),
// so that one server may follow another on it without turning anybody away.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Word } from '#server/measures.ts'
import { growing } from './growing.ts'

const FIRST_WAIT = 250
const LONGEST_WAIT = 10_000
/** What a server may take to finish its requests and jobs. */
const GRACE = 25_000
/** What a server may take to begin beside another, migrations and all. One that hangs would keep all others waiting. */
const LONGEST_START = 600_000

type End = [code: number | null, signal: string | null]
/** One that cannot be started has no number, and never exits. */
const ended = (server: Worker) =>
  new Promise<End>((done) => {
    server.once('exit', (code, signal) => done([code, signal]))
    server.on('error', () => server.process.pid === undefined && done([1, null]))
  })
/** Whether it takes connections; false when it ended before. */
const listens = (server: Worker) =>
  new Promise<boolean>((done) => {
    server.once('listening', () => done(true))
    void ended(server).then(() => done(false))
  })
function begin(env: Record<string, string>): Worker {
  const server = cluster.fork(env)
  // While its program is being installed, the machine has no room for another process, or it dies as it is spoken to.
  server.on('error', ({ message }) => log(50, 'o servidor não pôde ser iniciado, ou não ouve', { reason: message }))
  return server
}
const log = (level: number, msg: string, more: object = {}) =>
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), msg, ...more })}\n`)

/** Passes on what servers say of their measures (src/server/measures.ts), among those that take connections. */
function passOn(): void {
  const listening = new Map<number, Worker>()
  cluster.on('listening', (server) => listening.set(server.id, server))
  cluster.on('exit', (server) => listening.delete(server.id))
  cluster.on('message', (from, word: Word) => {
    if (word.measures === undefined) return
    const to = [...listening.values()].filter(
      (s) => s !== from && s.isConnected() && (word.to === undefined || word.to === s.id),
    )
    for (const other of to) other.send({ ...word, from: from.id })
    if (word.to === undefined && from.isConnected()) from.send({ measures: word.measures, many: to.length })
  })
}
/** One place behind the address. */
interface Place {
  /** The code to end with, once `stopping`, or when its first server could not start. */
  over: Promise<number>
  /** Whether its first server takes connections. */
  up: Promise<boolean>
  /** Answers whether another server has taken over; where it could not start, the one before goes on. */
  replace(): Promise<boolean>
}
function keep(env: Record<string, string>, stopping: AbortSignal): Place {
  let server: Worker | undefined = begin(env)
  const up = listens(server)
  const next = () => begin({ ...env, STARTED: '' })
  const serve = async () => {
    const first = ended(server as Worker)
    if (!(await up)) return (await first)[0] || 1
    const waitAfter = growing(FIRST_WAIT, LONGEST_WAIT)
    for (;;) {
      const now = (server ??= next())
      const began = Date.now()
      const [code, signal] = now.isDead() ? [now.process.exitCode, now.process.signalCode] : await ended(now)
      // Another has taken its place: its end is waited for, also when all are told to end in this very moment.
      if (server !== now) continue
      if (stopping.aborted) return code ?? 1
      server = undefined
      const wait = waitAfter(Date.now() - began)
      log(50, 'o servidor terminou e começa de novo', { code, signal, wait })
      await sleep(wait, undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) return 0
    }
  }
  return {
    up,
    over: serve(),
    async replace() {
      const follower = next()
      const late = setTimeout(() => follower.process.kill('SIGKILL'), LONGEST_START)
      const up = await listens(follower)
      clearTimeout(late)
      if (!up) return false
      const before = server
      server = follower
      if (!before || before.isDead()) return true
      const gone = ended(before)
      before.send('retire')
      const stays = setTimeout(() => before.process.kill('SIGKILL'), GRACE)
      await gone
      clearTimeout(stays)
      return true
    },
  }
}

/** Runs `count` processes of `exec`, from each replacement on of what is `upToDate` then, until a signal ends them; answers the code to end with. A first start that fails
 * ends at once: it has said why, and would fail again. */
export async function keepServing(
  exec: string,
  upToDate: () => Promise<string>,
  env: Record<string, string>,
  count: number,
): Promise<number> {
  // The servers take their connections by themselves: this process stays out of their way.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec, args: [] })
  passOn()
  const stopping = new AbortController()
  const tell = (signal: NodeJS.Signals) => {
    for (const server of Object.values(cluster.workers ?? {})) server?.process.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping.abort()
      tell('SIGTERM')
      setTimeout(() => tell('SIGKILL'), GRACE).unref()
    })
  const places = [keep(env, stopping.signal)]
  // The first one migrates and builds; the others find that done, and leave the work of the queue to it.
  if (await places[0]?.up)
    while (places.length < count && !stopping.signal.aborted)
      places.push(keep({ ...env, STARTED: '', ...(env.ROLE === 'all' && { ROLE: 'web' }) }, stopping.signal))
  let replacing = Promise.resolve()
  process.on('SIGHUP', () => {
    replacing = replacing.then(async () => {
      const before = cluster.settings.exec as string
      const now = await upToDate().catch((error: Error) => void log(50, error.message))
      if (now) cluster.setupPrimary({ exec: now, args: [] })
      for (const place of places)
        if (stopping.signal.aborted || !now || !(await place.replace())) {
          cluster.setupPrimary({ exec: before, args: [] })
          log(50, 'o servidor novo não começou; o anterior continua')
          return
        }
      log(30, 'os servidores foram trocados')
    })
  })
  const codes = await Promise.all(places.map((p) => p.over))
  return codes.find((code) => code !== 0) ?? 0
}

// Work for later. A task's body runs inside its company's transaction and may run twice.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, type JobHelpers, Logger, type RunnerOptions, run } from 'graphile-worker'
import pg from 'pg'
import { DatabaseClient } from './database-address.ts'
import { keepAlive } from './alive.ts'
import { isClockBelieved } from './clock-watch.ts'
import { acrossCompanies, inCompany, type Tx } from './db.ts'
import { sharesOfJobs } from './job-shares.ts'
import { namesJob, plainText } from './plain.ts'
import type { Kit } from './serve.ts'
import { traced } from './trace.ts'
import { enter } from './work.ts'

interface TaskCall {
  tx: Tx
  kit: Kit
  payload: Record<string, unknown>
  company_id: number
  /** 1 at the first try. */
  attempt: number
}
type Task = (job: TaskCall) => Promise<void>
/** Work for the whole platform, at its own times (crontab syntax, UTC); it opens its own transactions. What is
 * irreversible waits while the clock is not believed (clock-watch.ts). */
export type PlatformTasks = Record<string, { cron: string; irreversible: boolean; run: (kit: Kit) => Promise<void> }>
/** A task that waits for the mail server most of its time. Jobs of these have a worker of their own, which does as many at
 * once as the server takes connections, by fair shares of the jobs' flags (job-shares.ts). */
interface MailTask {
  mails: true
  run: Task
}
export type Tasks = Record<string, Task | MailTask>

/** Does `work` for each of these; one that fails keeps no other waiting and is told at the end. */
export async function forEachOf<T>(list: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of list) await work(one).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
/** Enqueues in the caller's transaction; the company comes from the transaction, never from the payload. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: { queue?: string; key?: string } = {},
) {
  await tx.sql`select app.enqueue(${task}, ${payload}, ${options.queue ?? null}, ${options.key ?? null})`
}

/** The worker, going until it is stopped. */
export interface Jobs {
  stop(): Promise<void>
}
const FIRST_WAIT = 250
const LONGEST_WAIT = 5000
const MINUTE = 60_000
/** A pool that has failed may wait for a task that never ends. */
const PATIENCE = 15_000

/** Starts the workers on the owner's connection; task bodies get the app role only. */
export async function startJobs(
  kit: Kit,
  tasks: Tasks,
  platform: PlatformTasks = {},
  options: Pick<Options, 'pollInterval'> = {},
): Promise<Jobs> {
  const plain: Record<string, Task> = {}
  const mails: Record<string, Task> = {}
  for (const [name, task] of Object.entries(tasks))
    if (typeof task === 'function') plain[name] = task
    else mails[name] = task.run
  const workers = [await keepWorker(kit, plain, platform, options)]
  if (Object.keys(mails).length > 0) {
    const others = { ...options, concurrency: kit.config.mailConnections, connections: FOR_MAILS, shares: true }
    workers.push(await keepWorker(kit, mails, {}, others))
  }
  return { stop: async () => void (await Promise.all(workers.map((w) => w.stop()))) }
}
/** A worker whose database dies under it ends; another one takes its place, and its jobs, when the database is back. */
async function keepWorker(
  kit: Kit,
  tasks: Record<string, Task>,
  platform: PlatformTasks,
  options: Options,
): Promise<Jobs> {
  const stopping = new AbortController()
  let worker = await startWorker(kit, tasks, platform, options, [])
  const goOn = async () => {
    const stopped = new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done()))
    while (!stopping.signal.aborted) {
      await Promise.race([worker.ended, stopped])
      for (
        let wait = FIRST_WAIT, again = false;
        !again && !stopping.signal.aborted;
        wait = Math.min(wait * 2, LONGEST_WAIT)
      ) {
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        const before = worker.pools
        again = await startWorker(kit, tasks, platform, options, before).then(
          (next) => {
            worker = next
            return true
          },
          () => false,
        )
      }
    }
  }
  const going = goOn()
  return {
    async stop() {
      stopping.abort()
      await going
      await worker.stop()
    },
  }
}
/** Connections of the worker of mails: a job needs one only to begin and to end. */
const FOR_MAILS = 4
interface Options {
  concurrency?: number
  /** To the database; two more are for listening and for the clock's tasks. */
  connections?: number
  pollInterval?: number
  /** Whether flags have only part of what is done at once. */
  shares?: boolean
}
interface Worker {
  pools: ReadonlySet<string>
  /** Never rejects: when nothing is worked on any more. */
  ended: Promise<void>
  stop(): Promise<void>
}
/** One worker; what the pools `before` it left undone is free again. */
async function startWorker(
  kit: Kit,
  tasks: Record<string, Task>,
  platform: PlatformTasks,
  { concurrency = 5, connections = concurrency, pollInterval = 2000, shares = false }: Options,
  before: Iterable<string>,
): Promise<Worker> {
  const events = new EventEmitter()
  const alive = keepAlive(kit.config.ownerUrl, events)
  // A database that fell silent ends no question by itself; without an end the worker would ask it for ever.
  const pool = new pg.Pool({
    connectionString: kit.config.ownerUrl,
    Client: DatabaseClient,
    max: connections + 2,
    connectionTimeoutMillis: 5000,
    query_timeout: PATIENCE,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const letGo = async () => {
    await alive.end()
    if (!pool.ending) void pool.end().catch(() => {})
  }
  const ask: RunnerOptions = {
    events,
    pgPool: pool,
    concurrency,
    pollInterval,
    noHandleSignals: true,
    ...(shares && { forbiddenFlags: sharesOfJobs(events, concurrency) }),
    // A task's end that cannot be written ends the pool this way; without batches its rejection belongs to nobody and
    // ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: Object.entries(platform)
      .map(([name, { cron }]) => `${cron} ${name} ?max=3&jobKey=${name}`)
      .join('\n'),
    taskList: Object.fromEntries([
      ...Object.entries(platform).map(
        ([name, task]) =>
          [
            name,
            (_: unknown, h: JobHelpers) =>
              workOn(kit, h.job, async () => {
                if (!task.irreversible || (await isClockBelieved(kit))) await task.run(kit)
                else kit.log.warn({ task: name }, 'clock not believed: task waits')
              }),
          ] as const,
      ),
      ...Object.entries(tasks).map(
        ([name, task]) =>
          [name, (_: unknown, h: JobHelpers) => workOn(kit, h.job, () => inItsCompany(kit, h.job, task))] as const,
      ),
    ]),
    logger: quiet(kit),
  }
  const runner = await alive
    .look(before)
    .then(() => run(ask))
    .catch(async (error: unknown) => {
      await letGo()
      throw error
    })
  // A connection that broke while it took a job may have locked one that nobody works on now.
  events.once('worker:getJob:error', () => setImmediate(() => void runner.stop().catch(() => {})))
  // Its cron keeps the minute it waits for: one that a clock was set back from would wait for it to come again.
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }: Record<string, number>) => {
    if (Number(expectedTimestamp) - Number(currentTimestamp) > MINUTE) void runner.stop().catch(() => {})
  })
  const failed = new Promise<void>((done) => {
    for (const word of ['pool:fatalError', 'worker:getJob:error'])
      events.once(word, () => setTimeout(done, PATIENCE).unref())
  })
  const finished = runner.promise.catch(() => {})
  const ended = Promise.race([finished, failed]).then(letGo)
  return {
    pools: alive.pools,
    ended,
    async stop() {
      // Rejects when it has ended by itself.
      await runner.stop().catch(() => {})
      await letGo()
    },
  }
}
function inItsCompany(kit: Kit, job: Job, task: Task): Promise<void> {
  const payload = job.payload as Record<string, unknown> & { company_id: number | null }
  const { company_id } = payload
  const call = { kit, payload, attempt: job.attempts }
  // A mail to an operator belongs to no company.
  if (company_id === null) return acrossCompanies(kit.pool, (tx) => task({ ...call, tx, company_id: 0 }))
  return inCompany(kit.pool, company_id, (tx) => task({ ...call, tx, company_id }))
}
/** One try of a job, as the work of the request that left it, with its line in the log: which, whose, how long, how it
 * ended. Of what it was given only numbers are told: ids. */
async function workOn(kit: Kit, job: Job, work: () => Promise<void>): Promise<void> {
  const given = (job.payload ?? {}) as Record<string, unknown>
  const request_id = typeof given.request_id === 'string' ? given.request_id : `job-${job.id}`
  const began = performance.now()
  const line = (more: object) => ({
    reqId: request_id,
    job: job.id,
    task: job.task_identifier,
    attempt: job.attempts,
    ms: Math.round(performance.now() - began),
    of: Object.fromEntries(Object.entries(given).filter(([, v]) => typeof v === 'number')),
    ...more,
  })
  try {
    const attributes = {
      'messaging.operation.name': job.task_identifier,
      'request.id': request_id,
      attempt: job.attempts,
    }
    await enter({ request_id }, () =>
      traced(() => ({ kind: 'job', name: `job ${job.task_identifier}`, attributes }), work),
    )
    kit.log.info(line({}), 'job done')
  } catch (err) {
    const last = job.attempts >= job.max_attempts
    kit.log[last ? 'error' : 'warn'](line({ err }), last ? 'job given up' : 'job failed')
    throw err
  }
}
/** What graphile-worker says of a job names what failed, and with it people: workOn tells it. The rest of its errors. */
const quiet = (kit: Kit) =>
  new Logger(() => (level, message) => {
    if (level === 'error' && !/\btask\b/i.test(message)) kit.log.error(plainText(message, namesJob))
  })

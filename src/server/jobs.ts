// Work for later. A task's body runs inside its company's transaction and may run twice.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type RunnerOptions, run } from 'graphile-worker'
import { keepAlive } from './alive.ts'
import { acrossCompanies, inCompany, type Tx } from './db.ts'
import type { Kit } from './serve.ts'

type Task = (job: { tx: Tx; kit: Kit; payload: Record<string, unknown>; company_id: number }) => Promise<void>
/** Work for the whole platform, at its own times (crontab syntax, UTC); it opens its own transactions. */
export type PlatformTasks = Record<string, { cron: string; run: (kit: Kit) => Promise<void> }>
export type Tasks = Record<string, Task>

/** Does `work` for each of these; one that fails keeps no other waiting and is told at the end. */
export async function forEachOf<T>(list: T[], work: (one: T) => Promise<void>): Promise<void> {
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
/** A pool that has failed may wait for a task that never ends. */
const PATIENCE = 15_000

/** Starts the worker on the owner's connection; task bodies get the app role only. A worker whose database dies under
 * it ends; another one takes its place, and its jobs, when the database is back. */
export async function startJobs(
  kit: Kit,
  tasks: Tasks,
  platform: PlatformTasks = {},
  options: Options = {},
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
interface Options {
  concurrency?: number
  pollInterval?: number
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
  tasks: Tasks,
  platform: PlatformTasks,
  { concurrency = 2, pollInterval = 2000 }: Options,
  before: Iterable<string>,
): Promise<Worker> {
  const events = new EventEmitter()
  const alive = keepAlive(kit.config.ownerUrl, events)
  const ask: RunnerOptions = {
    events,
    connectionString: kit.config.ownerUrl,
    concurrency,
    pollInterval,
    noHandleSignals: true,
    maxPoolSize: concurrency + 2,
    // A task's end that cannot be written ends the pool this way; without batches its rejection belongs to nobody and
    // ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: Object.entries(platform)
      .map(([name, { cron }]) => `${cron} ${name} ?max=3&jobKey=${name}`)
      .join('\n'),
    taskList: Object.fromEntries([
      ...Object.entries(platform).map(([name, task]) => [name, () => task.run(kit)] as const),
      ...Object.entries(tasks).map(
        ([name, task]) =>
          [
            name,
            async (raw: unknown) => {
              const payload = raw as Record<string, unknown> & { company_id: number | null }
              const { company_id } = payload
              // A mail to an operator belongs to no company.
              if (company_id === null)
                await acrossCompanies(kit.pool, (tx) => task({ tx, kit, payload, company_id: 0 }))
              else await inCompany(kit.pool, company_id, (tx) => task({ tx, kit, payload, company_id }))
            },
          ] as const,
      ),
    ]),
    logger: quiet(),
  }
  const runner = await alive
    .look(before)
    .then(() => run(ask))
    .catch(async (error: unknown) => {
      await alive.end()
      throw error
    })
  // A connection that broke while it took a job may have locked one that nobody works on now.
  events.once('worker:getJob:error', () => setImmediate(() => void runner.stop().catch(() => {})))
  const failed = new Promise<void>((done) => {
    for (const word of ['pool:fatalError', 'worker:getJob:error'])
      events.once(word, () => setTimeout(done, PATIENCE).unref())
  })
  const finished = runner.promise.catch(() => {})
  const ended = Promise.race([finished, failed]).then(() => alive.end())
  return {
    pools: alive.pools,
    ended,
    async stop() {
      // Rejects when it has ended by itself.
      await runner.stop().catch(() => {})
      await alive.end()
    },
  }
}
const quiet = () =>
  new Logger(() => (level, message) => {
    if (level === 'error')
      process.stderr.write(`${JSON.stringify({ level: 50, msg: String(message).slice(0, 500) })}\n`)
  })

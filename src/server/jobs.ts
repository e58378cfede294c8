// Work for later. A task's body runs inside its company's transaction and may run twice.
import { EventEmitter } from 'node:events'
import { Logger, type Runner, run } from 'graphile-worker'
import pg from 'pg'
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
export async function enqueue(tx: Tx, task: string, payload: Record<string, unknown>, options: { queue?: string; key?: string } = {}) {
  await tx.sql`select app.enqueue(${task}, ${payload}, ${options.queue ?? null}, ${options.key ?? null})`
}

/** Starts the worker on the owner's connection; task bodies get the app role only. */
export async function startJobs(kit: Kit, tasks: Tasks, platform: PlatformTasks = {}, { concurrency = 2, pollInterval = 2000 } = {}): Promise<Runner> {
  const events = new EventEmitter()
  const alive = keepAlive(kit.config.ownerUrl, events)
  await alive.look()
  const runner = await run({
    events,
    connectionString: kit.config.ownerUrl,
    concurrency,
    pollInterval,
    noHandleSignals: true,
    maxPoolSize: concurrency + 2,
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
              if (company_id === null) await acrossCompanies(kit.pool, (tx) => task({ tx, kit, payload, company_id: 0 }))
              else await inCompany(kit.pool, company_id, (tx) => task({ tx, kit, payload, company_id }))
            },
          ] as const,
      ),
    ]),
    logger: quiet(),
  })
  const stop = runner.stop.bind(runner)
  runner.stop = async () => {
    await stop()
    await alive.end()
  }
  return runner
}
/** Any number of our own: the class of these advisory locks. */
const WORKERS = 0x6d6f7374
/** What a dead process was working on stays locked, for hours as graphile has it. Here each living pool of workers holds
 * an advisory lock (shared: a connection made anew never waits for the one before); at the start and at every minute
 * the jobs of those that hold none are free again. */
function keepAlive(url: string, events: EventEmitter) {
  const ids = new Set<string>()
  let client: pg.Client | undefined
  const hold = (id: string) => client?.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKERS, id])
  const connect = async () => {
    client = new pg.Client({ connectionString: url })
    client.on('error', () => {
      client = undefined
    })
    await client.connect()
    for (const id of ids) await hold(id)
    return client
  }
  const look = async () => {
    const c = client ?? (await connect())
    await c.query(
      `select graphile_worker.force_unlock_workers(array(
        select locked_by from (select locked_by, locked_at from graphile_worker._private_jobs union all select locked_by, locked_at from graphile_worker._private_job_queues) j
        where locked_by is not null and locked_at < now() - interval '10 seconds'
          and not exists (select 1 from pg_locks l where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
            and l.classid = $1 and l.objid::bigint = hashtext(j.locked_by)::bigint & 4294967295)))`,
      [WORKERS],
    )
  }
  // Jobs are locked in the name of the pool.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    ids.add(workerPool.id)
    hold(workerPool.id)?.catch(() => {})
  })
  const timer = setInterval(
    () =>
      void look().catch(() => {
        void client?.end().catch(() => {})
        client = undefined
      }),
    60_000,
  ).unref()
  return {
    look,
    async end() {
      clearInterval(timer)
      await client?.end()
    },
  }
}
const quiet = () =>
  new Logger(() => (level, message) => {
    if (level === 'error') process.stderr.write(`${JSON.stringify({ level: 50, msg: String(message).slice(0, 500) })}\n`)
  })

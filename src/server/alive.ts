// Which pools of workers are living. What a dead process was working on stays locked, for hours as graphile has it.
// Here each living pool holds an advisory lock (shared: a connection made anew never waits for the one before); at the
// start, a moment later and three times a minute the jobs of those that hold none are free again. Jobs written before the
// database's clock was set back would wait for the old time to come again: each look takes them to the present.
import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { DatabaseClient } from './database-address.ts'

/** Any number of our own: the class of these advisory locks. */
const WORKERS = 0x6d6f7374
const EACH = 20_000
/** Seconds after which a lock is old: a pool locks its first jobs a moment before its connection here holds it. */
const OLD = 10
/** Takes to the present, by so many minutes as a row is ahead: jobs, locks (as old as locks get, whoever lives holds his) and
 * what the clock's tasks last did. Nobody writes of a minute that has not come, and no job that failed waits longer than
 * graphile-worker has it wait. */
const CLOCK_BACK = `
  with ahead as (select now() + interval '1 minute' as at),
    queues as (update graphile_worker._private_job_queues set locked_at = now() - make_interval(secs => $1)
      from ahead where locked_at > ahead.at),
    crontabs as (update graphile_worker._private_known_crontabs set last_execution = now() - interval '2 minutes'
      from ahead where last_execution > ahead.at)
  update graphile_worker._private_jobs j set
    run_at = case when j.last_error is null then j.run_at - (greatest(j.created_at, j.updated_at, now()) - now())
      else least(j.run_at, now() + exp(least(j.attempts, 10)) * interval '1 second') end,
    created_at = least(j.created_at, now()), updated_at = least(j.updated_at, now()),
    locked_at = case when j.locked_at > ahead.at then now() - make_interval(secs => $1) else j.locked_at end
    from ahead where greatest(j.created_at, j.updated_at, j.locked_at) > ahead.at
      or (j.last_error is not null and j.run_at > ahead.at + exp(least(j.attempts, 10)) * interval '1 second')`
/** After the first look of a connection, which comes too early for what a process locked in its last seconds. */
const ONCE_MORE = (OLD + 1) * 1000
/** While PostgreSQL is away. */
const SOON = 1000

export interface Alive {
  /** The pools made so far, all of them by the runner that these events tell of. */
  pools: ReadonlySet<string>
  /** Frees what nobody living works on, and what `dead` left. */
  look(dead?: Iterable<string>): Promise<void>
  end(): Promise<void>
}
export function keepAlive(url: string, events: EventEmitter): Alive {
  const pools = new Set<string>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let next = EACH
  const hold = (c: pg.Client, id: string) => c.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKERS, id])
  const lookIn = (wait: number) => {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(() => void look().catch(() => lookIn(SOON)), wait).unref()
  }
  const drop = (c: pg.Client) => {
    if (client === c) client = undefined
    c.end().catch(() => {})
  }
  const connect = async () => {
    const c = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 10_000 })
    c.on('error', () => {
      drop(c)
      lookIn(SOON)
    })
    try {
      await c.connect()
      for (const id of pools) await hold(c, id)
    } catch (error) {
      drop(c)
      throw error
    }
    client = c
    next = ONCE_MORE
    // A pool made while the others were taken up.
    for (const id of pools) await hold(c, id)
    return c
  }
  const look = async (dead: Iterable<string> = []) => {
    const c = client ?? (await connect())
    try {
      await c.query(CLOCK_BACK, [OLD + 1])
      await c.query(
        `select graphile_worker.force_unlock_workers(array(
          select locked_by from (select locked_by, locked_at from graphile_worker._private_jobs
            union all select locked_by, locked_at from graphile_worker._private_job_queues) j
          where locked_by = any($2) or (locked_by is not null and locked_at < now() - make_interval(secs => $3)
            and not exists (select 1 from pg_locks l where l.locktype = 'advisory' and l.database =
              (select oid from pg_database where datname = current_database())
              and l.classid = $1 and l.objid::bigint = hashtext(j.locked_by)::bigint & 4294967295))))`,
        [WORKERS, [...dead], OLD],
      )
    } catch (error) {
      drop(c)
      throw error
    }
    lookIn(next)
    next = EACH
  }
  // Jobs are locked in the name of the pool.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    pools.add(workerPool.id)
    if (client) hold(client, workerPool.id).catch(() => {})
  })
  return {
    pools,
    look,
    async end() {
      ended = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

// Which pools of workers are living. What a dead process was working on stays locked, for hours as graphile has it.
// Here each living pool holds an advisory lock (shared: a connection made anew never waits for the one before); at the
// start, a moment later and at every minute the jobs of those that hold none are free again.
import type { EventEmitter } from 'node:events'
import pg from 'pg'

/** Any number of our own: the class of these advisory locks. */
const WORKERS = 0x6d6f7374
const EACH = 60_000
/** Seconds after which a lock is old: a pool locks its first jobs a moment before its connection here holds it. */
const OLD = 10
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
    const c = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 10_000 })
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

// Whether the clock is to be believed (docs/decisions/0112): acts that cannot be taken back do not trust one reading of it.
// The installation keeps the last moment that it believed. A reading far beyond it is a jump, unless the process that reads
// has run for that long.
import type pg from 'pg'
import type { Logger } from 'pino'
import { acrossCompanies, part, type Tx } from './db.ts'
import type { Clock } from './clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A reading so far beyond the last believed moment is a jump. */
const JUMP = HOUR
/** An installation may have been off for so long. */
const STOP = 7 * 24 * HOUR
/** A clock that ran without a jump for so long, summed over starts, is believed again. */
export const STEADY = 24 * HOUR
/** By so much a clock may go wrong or be set between two looks, and still be steady. */
const SLACK = 5 * MINUTE

/** What is kept of the clock. */
export interface Watched {
  believed_at: Date
  read_at: Date
  /** The reading at which it was found to have jumped; null: it is believed. */
  doubted_at: Date | null
  /** Since then, in ms: how long the installation ran, and how long without another jump. */
  ran_ms: number
  steady_ms: number
}
/** A process's last look: what the clock said, whether that was believed, and how many ms have passed since by the
 * monotonic clock. */
export interface OwnLook {
  read: Date
  believed: boolean
  passed: number
}
const believed = (at: Date, read: Date): Watched => ({
  believed_at: at,
  read_at: read,
  doubted_at: null,
  ran_ms: 0,
  steady_ms: 0,
})
const later = (a: Date, b: Date) => (a > b ? a : b)

/** What is kept after a look. Without anything kept the clock is believed; `own` is null at a process's first look. */
export function watched(kept: Watched | null, now: Date, own: OwnLook | null): Watched {
  if (!kept) return believed(now, now)
  const next = steadied(kept, now, own)
  if (next.steady_ms >= STEADY) return believed(now, now)
  const ahead = now.getTime() - kept.believed_at.getTime()
  const ran = own ? own.believed && now.getTime() - own.read.getTime() - own.passed <= JUMP : ahead <= STOP
  if (kept.doubted_at ? ahead > JUMP + next.ran_ms : ahead > JUMP && !ran)
    return kept.doubted_at ? next : { ...kept, read_at: now, doubted_at: now, ran_ms: 0, steady_ms: 0 }
  // Set back: what was believed stays, until the clock has proved steady there.
  if (ahead < -JUMP) return { ...next, doubted_at: null }
  return believed(later(kept.believed_at, now), now)
}
/** The moment that dates an act that does not wait: this reading or, while it is not believed or lies far behind, the last
 * believed moment and for how long the installation has run since. */
export function trusted(kept: Watched | null, now: Date, own: OwnLook | null): Date {
  const seen = watched(kept, now, own)
  const isOff = seen.doubted_at !== null || now.getTime() - seen.believed_at.getTime() < -JUMP
  return isOff ? new Date(seen.believed_at.getTime() + seen.ran_ms) : now
}
/** Counts the time since the last look of any process, as far as this one ran. A stop, a machine that slept and another
 * server whose clock differs a little begin nothing again; a jump does. */
function steadied(kept: Watched, now: Date, own: OwnLook | null): Watched {
  const since = now.getTime() - kept.read_at.getTime()
  const steady = since >= -JUMP && since <= STOP
  const ran = own && steady ? Math.min(Math.max(0, since), own.passed + SLACK) : 0
  return { ...kept, read_at: now, ran_ms: kept.ran_ms + ran, steady_ms: steady ? kept.steady_ms + ran : 0 }
}

interface Looker {
  pool: pg.Pool
  clock: Clock
  log: Logger
}
/** The last look of this process at each database. */
const looks = new WeakMap<pg.Pool, Omit<OwnLook, 'passed'> & { at: number }>()
const ownLook = (pool: pg.Pool): OwnLook | null => {
  const last = looks.get(pool)
  return last ? { read: last.read, believed: last.believed, passed: performance.now() - last.at } : null
}
const kept = part`select believed_at, read_at, doubted_at, ran_ms, steady_ms from clock_watch`
export const readWatch = (tx: Tx) => tx.first<Watched>`${kept}`
const keep = (tx: Tx, w: Watched) => tx.sql`
  insert into clock_watch (believed_at, read_at, doubted_at, ran_ms, steady_ms)
  values (${w.believed_at}, ${w.read_at}, ${w.doubted_at}, ${w.ran_ms}, ${w.steady_ms})
  on conflict (one) do update set believed_at = excluded.believed_at, read_at = excluded.read_at,
    doubted_at = excluded.doubted_at, ran_ms = excluded.ran_ms, steady_ms = excluded.steady_ms`

/** Looks at the clock and keeps what was seen; says in the log when it begins or ends to be doubted. */
export async function lookAtClock(kit: Looker): Promise<Watched> {
  const { before, seen, at } = await acrossCompanies(kit.pool, async (tx) => {
    const before = (await tx.first<Watched>`${kept} for update`) ?? null
    const now = kit.clock.now()
    const seen = watched(before, now, ownLook(kit.pool))
    await keep(tx, seen)
    return { before, seen, at: performance.now() }
  })
  looks.set(kit.pool, { read: seen.read_at, believed: seen.doubted_at === null, at })
  if (seen.doubted_at && !before?.doubted_at)
    kit.log.error({ read: seen.read_at, believed: before?.believed_at }, 'clock jumped: what cannot be undone waits')
  if (!seen.doubted_at && before?.doubted_at) kit.log.warn({ read: seen.read_at }, 'clock is believed again')
  return seen
}
/** Whether the clock is believed at this moment. */
export const isClockBelieved = async (kit: Looker): Promise<boolean> => (await lookAtClock(kit)).doubted_at === null
/** Whether this reading is believed, without keeping the look: for those who ask often. */
export const wouldBelieve = async (pool: pg.Pool, now: Date): Promise<boolean> => {
  const kept = (await acrossCompanies(pool, readWatch)) ?? null
  return watched(kept, now, ownLook(pool)).doubted_at === null
}
/** `trusted` of this reading, inside a transaction of any scope; the look is not kept. */
export const trustedMoment = async (tx: Tx, pool: pg.Pool, now: Date): Promise<Date> =>
  trusted((await tx.first<Watched>`select * from app.watched_clock()`) ?? null, now, ownLook(pool))
/** What a program that runs apart may take from what the servers keep: its own look, not kept. */
export async function believesApart(client: Pick<pg.ClientBase, 'query'>, now: Date): Promise<boolean> {
  const { rows } = await client.query<Watched>('select * from clock_watch')
  const kept = rows[0] ?? null
  return (
    kept === null ||
    (watched(kept, now, null).doubted_at === null && now.getTime() - kept.believed_at.getTime() >= -JUMP)
  )
}
/** Somebody says that the clock is right. */
export const believeClock = (tx: Tx, now: Date) => keep(tx, believed(now, now))

/** Looks once in a minute until it is stopped. A look that fails is made again a minute later. */
export function watchClock(kit: Looker): { stop(): void } {
  const look = () => void lookAtClock(kit).catch((err: unknown) => kit.log.warn({ err }, 'clock not looked at'))
  look()
  const timer = setInterval(look, MINUTE).unref()
  return { stop: () => clearInterval(timer) }
}

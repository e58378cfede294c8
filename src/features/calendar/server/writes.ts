import type { Tx } from '#server/db.ts'
import type { Occurrence } from './occurrences.ts'

interface Written {
  title: string
  notes: string
  all_day: boolean
  starts: string
  ends: string
  rule: string
  last: string
}
export const addEvent = async (tx: Tx, e: Written & { company: number; key: string; user_id: number; now: Date }) =>
  (
    await tx.first<{ id: number }>`
  insert into events (company_id, key, user_id, title, notes, all_day, starts, ends, rule, last, created_at)
  values (${e.company}, ${e.key}, ${e.user_id}, ${e.title}, ${e.notes}, ${e.all_day}, ${e.starts}, ${e.ends},
    ${e.rule}, ${e.last}, ${e.now}) returning id`
  )?.id as number
export const writeSeries = (tx: Tx, id: number, e: Written) => tx.sql`
  update events set title = ${e.title}, notes = ${e.notes}, all_day = ${e.all_day}, starts = ${e.starts},
    ends = ${e.ends}, rule = ${e.rule}, last = ${e.last} where id = ${id}`
/** The days from one on that are otherwise: over, since the series has other days now, or another series'. */
export const dropDaysFrom = (tx: Tx, id: number, day: string) =>
  tx.sql`delete from event_days where event_id = ${id} and day >= ${day}::date`
export const passDaysFrom = (tx: Tx, id: number, day: string, to: number) =>
  tx.sql`update event_days set event_id = ${to} where event_id = ${id} and day >= ${day}::date`
/** One day is as its series again: whole, or what it is called. */
export const dropDay = (tx: Tx, id: number, day: string) =>
  tx.sql`delete from event_days where event_id = ${id} and day = ${day}::date`
export const followSeries = (tx: Tx, id: number, day: string, as: { title: boolean; notes: boolean }) => tx.sql`
  update event_days set title = case when ${as.title} then null else title end,
    notes = case when ${as.notes} then null else notes end where event_id = ${id} and day = ${day}::date`
/** One day of a series as it is now; `null` where it is as the series. */
export const writeDay = (tx: Tx, d: Occurrence & { company: number; id: number; gone: boolean }) => tx.sql`
  insert into event_days (company_id, event_id, day, gone, starts, ends, title, notes)
  values (${d.company}, ${d.id}, ${d.day}, ${d.gone}, ${d.starts}, ${d.ends}, ${d.title}, ${d.notes})
  on conflict (company_id, event_id, day) do update set gone = excluded.gone, starts = excluded.starts,
    ends = excluded.ends, title = excluded.title, notes = excluded.notes`
export const dropEvent = (tx: Tx, id: number) => tx.sql`delete from events where id = ${id}`
export const putLink = (tx: Tx, l: { company: number; user: number; hash: Buffer; now: Date }) => tx.sql`
  insert into calendar_links (company_id, user_id, token_hash, created_at)
  values (${l.company}, ${l.user}, ${l.hash}, ${l.now})
  on conflict (company_id, user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`
export const dropLink = (tx: Tx, user: number) => tx.sql`delete from calendar_links where user_id = ${user}`

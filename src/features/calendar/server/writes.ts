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
export const addEvent = (tx: Tx, e: Written & { company: number; key: string; user_id: number; now: Date }) => tx.sql`
  insert into events (company_id, key, user_id, title, notes, all_day, starts, ends, rule, last, created_at)
  values (${e.company}, ${e.key}, ${e.user_id}, ${e.title}, ${e.notes}, ${e.all_day}, ${e.starts}, ${e.ends},
    ${e.rule}, ${e.last}, ${e.now})`
export const writeSeries = (tx: Tx, id: number, e: Written) => tx.sql`
  update events set title = ${e.title}, notes = ${e.notes}, all_day = ${e.all_day}, starts = ${e.starts},
    ends = ${e.ends}, rule = ${e.rule}, last = ${e.last} where id = ${id}`
/** The days of a series are others now: what was otherwise on one of them is over. */
export const dropDays = (tx: Tx, id: number) => tx.sql`delete from event_days where event_id = ${id}`
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

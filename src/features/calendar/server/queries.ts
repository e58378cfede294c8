import type { AgendaAsking } from '#server/agenda.ts'
import { part, type Tx } from '#server/db.ts'
import type { OtherDay } from './occurrences.ts'

export interface EventRow {
  id: number
  key: string
  user_id: number
  user_name: string
  title: string
  notes: string
  all_day: boolean
  starts: string
  ends: string
  rule: string
  days: OtherDay[]
}
const WALL = 'YYYY-MM-DD"T"HH24:MI'
const columns = part`e.id, e.key, e.user_id, u.name as user_name, e.title, e.notes, e.all_day,
  to_char(e.starts, ${WALL}) as starts, to_char(e.ends, ${WALL}) as ends, e.rule,
  coalesce((select json_agg(json_build_object('day', d.day, 'gone', d.gone, 'starts', to_char(d.starts, ${WALL}),
      'ends', to_char(d.ends, ${WALL}), 'title', d.title, 'notes', d.notes) order by d.day)
    from event_days d where d.company_id = e.company_id and d.event_id = e.id), '[]') as days
  from events e join users u on u.company_id = e.company_id and u.id = e.user_id`
/** What may take place within these days. */
export const findEvents = (tx: Tx, a: AgendaAsking) => tx.sql<EventRow>`select ${columns}
  where (${a.whose}::bigint is null or e.user_id = ${a.whose})
    and ((e.starts < ${a.until}::date and e.last >= ${a.from}) or exists (select 1 from event_days d
      where d.company_id = e.company_id and d.event_id = e.id and d.starts < ${a.until}::date and d.ends > ${a.from}::date))
  order by e.id`
/** One of somebody's, or of anybody's; locked until the transaction ends. Who waited for it reads what stands then. */
export async function lockEvent(tx: Tx, key: string, whose: number | null): Promise<EventRow | undefined> {
  await tx.sql`select 1 from events where key = ${key} for update`
  return tx.first<EventRow>`select ${columns} where e.key = ${key} and (${whose}::bigint is null or e.user_id = ${whose})`
}
/** Whether somebody of the company's people has a calendar. */
export const isStaff = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from users where id = ${id} and level in (1, 2) and active and deleted_at is null`) !==
  undefined
export const findPath = async (tx: Tx, company: number) =>
  (await tx.first<{ path: string }>`select path from companies where id = ${company}`)?.path ?? ''
export const findLink = (tx: Tx, user: number) =>
  tx.first<{ created_at: Date }>`select created_at from calendar_links where user_id = ${user}`
/** Whose calendar an address opens; found outside any company. */
export const findFeed = (db: Tx, hash: Buffer) =>
  db.first<{
    company_id: number
    user_id: number
    level: number
    time_zone: string
    company_name: string
    is_blocked: boolean
    valid_until: string
  }>`select * from app.calendar_of(${hash})`
/** What a person wrote into the own calendar, for a copy of the person's data. */
export const eventsOf = (tx: Tx, person: number) => tx.sql`
  select title, notes, all_day, to_char(starts, ${WALL}) as starts, to_char(ends, ${WALL}) as ends, rule, created_at
  from events where user_id = ${person} order by starts, id`

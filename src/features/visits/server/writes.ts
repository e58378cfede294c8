import type { Tx } from '#server/db.ts'
import type { Reason, Result } from '../rules.ts'

interface When {
  day: string
  at: string | null
  minutes: number
  note: string
}
/** Answers whether it is new: what has this key already stays as it is. */
export const addVisit = async (
  tx: Tx,
  v: When & { company: number; key: string; seller_id: number; client_id: number; now: Date },
) =>
  (
    await tx.sql`insert into visits (company_id, key, seller_id, client_id, day, at, minutes, note, created_at)
    values (${v.company}, ${v.key}, ${v.seller_id}, ${v.client_id}, ${v.day}, ${v.at}, ${v.minutes}, ${v.note}, ${v.now})
    on conflict (company_id, key) do nothing returning 1`
  ).length > 0
export const writeWhen = (tx: Tx, id: number, v: When & { cancelled: boolean; now: Date }) => tx.sql`
  update visits set day = ${v.day}, at = ${v.at}, minutes = ${v.minutes}, note = ${v.note},
    planned_at = case when (day, at) is distinct from (${v.day}::date, ${v.at}::time) then ${v.now} else planned_at end,
    cancelled_at = case when ${v.cancelled}::boolean then coalesce(cancelled_at, ${v.now}) end where id = ${id}`
interface Here {
  at: Date
  now: Date
  lat: number | null
  lng: number | null
  accuracy: number | null
}
export const writeCheckIn = (tx: Tx, id: number, h: Here) => tx.sql`
  update visits set checked_in_at = ${h.at}, told_at = ${h.now}, lat = ${h.lat}, lng = ${h.lng},
    accuracy = ${h.accuracy} where id = ${id}`
export const writeReport = (
  tx: Tx,
  id: number,
  r: { result: Result; reason: Reason | ''; report: string; now: Date },
) => tx.sql`
  update visits set reported_at = ${r.now}, result = ${r.result}, reason = ${r.reason}, report = ${r.report}
  where id = ${id}`

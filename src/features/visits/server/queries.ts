import { type Part, part, type Tx } from '#server/db.ts'
import type { CopyReader, Person } from '#server/person.ts'
import type { Reason, Result } from '../rules.ts'

export interface VisitRow {
  id: number
  key: string
  seller_id: number
  seller_name: string
  client_id: number
  client_name: string
  client_open: boolean
  phone: string
  place: string
  lat: number | null
  lng: number | null
  day: string
  at: string | null
  minutes: number
  note: string
  cancelled: boolean
  checked_in_at: Date | null
  here: { lat: number; lng: number; accuracy: number | null } | null
  result: Result | null
  reason: Reason | ''
  report: string
}
/** A visit with its client as it stands now; of one that is gone the name that the card had. */
const rows = part`select v.id, v.key, v.seller_id, s.name as seller_name, c.id as client_id,
    coalesce(nullif(c.company_name, ''), c.name) as client_name, c.deleted_at is null as client_open, c.phone,
    concat_ws(', ', nullif(concat_ws(' ', nullif(c.address->>'street', ''), nullif(c.address->>'number', '')), ''),
      nullif(c.address->>'district', ''), nullif(c.address->>'city', '')) as place, c.lat, c.lng,
    v.day, to_char(v.at, 'HH24:MI') as at, v.minutes, v.note, v.cancelled_at is not null as cancelled, v.checked_in_at,
    case when v.lat is not null then json_build_object('lat', v.lat, 'lng', v.lng, 'accuracy', v.accuracy) end as here,
    v.result, v.reason, v.report
  from visits v join users s on s.company_id = v.company_id and s.id = v.seller_id
    join users g on g.company_id = v.company_id and g.id = v.client_id
    join users c on c.company_id = v.company_id
      and c.id = case when g.merged_into is null then g.id else app.surviving_client(g.id) end`
interface Asked {
  from: string
  until: string
  seller: number | null
  client: number | null
}
const MOST = 10_000
export const findVisits = (tx: Tx, a: Asked) => tx.sql<VisitRow>`${rows}
  where v.day >= ${a.from} and v.day < ${a.until} and (${a.seller}::bigint is null or v.seller_id = ${a.seller})
    and (${a.client}::bigint is null or c.id = ${a.client})
  order by v.day, v.at nulls last, v.id limit ${MOST}`
const one = (tx: Tx, key: string, seller: number | null, more: Part) => tx.first<VisitRow>`${rows}
  where v.key = ${key} and (${seller}::bigint is null or v.seller_id = ${seller}) ${more}`
export const findVisit = (tx: Tx, key: string, seller: number | null) => one(tx, key, seller, part``)
/** The same, locked until the transaction ends. */
export const lockVisit = (tx: Tx, key: string, seller: number | null) => one(tx, key, seller, part`for update of v`)
/** The client that this one became, if it is there, and whose. */
export const findClient = (tx: Tx, id: number) => tx.first<{ id: number; seller_id: number | null }>`
  select u.id, u.seller_id from users u where u.id = app.surviving_client(${id}) and u.level = 3
    and u.deleted_at is null and not u.is_visitor`
export interface Near {
  company_id: number
  seller_id: number
  key: string
  client_id: number
  name: string
  others: number
  day: string
  /** null: some time of the day. */
  at: string | null
}
/** Visits of every company that whoever makes them is told of now. */
export const findNear = (tx: Tx, now: Date) => tx.sql<Near>`select * from app.visits_near(${now})`
export const isSeller = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from users where id = ${id} and level in (1, 2) and active and deleted_at is null`) !==
  undefined
/** The visits that a person made or was paid, for a copy of the person's data. What the company wrote of a client goes
 * only into the admin's copy. */
export const visitsOf = (tx: Tx, { cards }: Person, reader: CopyReader) => tx.sql`
  select day as dia, to_char(at, 'HH24:MI') as hora, cancelled_at is not null as desmarcada,
    checked_in_at as chegada, lat, lng, accuracy as precisao, result as resultado, reason as motivo
    ${reader.level >= 3 ? part`` : part`, note as anotacao, report as relato`}
  from visits where client_id = any(${cards}::bigint[]) or seller_id = any(${cards}::bigint[])
  order by day, at nulls last, id`
/** A day's visits of which nothing is told yet, of one seller or of all. */
export const countOpen = async (tx: Tx, day: string, seller: number | null) =>
  (
    await tx.first<{ n: number }>`select count(*) as n from visits where day = ${day}::date and result is null
      and cancelled_at is null and (${seller}::bigint is null or seller_id = ${seller})`
  )?.n ?? 0

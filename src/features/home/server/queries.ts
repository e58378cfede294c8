import { type Part, part, type Tx } from '#server/db.ts'
import { goods } from '#features/commissions/server/index.ts'
import { SOLD } from '#features/orders/server/index.ts'
import type { OpenOrder } from '../rules.ts'

/** The calendar day of a moment in the company's time zone. */
const dayOf = (moment: Part, time_zone: string) => part`(${moment} at time zone ${time_zone})::date`

/** Every client of a portfolio that may order, with a mark of the orders that count: other orders, another mark. An
 * index alone answers. */
export const findMarks = (tx: Tx, seller: number) => tx.sql<{ id: number; mark: string }>`
  select u.id, (select count(*) || ' ' || coalesce(sum(o.id), 0) || ' ' || coalesce(bit_xor(hashint8(o.id)), 0)
    from orders o where o.company_id = u.company_id and o.client_id = u.id and ${SOLD}) as mark
  from users u where u.seller_id = ${seller} and u.level = 3 and u.active and u.deleted_at is null
    and not u.blocked and not u.is_visitor`
/** The days on which these clients ordered, one after another in one text. */
export const findDays = (tx: Tx, clients: number[], time_zone: string) => tx.sql<{ id: number; days: string }>`
  select o.client_id as id, string_agg(${dayOf(part`o.received_at`, time_zone)}::text, ' ') as days from orders o
  where o.client_id = any(${clients}::bigint[]) and ${SOLD} group by 1`
/** The last day on which each of them opened the catalogue, since a day. */
export const findOpenings = (tx: Tx, seller: number, since: string) => tx.sql<{ client_id: number; day: string }>`
  select o.user_id as client_id, max(o.day)::text as day from openings o
    join users u on u.company_id = o.company_id and u.id = o.user_id
  where o.day >= ${since} and u.seller_id = ${seller} and u.level = 3 and u.active and u.deleted_at is null
    and not u.blocked group by 1`
/** The seller's orders that wait for an answer. */
export const findOpenOrders = (tx: Tx, seller: number, time_zone: string) => tx.sql<OpenOrder>`
  select o.id, o.number, u.id as client_id, coalesce(nullif(o.company_name, ''), o.name) as name, o.phone, o.status,
    o.answer, o.valid_until, ${dayOf(part`o.updated_at`, time_zone)}::text as day
  from orders o left join users u on u.company_id = o.company_id and u.id = o.client_id and u.deleted_at is null
  where o.seller_id = ${seller} and o.status in ('ajuste_solicitado', 'orcamento') order by o.id`
/** What this seller put off, still today. */
export const findPutOffs = (tx: Tx, seller: number, today: string) =>
  tx.sql<{
    client_id: number | null
    order_id: number | null
  }>`select client_id, order_id from put_offs where user_id = ${seller} and until > ${today}`
/** What is said of these clients. */
export const findNames = (tx: Tx, ids: number[]) => tx.sql<{
  id: number
  name: string
  phone: string
  link_version: number
  revoked: boolean
  path: string
}>`select u.id, coalesce(nullif(u.company_name, ''), u.name) as name, u.phone, u.link_version,
    u.link_revoked_at is not null as revoked, c.path
  from users u join companies c on c.id = u.company_id where u.id = any(${ids}::bigint[])`
export const findReceipts = (tx: Tx, ids: number[]) =>
  tx.sql<{ id: number; receipt_token: string }>`select id, receipt_token from orders where id = any(${ids}::bigint[])`
export const hasClients = async (tx: Tx, seller: number) =>
  (await tx.first`select 1 from users where seller_id = ${seller} and level = 3 and deleted_at is null limit 1`) !==
  undefined
/** Whether this client, or this order, is one that the seller may put off. */
export const mayPutOff = async (tx: Tx, seller: number, client: number | null, order: number | null) =>
  (await tx.first`select 1 where exists (select 1 from users where id = ${client} and level = 3 and deleted_at is null
      and (seller_id = ${seller} or exists (select 1 from orders where client_id = ${client} and seller_id = ${seller})))
    or exists (select 1 from orders where id = ${order} and seller_id = ${seller})`) !== undefined

/** Requests of sellers to subscribe that wait for an admin. */
export const countAsks = async (tx: Tx, company: number) =>
  (await tx.first<{ n: number }>`select count(*) as n from subscription_asks where company_id = ${company}`)?.n ?? 0
/** What each day sold, from one to before another; a seller's, or the whole company's. Days without a sale are not
 * there. */
export const findSold = (
  tx: Tx,
  s: { seller: number | null; from: string; until: string; time_zone: string },
) => tx.sql<{ day: string; orders: number; total: number }>`
  select ${dayOf(part`o.received_at`, s.time_zone)}::text as day, count(*) as orders,
    coalesce(sum(${goods}), 0)::bigint as total
  from orders o join companies c on c.id = o.company_id
  where o.received_at >= ${s.from}::date::timestamp at time zone ${s.time_zone}
    and o.received_at < ${s.until}::date::timestamp at time zone ${s.time_zone}
    and (${s.seller}::bigint is null or o.seller_id = ${s.seller})
    and ${SOLD} group by 1 order by 1`

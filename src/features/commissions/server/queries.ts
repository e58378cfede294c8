import { SOLD } from '#features/orders/server/index.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import type { RateRow } from '../contract.ts'
import type { Place, Rate } from '../rules.ts'

/** A month of the company's time zone. */
export interface Month {
  first: string
  next: string
  time_zone: string
}
const during = (at: Part, m: Month) => part`(${at} >= ${m.first}::date::timestamp at time zone ${m.time_zone}
    and ${at} < ${m.next}::date::timestamp at time zone ${m.time_zone})`
const before = (at: Part, m: Month) => part`${at} < ${m.first}::date::timestamp at time zone ${m.time_zone}`
/** Whose commission belongs to the month: by its arrival, unless that was corrected after it was paid. */
const earned = part`coalesce(o.commission_at, o.received_at)`
/** Orders `o` that arrived in the month. */
const within = (m: Month) => during(part`o.received_at`, m)
/** A moment's month, as "2026-11". */
const monthIn = (at: Part, m: Month) => part`to_char(${at} at time zone ${m.time_zone}, 'YYYY-MM')`
/** An order's goods after its discount, without freight, in the company's own money. */
export const goods = part`case when c.importer and o.currency = 'USD'
    then round((o.total - o.freight) * o.exchange_rate)::bigint else o.total - o.freight end`
/** The rates of the company; for a seller those that can be theirs. */
export const findRates = (tx: Tx, seller: number | null) => tx.sql<
  Omit<RateRow, 'percent'> & { percent: number | null }
>`
  select r.seller_id, r.category_id, r.product_id, r.rate_bp as percent, r.since,
    coalesce(s.name, g.name, p.name, '') as name
  from commission_rates r left join users s on s.company_id = r.company_id and s.id = r.seller_id
    left join categories g on g.company_id = r.company_id and g.id = r.category_id
    left join products p on p.company_id = r.company_id and p.id = r.product_id
  where ${seller}::bigint is null or r.seller_id is null or r.seller_id = ${seller} order by r.since, r.id`
export const findRateBook = (tx: Tx) => tx.sql<Rate>`
  select seller_id, category_id, product_id, rate_bp, since from commission_rates order by since, id`
/** Where these products stand. */
export async function findPlaces(tx: Tx, products: number[]): Promise<Map<number, Place>> {
  const rows = await tx.sql<{ product_id: number; id: number; master_id: number | null }>`
    select pc.product_id, g.id, g.master_id from product_categories pc
    join categories g on g.company_id = pc.company_id and g.id = pc.category_id
    where pc.product_id = any(${products}) order by 1, 2`
  const places = new Map<number, Place & { categories: { id: number; master_id: number | null }[] }>()
  for (const { product_id, id, master_id } of rows) {
    const place = places.get(product_id) ?? { product_id, categories: [] }
    place.categories.push({ id, master_id })
    places.set(product_id, place)
  }
  return places
}
export interface Sale {
  id: number
  number: number | null
  name: string
  at: Date
  day: string
  /** The day that its commission belongs to. */
  earned_day: string
  status: string
  origin: string
  /** It counts as an order now. */
  sold: boolean
  /** "2026-11"; null: it was not cancelled. */
  cancelled: string | null
  invoiced: boolean
  payments: { month: string; cents: number; late: boolean }[]
  currency: string
  seller_id: number
  total: number
  /** After the discount, without freight, in the company's own money. */
  goods: number
  /** [product, total, frozen percentage] by line. */
  lines: [number, number, number | null][]
}
/** Orders that bring something to a month, the newest first, with lines and payments: what sellers sold in it, and what
 * fell away in it of orders of before. A cancelled order was one once it was confirmed or paid. */
export const findSales = (tx: Tx, m: Month, seller: number | null) => tx.sql<Sale>`
  select o.id, o.number, coalesce(nullif(o.company_name, ''), o.name) as name, o.received_at as at,
    to_char(o.received_at at time zone ${m.time_zone}, 'YYYY-MM-DD') as day,
    to_char(${earned} at time zone ${m.time_zone}, 'YYYY-MM-DD') as earned_day, o.status, o.origin,
    ${SOLD} as sold, ${monthIn(part`case when o.status = 'cancelado' then o.cancelled_at end`, m)} as cancelled,
    exists (select 1 from order_events e where e.company_id = o.company_id and e.order_id = o.id
      and e.to_status in ('faturado', 'enviado', 'entregue')) as invoiced,
    (select coalesce(json_agg(json_build_object('month', ${monthIn(part`p.at`, m)}, 'cents', p.cents,
      'late', o.status = 'cancelado' and p.at > o.cancelled_at) order by p.id), '[]')
      from order_payments p where p.company_id = o.company_id and p.order_id = o.id) as payments, o.currency, o.seller_id, o.total, ${goods} as goods,
    (select json_agg(json_build_array(l.product_id, l.total, l.commission_bp) order by l.line) from order_lines l
      where l.company_id = o.company_id and l.order_id = o.id) as lines
  from orders o join companies c on c.id = o.company_id
  where ${of(seller)} and o.origin <> 'historico' and (${SOLD} or (o.status = 'cancelado' and (o.confirmed_at is not null
      or exists (select 1 from order_payments p where p.company_id = o.company_id and p.order_id = o.id))))
    and (${within(m)} or ${during(part`o.commission_at`, m)} or (${before(part`o.received_at`, m)} or ${before(part`o.commission_at`, m)}) and (
      (o.status = 'cancelado' and ${during(part`o.cancelled_at`, m)})
      or exists (select 1 from order_payments p where p.company_id = o.company_id and p.order_id = o.id
        and ${during(part`p.at`, m)})))
  order by o.received_at desc, o.id desc`
const of = (seller: number | null): Part =>
  seller === null ? part`o.seller_id is not null` : part`o.seller_id = ${seller}`
export interface SellerRow {
  id: number
  name: string
  active: boolean
  target: number | null
}
/** Sellers with the target that holds in a month: those of the team, those who sold in it, and those named. */
export const findSellersIn = (tx: Tx, m: Month, seller: number | null, named: number[]) => tx.sql<SellerRow>`
  select s.id, s.name, s.active and s.deleted_at is null as active,
    (select nullif(t.cents, 0) from sales_targets t where t.company_id = s.company_id and t.seller_id = s.id
      and t.month <= ${m.first}::date order by t.month desc limit 1) as target
  from users s where (${seller}::bigint is null or s.id = ${seller}) and ((s.level = 2 and s.active
      and s.deleted_at is null) or s.id = any(${named}::bigint[]) or exists (select 1 from orders o where o.company_id = s.company_id
        and o.seller_id = s.id and ${within(m)} and ${SOLD})) order by s.name, s.id`
export const isSeller = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from users where id = ${id} and level = 2 and deleted_at is null`) !== undefined
export const isCategory = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from categories where id = ${id} and deleted_at is null`) !== undefined
export const isProduct = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from products where id = ${id} and deleted_at is null`) !== undefined

import { ORDER, SOLD } from '#features/orders/server/index.ts'
import { type UserRow, userColumns, userOf } from '#features/users/server/index.ts'
import { part, type Tx } from '#server/db.ts'
import { changedSince } from '#server/device.ts'
import { isAhead } from '#shared/ahead.ts'
import type { Card, Client } from '../contract.ts'
import type { Found } from '../search.ts'
import { rhythm, SILENT_DAYS, usualInterval, usualProducts } from '../rules.ts'

type Row = UserRow & Pick<Client, 'blocked' | 'credit_note' | 'notes' | 'city' | 'lat' | 'lng' | 'last_order_at'>
/** When a client last ordered: one step into the index. */
const lastOrder = part`left join lateral (select o.received_at as last_order_at from orders o
    where o.company_id = u.company_id and o.client_id = u.id and ${SOLD}
    order by o.received_at desc limit 1) l on true`
const newest = part`l.last_order_at desc nulls last, u.id desc`
const live = part`u.level = 3 and u.deleted_at is null and not u.is_visitor`
const columns = part`${userColumns}, blocked, credit_note, notes, coalesce(address->>'city', '') as city, lat, lng,
  last_order_at`

/** By when a company counts its days. */
export interface Today {
  time_zone: string
  day: string
}
/** Every client that may be ordered for, who ordered last first, then who was added last. */
export const findAll = (tx: Tx, seller: number | null) => tx.sql<Found>`
  select u.id, u.name, u.company_name, u.client_code, u.document, u.phone, u.email,
    coalesce(u.address->>'city', '') as city, coalesce(c.other_codes, '') as other_codes
  from users u ${lastOrder} left join (select merged_into, string_agg(client_code, ' ') as other_codes
    from users where merged_into is not null group by 1) c on c.merged_into = u.id
  where ${live} and u.active and (${seller}::bigint is null or u.seller_id = ${seller})
  order by ${newest}`
/** The same clients in no order. */
export const findIds = async (tx: Tx, seller: number | null) =>
  (
    await tx.sql<{ id: number }>`select u.id from users u where ${live} and u.active
    and (${seller}::bigint is null or u.seller_id = ${seller})`
  ).map((r) => r.id)
/** The card that this one became, when it was merged into one that is there. */
export const findSurvivor = (tx: Tx, id: number) =>
  tx.first<{ id: number; name: string; company_name: string; seller_id: number | null }>`
    select u.id, u.name, u.company_name, u.seller_id from users u
    where u.id = app.surviving_client(${id}) and u.id <> ${id} and ${live}`
/** Whoever did order, and not in the last 60 days. */
const silent = ({ day, time_zone }: Today) => part`last_order_at
  < (${day}::date - ${SILENT_DAYS}::int + 1)::timestamp at time zone ${time_zone}`
export const countSilent = async (tx: Tx, today: Today) =>
  (
    await tx.first<{ n: number }>`select count(*) as n from users u ${lastOrder}
    where ${live} and u.active and ${silent(today)}`
  )?.n ?? 0
/** A page of them, in the same order or by name. */
export async function findPage(
  tx: Tx,
  f: { seller: number | null; byName: boolean; silent: Today | null; limit: number; offset: number },
): Promise<{ rows: Row[]; total: number }> {
  const found = await tx.sql<{ id: number; total: number }>`
    select u.id, count(*) over () as total from users u ${f.byName ? part`` : lastOrder}
    where ${live} and u.active and (${f.seller}::bigint is null or u.seller_id = ${f.seller})
      and ${f.silent ? silent(f.silent) : part`true`}
    order by ${f.byName ? part`lower(coalesce(nullif(u.company_name, ''), u.name)), u.id` : newest}
    limit ${f.limit} offset ${f.offset}`
  const rows = await findThese(
    tx,
    found.map((r) => r.id),
  )
  return { rows, total: found[0]?.total ?? 0 }
}
/** These clients, in this order. */
export async function findThese(tx: Tx, ids: number[]): Promise<Row[]> {
  const rows = await tx.sql<Row>`select ${columns} from users u ${lastOrder}
    where ${live} and u.id = any(${ids}::bigint[])`
  const byId = new Map(rows.map((r) => [r.id, r]))
  return ids.map((id) => byId.get(id)).filter((r) => r !== undefined)
}
/** The days on which each of these clients ordered. */
export async function findOrderDays(tx: Tx, ids: number[], time_zone: string): Promise<Map<number, string[]>> {
  const rows = await tx.sql<{ id: number; days: string }>`
    select id, string_agg(day::text, ' ') as days from (
      select distinct o.client_id as id, (o.received_at at time zone ${time_zone})::date as day from orders o
      where o.client_id = any(${ids}::bigint[]) and ${SOLD}) d group by 1`
  return new Map(rows.map((r) => [r.id, r.days.split(' ')]))
}
/** How many days usually pass between the orders of each of these clients. */
export const intervalsOf = async (tx: Tx, ids: number[], time_zone: string) =>
  new Map([...(await findOrderDays(tx, ids, time_zone))].map(([id, days]) => [id, usualInterval(days)]))
/** Rows with how they buy. */
export async function withRhythm(tx: Tx, rows: Row[], today: Today): Promise<Client[]> {
  const ids = rows.map((r) => r.id)
  const days = await findOrderDays(tx, ids, today.time_zone)
  return rows.map((r) => ({ ...userOf(r), ...rhythm(days.get(r.id) ?? [], today.day) }))
}
/** What cards show beside their clients. */
export async function findCards(tx: Tx, clients: Client[]): Promise<Card[]> {
  const ids = clients.map((c) => c.id)
  const moves = await tx.sql<Card['moves'][number] & { client_id: number }>`
    select m.client_id, m.at, m.who, coalesce(f.name, '') as from, coalesce(t.name, '') as to
    from unnest(${ids}::bigint[]) of(id) cross join lateral (select * from portfolio_moves x
      where x.company_id = app.company() and x.client_id = of.id order by x.id desc limit 20) m
    left join users f on f.company_id = m.company_id and f.id = m.from_seller
    left join users t on t.company_id = m.company_id and t.id = m.to_seller
    order by m.id desc`
  const merges = await tx.sql<Card['merges'][number] & { code: string; survivor_id: number }>`
    select m.survivor_id, m.id, coalesce(nullif(g.company_name, ''), g.name) as name, m.at, m.who,
      cardinality(m.orders) as orders, g.client_code as code
    from client_merges m join users g on g.company_id = m.company_id and g.id = m.gone_id
    where m.survivor_id = any(${ids}::bigint[]) and m.undone_at is null order by m.id desc`
  const sellers = await tx.sql<{ id: number; name: string }>`select id, name from users
    where level = 2 and id = any(${[...new Set(clients.map((c) => c.seller_id))]}::bigint[])`
  const names = new Map(sellers.map((s) => [s.id, s.name]))
  const [moved, merged] = [Map.groupBy(moves, (m) => m.client_id), Map.groupBy(merges, (m) => m.survivor_id)]
  return clients.map((c) => {
    const mine = merged.get(c.id) ?? []
    const codes = mine.map((m) => m.code).filter((code) => code && code !== c.client_code)
    return {
      ...c,
      seller_name: names.get(c.seller_id ?? 0) ?? '',
      other_codes: [...new Set(codes)],
      merges: mine.map(({ code: _code, survivor_id: _id, ...m }) => m),
      moves: (moved.get(c.id) ?? []).map(({ client_id: _id, ...m }) => m),
    }
  })
}
/** Ids of clients whom a reader keeps; `seller`: of this portfolio. */
export const idsOf = (seller: number | null) => part`select u.id from users u
  where ${live} and u.active and (${seller}::bigint is null or u.seller_id = ${seller})`
/** Of these, whom or whose orders somebody changed since, by id. */
export const findChanged = (
  tx: Tx,
  f: { seller: number | null; since: string | null; after: number; limit: number },
) => tx.sql<Row>`
  select ${columns} from users u ${lastOrder} where u.id in (
    select u.id from users u where u.id in (${idsOf(f.seller)}) and u.id > ${f.after} and ${
      f.since === null
        ? part`true`
        : part`(${changedSince(part`u.changed`, f.since)} or u.id in (select o.client_id from orders o
          where o.client_id is not null and ${changedSince(part`o.changed`, f.since)}))`
    } order by u.id limit ${f.limit}) order by u.id`

/** As many of a client's orders as habits are read from. */
const LAST = 24
export interface PastOrder {
  client_id: number
  id: number
  number: number | null
  at: Date
  total: number
  seller_id: number | null
  items: { product_id: number; specs: Record<string, string>; quantity: number; sold: boolean }[]
}
/** The last orders that count of these clients, newest first as in the list of orders; `sold`: the product can still be
 * sold. */
export async function findLastOrders(tx: Tx, clients: number[], now: Date): Promise<PastOrder[]> {
  const read = (of: number[], order: 'newest' | 'by_number') => tx.sql<PastOrder>`
    select o.client_id, o.id, o.number, o.received_at as at, o.total, o.seller_id, coalesce((
      select json_agg(json_build_object('product_id', l.product_id, 'specs', l.specs, 'quantity', l.quantity,
        'sold', p.active and p.deleted_at is null) order by l.line)
      from order_lines l join products p on p.company_id = l.company_id and p.id = l.product_id
      where l.company_id = o.company_id and l.order_id = o.id), '[]') as items
    from unnest(${of}::bigint[]) of(id) cross join lateral (select * from orders o
      where o.company_id = app.company() and o.client_id = of.id and ${SOLD}
      order by ${ORDER[order]} limit ${LAST}) o
    order by ${ORDER[order]}`
  const orders = await read(clients, 'newest')
  const ahead = new Set(orders.filter((o) => isAhead(o.at, now)).map((o) => o.client_id))
  if (ahead.size === 0) return orders
  return [...orders.filter((o) => !ahead.has(o.client_id)), ...(await read([...ahead], 'by_number'))]
}
/** What a client usually buys, of the last orders; `sold`: only what can still be sold. */
export const usualOf = (orders: PastOrder[], sold: boolean) =>
  usualProducts(
    orders.flatMap((o) => o.items.filter((i) => i.sold || !sold).map((i) => ({ ...i, order_id: o.id, at: o.at }))),
  )

// The list of orders.
import { escapeLike, part, type Tx } from '#server/db.ts'
import { latestBy } from '#shared/ahead.ts'
import type { OrderSummary } from '../../contract.ts'
import type { Status } from '../../status.ts'
import { quoted, SOLD } from '../queries.ts'

interface OrderFilter {
  seller_id: number | null
  client_id: number | null
  status: Status[]
  sold: boolean
  search: string
  from: string | null
  until: string | null
  time_zone: string
  now: Date
  order: 'newest' | 'oldest' | 'total' | 'name'
  limit: number
  offset: number
}
export const ORDER = {
  /** While moments lie ahead: new orders come above those that the clock dated before it was set back. */
  by_number: part`o.origin = 'historico', case when o.origin = 'historico' then o.received_at end desc, o.id desc`,
  newest: part`o.received_at desc, o.id desc`,
  oldest: part`o.received_at, o.id`,
  total: part`o.total desc, o.id desc`,
  name: part`o.name, o.id desc`,
}

export async function findOrders(tx: Tx, f: OrderFilter): Promise<{ rows: OrderSummary[]; total: number }> {
  const like = `%${escapeLike(f.search)}%`
  const where = part`(${f.seller_id}::bigint is null or o.seller_id = ${f.seller_id})
    and (${f.client_id}::bigint is null or o.client_id = ${f.client_id})
    and (cardinality(${f.status}::text[]) = 0 or o.status = any(${f.status}::text[]))
    and ${f.sold ? SOLD : part`true`}
    and (${f.search} = '' or o.name ilike ${like} or o.company_name ilike ${like} or o.number::text = ${f.search}
      or o.client_code = ${f.search})
    and (${f.from}::date is null or o.received_at >= ${f.from}::date::timestamp at time zone ${f.time_zone})
    and (${f.until}::date is null or o.received_at < (${f.until}::date + 1)::timestamp at time zone ${f.time_zone})`
  const read = (order: keyof typeof ORDER) => tx.sql<OrderSummary>`
    select o.id, o.company_id, o.number, o.status, o.reasons, o.name, o.company_name, o.seller_id, o.seller_name,
      o.client_id, o.origin, o.currency, o.items_count, o.total, o.taken_at, o.received_at, o.updated_at, ${quoted}
    from orders o where ${where} order by ${ORDER[order]} limit ${f.limit} offset ${f.offset}`
  let rows = await read(f.order)
  if (f.order === 'newest') {
    const soon = latestBy(f.now)
    // The first page begins with what lies ahead; of others it is asked.
    const ahead =
      f.offset === 0
        ? rows.some((o) => o.received_at > soon)
        : (await tx.first`select 1 from orders o where ${where} and o.received_at > ${soon} limit 1`) !== undefined
    if (ahead) rows = await read('by_number')
  }
  const counted = await tx.first<{ n: number }>`select count(*) as n from orders o where ${where}`
  return { rows, total: counted?.n ?? 0 }
}

import type { Tx } from '#server/db.ts'
import type { Cell } from '#shared/cell.ts'

export interface LineFilter {
  order: number | null
  /** Calendar days, in the company's time zone. */
  from: string | null
  until: string | null
  time_zone: string
  seller: number | null
  client: number | null
  /** Of these only. */
  orders?: number[]
  after: [number, number]
  limit: number
}
/** Lines of orders: one, or those that arrived in a period, in pages by (order, line). A sheet's
 * moments have no zone: they are the company's clock, as its days are. */
export const findLines = (tx: Tx, f: LineFilter) => tx.sql<{ order_id: number; line: number; cells: Cell[] }>`
  select l.order_id, l.line, json_build_array(o.number, to_char(o.received_at at time zone ${f.time_zone},
    'YYYY-MM-DD"T"HH24:MI:SS"Z"'), o.status, o.name, o.company_name, o.document, o.seller_name, l.code, l.name,
      (select string_agg(value, ' · ') from jsonb_each_text(l.specs)), l.quantity, l.unit_price, l.total, o.discount,
      o.total, o.currency, l.discount, o.freight) as cells
  from order_lines l join orders o on o.company_id = l.company_id and o.id = l.order_id
  where (${f.order}::bigint is null or o.id = ${f.order})
  and (${f.from}::date is null or o.received_at >= ${f.from}::date::timestamp at time zone ${f.time_zone})
    and (${f.until}::date is null or o.received_at < (${f.until}::date + 1)::timestamp at time zone ${f.time_zone})
    and (${f.seller}::bigint is null or o.seller_id = ${f.seller})
    and (${f.client}::bigint is null or o.client_id = ${f.client})
    and (${f.orders ?? null}::bigint[] is null or o.id = any(${f.orders ?? null}::bigint[]))
    and (l.order_id, l.line) > (${f.after[0]}, ${f.after[1]}) and o.status <> 'rascunho'
  order by l.order_id, l.line limit ${f.limit}`

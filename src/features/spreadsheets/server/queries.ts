import type { Tx } from '#server/db.ts'
import type { Cell } from '../columns.ts'

export interface ExportRow {
  id: number
  category: string
  [field: string]: unknown
}
/** Products in pages by id, with their categories by name. */
export const findPage = (tx: Tx, after: number, limit: number) => tx.sql<ExportRow>`
  select p.id, p.code, p.name, p.price, p.price2, p.price3, p.price_promo, p.stock, p.active, p.ean, p.description, p.additional_text, p.tags, p."order",
    p.min_quantity, p.multiple, p.code_2, p.reference,
    coalesce((select string_agg(c.name, '; ' order by c.name) from product_categories pc join categories c on c.company_id = pc.company_id and c.id = pc.category_id and c.deleted_at is null
      where pc.company_id = p.company_id and pc.product_id = p.id), '') as category
  from products p where p.id > ${after} and p.deleted_at is null order by p.id limit ${limit}`
/** Products with these codes, lower case. */
export const findIdsByCode = (tx: Tx, codes: string[]) => tx.sql<{ id: number; code: string }>`
  select id, lower(code) as code from products where lower(code) = any(${codes}) and code <> '' and deleted_at is null`
/** What these codes (lower case) sold are, by product or variation code, at the price of today; gone and inactive ones too. */
export const findSold = (tx: Tx, codes: string[]) => tx.sql<{
  product_id: number
  variation_id: number | null
  code: string
  name: string
  specs: Record<string, string>
  ean: string
  photo: string
  price: number | null
}>`
  select distinct on (lower(x.code)) x.product_id, x.variation_id, x.code, p.name, x.specs, x.ean, coalesce(x.price, p.price) as price,
    coalesce((select '/files/' || i.hash || '.webp' from product_images i where i.company_id = p.company_id and i.product_id = p.id order by i.slot limit 1), '') as photo
  from (select id as product_id, null::bigint as variation_id, code, '{}'::jsonb as specs, ean, price from products where lower(code) = any(${codes}) and code <> ''
    union all select product_id, id, code, specs, ean, price from variations where lower(code) = any(${codes}) and code <> '') x
  join products p on p.company_id = app.company() and p.id = x.product_id order by lower(x.code), p.deleted_at desc nulls first, x.variation_id nulls first`
export interface LineFilter {
  order: number | null
  /** Calendar days, in the company's time zone. */
  from: string | null
  until: string | null
  time_zone: string
  seller: number | null
  client: number | null
  after: [number, number]
  limit: number
}
/** Lines of orders: one, or those that arrived in a period, in pages by (order, line). A sheet's moments have no zone: they are the
 * company's clock, as its days are. */
export const findLines = (tx: Tx, f: LineFilter) => tx.sql<{ order_id: number; line: number; cells: Cell[] }>`
  select l.order_id, l.line, json_build_array(o.number, to_char(o.received_at at time zone ${f.time_zone}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), o.status, o.name, o.company_name, o.document, o.seller_name, l.code, l.name,
      (select string_agg(value, ' · ') from jsonb_each_text(l.specs)), l.quantity, l.unit_price, l.total, o.discount, o.total, o.currency) as cells
  from order_lines l join orders o on o.company_id = l.company_id and o.id = l.order_id
  where (${f.order}::bigint is null or o.id = ${f.order}) and (${f.from}::date is null or o.received_at >= ${f.from}::date::timestamp at time zone ${f.time_zone})
    and (${f.until}::date is null or o.received_at < (${f.until}::date + 1)::timestamp at time zone ${f.time_zone})
    and (${f.seller}::bigint is null or o.seller_id = ${f.seller}) and (${f.client}::bigint is null or o.client_id = ${f.client})
    and (l.order_id, l.line) > (${f.after[0]}, ${f.after[1]}) and o.status <> 'rascunho'
  order by l.order_id, l.line limit ${f.limit}`

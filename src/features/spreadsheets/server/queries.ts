import type { Tx } from '#server/db.ts'

export interface ExportRow {
  id: number
  category: string
  [field: string]: unknown
}
/** Products in pages by id, with their categories by name. */
export const findPage = (tx: Tx, after: number, limit: number) => tx.sql<ExportRow>`
  select p.id, p.code, p.name, p.price, p.price2, p.price3, p.price_promo, p.stock, p.active, p.ean, p.description,
  p.additional_text, p.tags, p."order",
    p.min_quantity, p.multiple, p.code_2, p.reference,
    coalesce((select string_agg(c.name, '; ' order by c.name) from product_categories pc
      join categories c on c.company_id = pc.company_id and c.id = pc.category_id and c.deleted_at is null
      where pc.company_id = p.company_id and pc.product_id = p.id), '') as category
  from products p where p.id > ${after} and p.deleted_at is null order by p.id limit ${limit}`
/** What these codes (lower case) sold are, by product or variation code, at the price of
 * today; gone and inactive ones too. */
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
  select distinct on (lower(x.code)) x.product_id, x.variation_id, x.code, p.name, x.specs, x.ean,
  coalesce(x.price, p.price) as price,
    coalesce((select '/files/' || i.hash || '.webp' from product_images i
      where i.company_id = p.company_id and i.product_id = p.id order by i.slot limit 1), '') as photo
  from (select id as product_id, null::bigint as variation_id, code, '{}'::jsonb as specs, ean, price from products
    where lower(code) = any(${codes}) and code <> ''
    union all select product_id, id, code, specs, ean, price from variations
    where lower(code) = any(${codes}) and code <> '') x
  join products p on p.company_id = app.company() and p.id = x.product_id
  order by lower(x.code), p.deleted_at desc nulls first, x.variation_id nulls first`

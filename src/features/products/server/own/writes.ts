// A product's own columns, those that its form writes: how they are read, added and changed.
import { companyTurn } from '#server/company_lock.ts'
import { part, type Tx } from '#server/db.ts'
import { searchExtra, searchText } from '../../search.ts'

export interface Written {
  name: string
  code: string
  code_2: string
  reference: string
  ean: string
  price: number | null
  price2: number | null
  price3: number | null
  price_promo: number | null
  description: string
  additional_text: string
  tags: string[]
  order: number
  active: boolean
  stock: number | null
  min_quantity: number
  multiple: number
  mixed?: boolean
  promo_from?: string | null
  promo_until?: string | null
  entity_id?: number | null
}
/** As they are read. */
export const own = part`p.name, p.code, p.code_2, p.reference, p.ean, p.price, p.price2, p.price3, p.price_promo,
  p.promo_from, p.promo_until, p.description, p.additional_text, p.tags, p."order", p.active, p.min_quantity,
  p.multiple, p.mixed, p.stock, p.entity_id`
/** A product to add; only its name is needed. */
export type New = { [K in keyof Written]?: Written[K] | undefined } & { name: string }
/** Adds products in one statement; answers their ids in the order given. What is left out is
 * empty, on, and sold by the piece. */
export async function addProducts(tx: Tx, company: number, rows: New[]): Promise<number[]> {
  const full = rows.map((r, n) => {
    const { name, code = '', ean = '', code_2 = '', reference = '' } = r
    return { ...r, n, search_text: searchText({ name, code, ean }), search_extra: searchExtra({ code_2, reference }) }
  })
  // One value instead of a row for each: 50,000 of them are a tenth of an import.
  const added = await tx.first<{ ids: number[] | null }>`
    with added as (insert into products (company_id, name, code, code_2, reference, ean, price, price2, price3,
      price_promo, description,
      additional_text, tags, "order", active, stock, min_quantity, multiple, mixed, promo_from, promo_until, entity_id,
      search_text, search_extra, version)
    select ${company}, r.name, coalesce(r.code, ''), coalesce(r.code_2, ''), coalesce(r.reference, ''),
    coalesce(r.ean, ''), r.price, r.price2, r.price3, r.price_promo,
      coalesce(r.description, ''), coalesce(r.additional_text, ''), coalesce(r.tags, '{}'), coalesce(r."order", 0),
      coalesce(r.active, true), r.stock,
      coalesce(r.min_quantity, 1), coalesce(r.multiple, 1), coalesce(r.mixed, true), r.promo_from, r.promo_until,
      r.entity_id, r.search_text, r.search_extra, (select app.raise_version(${company}))
    from json_to_recordset(${JSON.stringify(full)}::json) as r(name text, code text, code_2 text, reference text,
      ean text,
      price bigint, price2 bigint, price3 bigint, price_promo bigint, description text, additional_text text,
      tags text[], "order" int,
      active boolean, stock bigint, min_quantity int, multiple int, mixed boolean, promo_from date, promo_until date,
      entity_id bigint, search_text text, search_extra text, n bigint)
    order by r.n returning id) select json_agg(id) as ids from added`
  return added?.ids ?? []
}
export async function changeProduct(tx: Tx, id: number, change: Partial<Written>): Promise<void> {
  const has = (key: keyof Written) => Object.hasOwn(change, key)
  const was = await tx.first<Written>`select * from products where id = ${id} and ${companyTurn} for update`
  const now = { ...(was as Written), ...change }
  await tx.sql`update products set name = ${now.name}, code = ${now.code}, code_2 = ${now.code_2},
    reference = ${now.reference},
    ean = ${now.ean}, price = ${now.price}, price2 = ${now.price2}, price3 = ${now.price3},
    price_promo = ${now.price_promo},
    description = ${now.description}, additional_text = ${now.additional_text}, tags = ${now.tags},
    "order" = ${now.order},
    active = ${now.active}, min_quantity = ${now.min_quantity}, multiple = ${now.multiple},
    mixed = ${now.mixed ?? true},
    promo_from = ${now.promo_from ?? null}, promo_until = ${now.promo_until ?? null},
    entity_id = ${now.entity_id ?? null}
    ${has('stock') ? part`, stock = ${now.stock}` : part``} where id = ${id}`
  await refreshSearch(tx, [id])
}
/** Writes the search text of products again, from them and their variations. */
export async function refreshSearch(tx: Tx, ids: number[]): Promise<void> {
  const rows = await tx.sql<Written & { id: number; variations: { code: string; ean: string }[] }>`
    select id, name, code, code_2, reference, ean, (select coalesce(json_agg(json_build_object('code', v.code, 'ean',
      v.ean) order by v."order", v.id), '[]')
      from variations v where v.company_id = p.company_id and v.product_id = p.id) as variations
    from products p where id = any(${ids}::bigint[])`
  const texts = rows.map((r) => ({ id: r.id, search_text: searchText(r), search_extra: searchExtra(r) }))
  await tx.sql`update products p set search_text = t.search_text, search_extra = t.search_extra
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(id bigint, search_text text, search_extra text)
    where p.id = t.id and (p.search_text, p.search_extra) is distinct from (t.search_text, t.search_extra)`
}

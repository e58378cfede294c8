import type { Tx } from '#server/db.ts'
import { part } from '#server/db.ts'
import { searchExtra, searchText } from '../search.ts'

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
}
export interface WrittenVariation {
  specs: Record<string, string>
  code: string
  ean: string
  price: number | null
  surcharge: number
  stock: number | null
}
/** Adds products in one statement; answers their ids in the order given. */
export async function addProducts(tx: Tx, company: number, rows: Written[]): Promise<number[]> {
  const full = rows.map((r, n) => ({ ...r, n, search_text: searchText(r), search_extra: searchExtra(r) }))
  const added = await tx.sql<{ id: number }>`
    insert into products (company_id, name, code, code_2, reference, ean, price, price2, price3, price_promo, description,
      additional_text, tags, "order", active, stock, min_quantity, multiple, search_text, search_extra)
    select ${company}, r.name, r.code, r.code_2, r.reference, r.ean, r.price, r.price2, r.price3, r.price_promo, r.description,
      r.additional_text, r.tags, r."order", r.active, r.stock, r.min_quantity, r.multiple, r.search_text, r.search_extra
    from jsonb_to_recordset(${JSON.stringify(full)}::jsonb) as r(name text, code text, code_2 text, reference text, ean text,
      price bigint, price2 bigint, price3 bigint, price_promo bigint, description text, additional_text text, tags text[], "order" int,
      active boolean, stock bigint, min_quantity int, multiple int, search_text text, search_extra text, n bigint)
    order by r.n returning id`
  return added.map((r) => r.id)
}
export async function changeProduct(tx: Tx, id: number, change: Partial<Written>): Promise<void> {
  const has = (key: keyof Written) => Object.hasOwn(change, key)
  const was = await tx.first<Written>`select * from products where id = ${id} for update`
  const now = { ...(was as Written), ...change }
  await tx.sql`update products set name = ${now.name}, code = ${now.code}, code_2 = ${now.code_2}, reference = ${now.reference},
    ean = ${now.ean}, price = ${now.price}, price2 = ${now.price2}, price3 = ${now.price3}, price_promo = ${now.price_promo},
    description = ${now.description}, additional_text = ${now.additional_text}, tags = ${now.tags}, "order" = ${now.order},
    active = ${now.active}, min_quantity = ${now.min_quantity}, multiple = ${now.multiple}
    ${has('stock') ? part`, stock = ${now.stock}` : part``} where id = ${id}`
  await refreshSearch(tx, id)
}
/** Writes the search text again, from the product and its variations. */
export async function refreshSearch(tx: Tx, id: number): Promise<void> {
  const p = await tx.first<Written>`select name, code, code_2, reference, ean from products where id = ${id}`
  if (!p) return
  const variations = await tx.sql<{ code: string; ean: string }>`select code, ean from variations where product_id = ${id} order by "order", id`
  await tx.sql`update products set search_text = ${searchText({ ...p, variations })}, search_extra = ${searchExtra(p)} where id = ${id}`
}
export async function setCategories(tx: Tx, company: number, product: number, categories: number[]): Promise<void> {
  await tx.sql`delete from product_categories where product_id = ${product} and category_id <> all(${categories}::bigint[])`
  await tx.sql`insert into product_categories (company_id, product_id, category_id)
    select ${company}, ${product}, c from unnest(${categories}::bigint[]) c on conflict do nothing`
}
export async function countCategories(tx: Tx, categories: number[]): Promise<number> {
  return (await tx.first<{ n: number }>`select count(*) as n from categories where id = any(${categories}::bigint[]) and deleted_at is null`)?.n ?? 0
}
/** Replaces a product's variations; one with the same choice keeps its id. */
export async function setVariations(tx: Tx, company: number, product: number, list: WrittenVariation[]): Promise<void> {
  await tx.sql`delete from variations where product_id = ${product}
    and specs not in (select specs from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(specs jsonb))`
  await tx.sql`insert into variations (company_id, product_id, specs, code, ean, price, surcharge, stock, "order")
    select ${company}, ${product}, v.specs, v.code, v.ean, v.price, v.surcharge, v.stock, v.n
    from jsonb_to_recordset(${JSON.stringify(list.map((v, n) => ({ ...v, n })))}::jsonb) as v(specs jsonb, code text, ean text, price bigint, surcharge bigint, stock bigint, n int)
    on conflict (company_id, product_id, specs) do update set code = excluded.code, ean = excluded.ean, price = excluded.price,
      surcharge = excluded.surcharge, stock = excluded.stock, "order" = excluded."order"`
}
export async function findCodeOwner(tx: Tx, code: string): Promise<number | undefined> {
  return (await tx.first<{ id: number }>`select id from products where lower(code) = lower(${code}) and deleted_at is null`)?.id
}
/** Locks the company's product limit and answers how many more fit. */
export async function roomForProducts(tx: Tx, company: number): Promise<number> {
  await tx.sql`select 1 from company_counters where company_id = ${company} for update`
  const row = await tx.first<{ room: number }>`
    select c.max_products - (select count(*) from products p where p.company_id = c.id and p.deleted_at is null) as room
    from companies c where c.id = ${company}`
  return row?.room ?? 0
}
export const removeProduct = (tx: Tx, id: number, now: Date) => tx.sql`update products set deleted_at = ${now}, active = false where id = ${id}`
/** Puts a picture into the first free slot (or the one given); false when all ten are taken. */
export async function attachImage(tx: Tx, company: number, product: number, hash: string, slot: number | null): Promise<boolean> {
  const rows = await tx.sql`
    insert into product_images (company_id, product_id, slot, hash)
    select ${company}, ${product}, s, ${hash} from (
      select coalesce(${slot}::int, (select min(n) from generate_series(1, 10) n
        where n not in (select slot from product_images where product_id = ${product}))) as s) free where s is not null
    on conflict (company_id, product_id, slot) do update set hash = excluded.hash returning slot`
  return rows.length > 0
}
export const detachImages = (tx: Tx, product: number, hashes: string[], slots: number[]) =>
  tx.sql`delete from product_images where product_id = ${product} and (hash = any(${hashes}) or slot = any(${slots}::int[]))`
/** Which of these codes exist already, lower case. */
export async function findTakenCodes(tx: Tx, codes: string[]): Promise<Set<string>> {
  const rows = await tx.sql<{ code: string }>`select lower(code) as code from products
    where lower(code) = any(${codes.map((c) => c.toLowerCase())}) and code <> '' and deleted_at is null`
  return new Set(rows.map((r) => r.code))
}
export const linkCategories = (tx: Tx, company: number, links: { product_id: number; category_id: number }[]) => tx.sql`
  insert into product_categories (company_id, product_id, category_id)
  select ${company}, l.product_id, l.category_id from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(product_id bigint, category_id bigint)
  on conflict do nothing`

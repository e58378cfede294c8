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
  mixed?: boolean
  promo_from?: string | null
  promo_until?: string | null
  entity_id?: number | null
}
export interface WrittenVariation {
  specs: Record<string, string>
  code: string
  ean: string
  price: number | null
  surcharge: number
  stock: number | null
  image: string
}
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
export const lockProduct = (tx: Tx, id: number) => tx.sql`select 1 from products where id = ${id} for update`
export async function changeProduct(tx: Tx, id: number, change: Partial<Written>): Promise<void> {
  const has = (key: keyof Written) => Object.hasOwn(change, key)
  const was = await tx.first<Written>`select * from products where id = ${id} for update`
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
export async function setCategories(tx: Tx, company: number, product: number, categories: number[]): Promise<void> {
  await tx.sql`delete from product_categories
    where product_id = ${product} and category_id <> all(${categories}::bigint[])`
  await tx.sql`insert into product_categories (company_id, product_id, category_id)
    select ${company}, ${product}, c from unnest(${categories}::bigint[]) c on conflict do nothing`
}
export async function countCategories(tx: Tx, categories: number[]): Promise<number> {
  return (
    (
      await tx.first<{
        n: number
      }>`select count(*) as n from categories where id = any(${categories}::bigint[]) and deleted_at is null`
    )?.n ?? 0
  )
}
/** Replaces a product's variations; one with the same choice keeps its id. */
export async function setVariations(tx: Tx, company: number, product: number, list: WrittenVariation[]): Promise<void> {
  await tx.sql`delete from variations where product_id = ${product}
    and specs not in (select specs from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(specs jsonb))`
  await tx.sql`insert into variations (company_id, product_id, specs, code, ean, price, surcharge, stock, image,
    "order")
    select ${company}, ${product}, v.specs, v.code, v.ean, v.price, v.surcharge, v.stock, v.image, v.n
    from jsonb_to_recordset(${JSON.stringify(list.map((v, n) => ({ ...v, n })))}::jsonb) as v(specs jsonb, code text,
      ean text, price bigint, surcharge bigint, stock bigint, image text, n int)
    on conflict (company_id, product_id, specs) do update
    set code = excluded.code, ean = excluded.ean, price = excluded.price,
      surcharge = excluded.surcharge, stock = excluded.stock, image = excluded.image, "order" = excluded."order"`
}
export async function findCodeOwner(tx: Tx, code: string): Promise<number | undefined> {
  return (
    await tx.first<{ id: number }>`select id from products where lower(code) = lower(${code}) and deleted_at is null`
  )?.id
}
/** Locks the company's product limit and answers how many more fit. */
export async function roomForProducts(tx: Tx, company: number): Promise<number> {
  await tx.sql`select 1 from company_counters where company_id = ${company} for update`
  const row = await tx.first<{ room: number }>`
    select c.max_products - (select count(*) from products p
      where p.company_id = c.id and p.active and p.deleted_at is null) as room
    from companies c where c.id = ${company}`
  return row?.room ?? 0
}
export const removeProduct = (tx: Tx, id: number, now: Date) =>
  tx.sql`update products set deleted_at = ${now}, active = false where id = ${id}`
/** Puts a picture into the first free slot (or the one given); false when all ten are taken. */
export async function attachImage(
  tx: Tx,
  company: number,
  product: number,
  hash: string,
  slot: number | null,
): Promise<boolean> {
  const rows = await tx.sql`
    insert into product_images (company_id, product_id, slot, hash)
    select ${company}, ${product}, s, ${hash} from (
      select coalesce(${slot}::int, (select min(n) from generate_series(1, 10) n
        where n not in (select slot from product_images where product_id = ${product}))) as s) free where s is not null
    on conflict (company_id, product_id, slot) do update set hash = excluded.hash returning slot`
  return rows.length > 0
}
export const detachImages = (tx: Tx, product: number, hashes: string[], slots: number[]) =>
  tx.sql`delete from product_images where product_id = ${product}
    and (hash = any(${hashes}) or slot = any(${slots}::int[]))`
/** Puts the listed pictures first, in their order; the others follow as they stood. */
export async function orderImages(tx: Tx, company: number, product: number, listed: string[]): Promise<void> {
  const before = (
    await tx.sql<{ hash: string }>`select hash from product_images where product_id = ${product} order by slot`
  ).map((r) => r.hash)
  const next = [...new Set([...listed, ...before])].slice(0, 10)
  if (next.join() === before.join()) return
  const known = (await tx.sql<{ hash: string }>`select hash from files where hash = any(${next})`).map((r) => r.hash)
  await tx.sql`delete from product_images where product_id = ${product}`
  await tx.sql`insert into product_images (company_id, product_id, slot, hash) select ${company}, ${product}, n, hash
    from unnest(${next.filter((h) => known.includes(h))}::text[]) with ordinality as x(hash, n)`
}
export const isEntity = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from entities where id = ${id} and deleted_at is null`) !== undefined
/** Links new products to their categories, each pair once. */
export const linkCategories = (tx: Tx, company: number, links: { product_id: number; category_id: number }[]) => tx.sql`
  insert into product_categories (company_id, product_id, category_id)
  select ${company}, l.product_id, l.category_id
  from unnest(${`{${links.map((l) => l.product_id).join()}}`}::bigint[],
    ${`{${links.map((l) => l.category_id).join()}}`}::bigint[]) as l(product_id, category_id)`

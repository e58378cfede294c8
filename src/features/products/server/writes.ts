import { companyTurn, lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'

export interface WrittenVariation {
  specs: Record<string, string>
  code: string
  ean: string
  price: number | null
  surcharge: number
  stock: number | null
  image: string
}
const SLOTS = Array.from({ length: 10 }, (_, i) => i + 1)
export const lockProduct = (tx: Tx, id: number) =>
  tx.sql`select 1 from products where id = ${id} and ${companyTurn} for update`
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
/** How many more products fit into the company's plan; `lock`: nobody else takes the room until the transaction ends. */
export async function roomForProducts(tx: Tx, company: number, lock = true): Promise<number> {
  if (lock) await lockCompany(tx, company)
  const row = await tx.first<{ room: number }>`
    select c.max_products - (select count(*) from products p
      where p.company_id = c.id and p.active and p.deleted_at is null) as room
    from companies c where c.id = ${company}`
  return row?.room ?? 0
}
export const removeProduct = (tx: Tx, id: number, now: Date) =>
  tx.sql`update products set deleted_at = ${now}, active = false where id = ${id}`
/** Puts a picture into the first free slot (or the one given); false when all ten are taken. One that the product shows
 * stays where it is. */
export async function attachImage(
  tx: Tx,
  company: number,
  product: number,
  hash: string,
  slot: number | null,
): Promise<boolean> {
  // Which slots are free is asked when nobody else is filling one.
  await lockProduct(tx, product)
  const shown = await tx.sql<{ slot: number; hash: string }>`
    select slot, hash from product_images where product_id = ${product}`
  if (shown.some((i) => i.hash === hash)) return true
  const free = slot ?? SLOTS.find((n) => shown.every((i) => i.slot !== n))
  if (free === undefined) return false
  await tx.sql`insert into product_images (company_id, product_id, slot, hash)
    values (${company}, ${product}, ${free}, ${hash})
    on conflict (company_id, product_id, slot) do update set hash = excluded.hash`
  return true
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
/** Behind the last place of the shelf; 0 where nothing was ever put in order, so that names go on deciding. */
export const nextPlace = async (tx: Tx): Promise<number> =>
  (
    await tx.first<{ n: number }>`select coalesce(nullif(max("order"), 0) + 1, 0) as n from products
      where deleted_at is null`
  )?.n ?? 0

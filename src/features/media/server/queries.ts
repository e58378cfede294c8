import { companyTurn } from '#server/company_lock.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import { fold } from '#features/products/search.ts'
import type { Media } from '../contract.ts'

const patterns = (words: string) =>
  fold(words)
    .split(' ')
    .filter(Boolean)
    .map((word) => `%${word}%`)
/** Where a picture stands besides products: how a file `f` is found there, and how another takes its place. */
interface Place {
  shows: Part
  replace: (tx: Tx, was: string, now: string) => Promise<unknown[]>
}
const like = (hash: string) => `%${hash}%`
const PLACES: Place[] = [
  {
    shows: part`exists (select 1 from categories x
      where x.company_id = f.company_id and x.image = '/files/' || f.hash || '.webp')`,
    replace: (tx, was, now) =>
      tx.sql`update categories set image = replace(image, ${was}, ${now}) where image like ${like(was)} returning 1`,
  },
  {
    shows: part`exists (select 1 from companies x
      where x.id = f.company_id and (x.logo = '/files/' || f.hash || '.webp'
        or x.settings::text like '%' || f.hash || '%'))`,
    replace: (tx, was, now) => tx.sql`update companies set logo = replace(logo, ${was}, ${now}),
      settings = replace(settings::text, ${was}, ${now})::jsonb
      where id = app.company() and (logo like ${like(was)} or settings::text like ${like(was)}) returning 1`,
  },
  {
    shows: part`exists (select 1 from entities x
      where x.company_id = f.company_id and (x.logo like '%' || f.hash || '%' or x.cover like '%' || f.hash || '%'))`,
    replace: (
      tx,
      was,
      now,
    ) => tx.sql`update entities set logo = replace(logo, ${was}, ${now}), cover = replace(cover, ${was}, ${now})
      where logo like ${like(was)} or cover like ${like(was)} returning 1`,
  },
  {
    shows: part`exists (select 1 from pages x
      where x.company_id = f.company_id and x.image_path = '/files/' || f.hash || '.webp')`,
    replace: (tx, was, now) =>
      tx.sql`update pages set image_path = replace(image_path, ${was}, ${now}) where image_path like ${like(was)}
        returning 1`,
  },
  {
    shows: part`exists (select 1 from variations x
      where x.company_id = f.company_id and x.image like '%' || f.hash || '%')`,
    replace: (tx, was, now) =>
      tx.sql`update variations set image = replace(image, ${was}, ${now}) where image like ${like(was)} returning 1`,
  },
]
const elsewhere = PLACES.map((p) => p.shows).reduce((a, b) => part`${a} or ${b}`)
const used = part`exists (select 1 from product_images i
  join products p on p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null
  where i.company_id = f.company_id and i.hash = f.hash)`
/** A picture of before decision 0125 that a portrait or a conversation shows beside the library: not to be deleted there
 * until the person has a copy. */
const written = part`app.shows_person(f.company_id, f.hash)`
/** `words`: all of them in the name or the codes of one product that shows the photo; '' for every photo. */
export const findMedia = (tx: Tx, unused: boolean, words: string, limit: number, offset: number) => tx.sql<
  Media & { total: number }
>`
  select f.id, '/files/' || f.hash || '.webp' as path, f.ready, f.width, f.height, count(*) over () as total,
  (${elsewhere}) as elsewhere,
    (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
      from product_images i
      join products p on p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null
      where i.company_id = f.company_id and i.hash = f.hash) as products
  from files f where not f.person and (not ${unused} or not (${used} or ${elsewhere})) and (${used} or ${elsewhere} or not ${written})
    and (${words} = '' or exists (select 1 from product_images i
      join products p on p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null
      where i.company_id = f.company_id and i.hash = f.hash
        and p.search_text || p.search_extra like all (${patterns(words)})))
  order by f.id desc limit ${limit} offset ${offset}`
export const findByCodes = (tx: Tx, codes: string[]) => tx.sql<{ id: number; name: string; code: string }>`
  select id, name, code from products where lower(code) = any(${codes}) and code <> '' and deleted_at is null`
/** Nobody else begins to use these pictures until this is over. A question of its own: what others were writing while they
 * were waited for is seen by the next one. */
const lockFiles = (tx: Tx, ids: number[]) =>
  tx.sql`select 1 from files where id = any(${ids}::bigint[]) and not person and ${companyTurn}
    order by id for update`
/** Takes a picture away that nothing shows; false when something does, or there is none. */
export async function removeUnused(tx: Tx, id: number): Promise<boolean> {
  await tx.sql`delete from product_images i where hash = (select hash from files where id = ${id})
    and not exists (select 1 from products p where p.company_id = i.company_id and p.id = i.product_id
      and p.deleted_at is null)`
  await lockFiles(tx, [id])
  return (
    (
      await tx.sql`delete from files f where f.id = ${id} and not f.person and not (${used} or ${elsewhere} or ${written})
      returning id`
    ).length > 0
  )
}
interface Going {
  id: number
  hash: string
  /** Of a product that shows it. */
  name: string
}
/** Those of these pictures that stand nowhere but with products; nobody else may use them until this is over. */
export async function lockDeletable(tx: Tx, ids: number[]): Promise<Going[]> {
  await lockFiles(tx, ids)
  return tx.sql<Going>`
    select f.id, f.hash, coalesce((select p.name from product_images i
        join products p on p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null
        where i.company_id = f.company_id and i.hash = f.hash order by p.name limit 1), '') as name
    from files f where f.id = any(${ids}::bigint[]) and not f.person and not (${elsewhere} or ${written}) order by f.id`
}
/** Takes pictures away from all products; answers from how many that are there. */
export async function removeEverywhere(tx: Tx, pictures: Going[]): Promise<number> {
  const hashes = pictures.map((p) => p.hash)
  const taken = await tx.sql<{ product_id: number; there: boolean }>`
    delete from product_images i where hash = any(${hashes}) returning product_id, exists (select 1 from products p
      where p.company_id = i.company_id and p.id = i.product_id and p.deleted_at is null) as there`
  await tx.sql`delete from files where id = any(${pictures.map((p) => p.id)}::bigint[])`
  return new Set(taken.filter((t) => t.there).map((t) => t.product_id)).size
}
export const findHash = async (tx: Tx, id: number) =>
  (await tx.first<{ hash: string }>`select hash from files where id = ${id} and not person`)?.hash
/** Puts another picture wherever one is shown; answers in how many places. Orders keep what they were sent with. */
export async function replaceEverywhere(tx: Tx, was: string, now: string): Promise<number> {
  await tx.sql`delete from product_images i
    where hash = ${was} and exists (select 1 from product_images o
      where o.company_id = i.company_id and o.product_id = i.product_id and o.hash = ${now})`
  let places = (await tx.sql`update product_images set hash = ${now} where hash = ${was} returning 1`).length
  for (const p of PLACES) places += (await p.replace(tx, was, now)).length
  return places
}

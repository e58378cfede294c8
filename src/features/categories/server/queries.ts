import { keepCounted } from '#features/readers/server/index.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import type { Category } from '../contract.ts'

export interface CategoryFilter {
  id?: number
  name: string
  onlySuper: boolean
  master_id: number | null
  hidden: number[]
  /** Both levels, also where the company shows its readers one only. */
  raw: boolean
  limit: number
  offset: number
}
/** All of both levels, as they are stored. */
export const EVERY: CategoryFilter = {
  name: '',
  onlySuper: false,
  master_id: null,
  hidden: [],
  raw: true,
  limit: 100_000,
  offset: 0,
}
/** Categories with their visible sub-categories and how many products each shows. */
export async function findCategories(tx: Tx, f: CategoryFilter): Promise<{ rows: Category[]; total: number }> {
  const seen = part`g.deleted_at is null and g.id <> all(${f.hidden}::bigint[])
    and coalesce(g.master_id, 0) <> all(${f.hidden}::bigint[])`
  const level = f.raw
    ? part`true`
    : part`(g.master_id is null or (select has_sub_categories from companies where id = app.company()))`
  const rows = await tx.sql<Omit<Category, 'products'> & { total: number }>`
    select c.*,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'image', g.image, 'order', g."order")
        order by g."order", g.name), '[]')
        from categories g where g.master_id = c.id and ${seen} and ${level}) as sub_categories
    from (select g.id, g.company_id, g.name, g.image, g."order", g.is_master_category, g.master_id,
      count(*) over () as total
      from categories g where ${seen} and ${level}
        and (${f.id ?? null}::bigint is null or g.id = ${f.id ?? null})
        and (${f.name} = '' or g.name ilike '%' || ${f.name} || '%')
        and (not ${f.onlySuper} or g.is_master_category or g.master_id is null)
        and (${f.master_id}::bigint is null or g.master_id = ${f.master_id})
      order by g."order", g.name, g.id limit ${f.limit} offset ${f.offset}) c
    order by c."order", c.name, c.id`
  const shown = f.id
    ? await countShown(tx, seen, f.id)
    : await keepCounted(
        tx,
        `categories:${JSON.stringify(f.hidden)}`,
        () => countShown(tx, seen),
        (counted) => 60 * counted.size,
      )
  return { rows: rows.map((r) => ({ ...r, products: shown.get(r.id) ?? 0 })), total: rows[0]?.total ?? 0 }
}
/** How many products each category shows, or one of them: a product stands in its category and in what is above that. */
async function countShown(tx: Tx, seen: Part, only?: number): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.sql<{ id: number; products: number }>`
    select x.id, count(distinct pc.product_id) as products
      from categories g
      join product_categories pc on pc.company_id = g.company_id and pc.category_id = g.id
      join products p on p.company_id = pc.company_id and p.id = pc.product_id and p.active and p.deleted_at is null,
      lateral (values (g.id), (g.master_id)) x(id)
      where ${seen} and x.id is not null
        and (${only ?? null}::bigint is null or ${only ?? null} in (g.id, g.master_id)) group by x.id`
  return new Map(rows.map((r) => [r.id, r.products]))
}
/** Those a reader finds, of both levels, without the hidden ones. */
export const findShelves = (tx: Tx, hidden: CategoryFilter['hidden'], id?: number) =>
  findCategories(tx, { ...EVERY, hidden, raw: false, ...(id && { id }) })
export interface WrittenCategory {
  name: string
  image: string
  order: number
  is_master_category: boolean
}
export async function addCategory(tx: Tx, company: number, c: WrittenCategory): Promise<number> {
  const row = await tx.first<{
    id: number
  }>`insert into categories (company_id, name, image, "order", is_master_category)
    values (${company}, ${c.name}, ${c.image}, ${c.order}, ${c.is_master_category}) returning id`
  return row?.id as number
}
/** Deletes those of these categories that hold nothing: no product, no sub-category. */
export async function dropEmptyCategories(tx: Tx, ids: number[], now: Date): Promise<void> {
  const empty = await tx.sql<{ id: number }>`
    select id from categories c where id = any(${ids}::bigint[]) and deleted_at is null
      and not exists (select 1 from product_categories pc
        join products p on p.company_id = pc.company_id and p.id = pc.product_id and p.deleted_at is null
        where pc.company_id = c.company_id and pc.category_id = c.id)
      and not exists (select 1 from categories s
        where s.company_id = c.company_id and s.master_id = c.id and s.deleted_at is null)`
  await removeCategories(
    tx,
    empty.map((c) => c.id),
    now,
  )
}
export const changeCategory = (tx: Tx, id: number, c: Partial<WrittenCategory>) => tx.sql`
  update categories set name = coalesce(${c.name ?? null}, name), image = coalesce(${c.image ?? null}, image),
    "order" = coalesce(${c.order ?? null}::int, "order"), is_master_category =
    coalesce(${c.is_master_category ?? null}::boolean, is_master_category)
  where id = ${id} and deleted_at is null`
/** Makes `subs` the sub-categories of `master`; answers how many of them exist. */
export async function setSubCategories(tx: Tx, master: number, subs: number[]): Promise<number> {
  await tx.sql`update categories set master_id = null where master_id = ${master} and id <> all(${subs}::bigint[])`
  const rows = await tx.sql`update categories set master_id = ${master}
      where id = any(${subs}::bigint[]) and id <> ${master} and deleted_at is null returning id`
  return rows.length
}
/** Whether a third level stands below one of these, or below what one of them stands in. Asked after writing, when nobody
 * else writes categories of the company any more. */
export const isTooDeep = async (tx: Tx, ids: number[]) =>
  (await tx.first`select 1 from categories s join categories m on m.id = s.master_id and m.master_id is not null
    where s.id = any(${ids}::bigint[]) or m.id = any(${ids}::bigint[]) limit 1`) !== undefined
/** Puts a category under another, which becomes a super-category; there are two levels only. */
export async function linkUnder(tx: Tx, sub: number, master: number): Promise<void> {
  await tx.sql`update categories set is_master_category = true where id = ${master} and not is_master_category`
  await tx.sql`update categories set master_id = ${master} where id = ${sub} and id <> ${master} and deleted_at is null
    and exists (select 1 from categories m where m.id = ${master} and m.master_id is null) and not exists (select 1
      from categories s where s.master_id = ${sub})`
}
/** Removes categories; answers how many there were. What stood below one stands by itself from then on, products stand
 * without it, and nobody has it hidden: what a product or a person names is always there to be seen. */
export async function removeCategories(tx: Tx, ids: number[], now: Date): Promise<number> {
  // People come before the catalogue's number, as for whoever saves one of them.
  await tx.sql`update users set hidden_categories = array(select c from unnest(hidden_categories) c
    where c <> all(${ids}::bigint[])) where hidden_categories && ${ids}::bigint[]`
  const gone = await tx.sql`update categories set deleted_at = ${now}, master_id = null
    where id = any(${ids}::bigint[]) and deleted_at is null returning id`
  await tx.sql`delete from product_categories where category_id = any(${ids}::bigint[])`
  await tx.sql`update categories set master_id = null where master_id = any(${ids}::bigint[])`
  return gone.length
}
/** Every category with the one that it stands below. */
export const findTree = async (tx: Tx) =>
  (
    await tx.sql<{
      id: number
      master_id: number | null
    }>`select id, master_id from categories where deleted_at is null order by id`
  ).map((c): [number, number | null] => [c.id, c.master_id])

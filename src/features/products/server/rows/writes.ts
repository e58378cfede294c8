// Rows of products as bulk changes, imports and their undoing see them.
import { companyTurn } from '#server/company_lock.ts'
import { part, type Tx } from '#server/db.ts'
import { refreshSearch, type Written } from '../own/writes.ts'

/** Everything of a product that a bulk change or a spreadsheet may set. */
export interface RowState extends Omit<Written, 'mixed' | 'promo_from' | 'promo_until' | 'entity_id'> {
  categories: number[]
  deleted: boolean
}
export interface RowChange {
  id: number
  was: Partial<RowState>
  now: Partial<RowState>
}
const state = part`id, name, code, code_2, reference, ean, price, price2, price3, price_promo, description,
  additional_text, tags, "order", active, stock, min_quantity, multiple,
    (select coalesce(json_agg(c.category_id order by c.category_id), '[]') from product_categories c
      where c.company_id = p.company_id and c.product_id = p.id) as categories,
    deleted_at is not null as deleted`
/** These rows, locked in one order; without deleted ones unless asked. */
export const lockRows = (tx: Tx, ids: number[], withDeleted = false) =>
  tx.sql<
    RowState & { id: number }
  >`select ${state} from products p where id = any(${ids}::bigint[]) and (${withDeleted} or deleted_at is null)
    and ${companyTurn} order by id for update`
const stands = part`deleted_at is null and (active or "order" = 0)`
/** Those beside `ids` that stand on the shelf, or were never put in a place; none where all of them stand behind the
 * first `places` as it is. */
export const lockBehind = (tx: Tx, ids: number[], places: number) => tx.sql<{ id: number; order: number }>`
  select id, "order" from products where not id = any(${ids}::bigint[]) and ${stands} and exists (select 1 from products
    where not id = any(${ids}::bigint[]) and ${stands} and "order" <= ${places}) order by id for update`
export const readRows = (tx: Tx, ids: number[]) =>
  tx.sql<
    RowState & { id: number }
  >`select ${state} from products p where id = any(${ids}::bigint[]) and deleted_at is null`
/** Products with these codes, lower case, that are not deleted. */
export const findIdsByCode = (tx: Tx, codes: string[]) => tx.sql<{ id: number; code: string }>`
  select id, lower(code) as code from products where lower(code) = any(${codes}) and code <> '' and deleted_at is null`
/** Sets what each change names, in one statement; keeps search texts and categories in step. What is taken back may name
 * a category that was deleted since: that one stays away. */
export async function changeRows(tx: Tx, company: number, changes: RowChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  const rows = JSON.stringify(changes.map((c) => ({ id: c.id, n: c.now })))
  await tx.sql`
    update products p set
      name = case when n ? 'name' then n->>'name' else p.name end, code = case when n ? 'code' then n->>'code'
      else p.code end,
      code_2 = case when n ? 'code_2' then n->>'code_2' else p.code_2 end, reference = case
      when n ? 'reference' then n->>'reference' else p.reference end,
      ean = case when n ? 'ean' then n->>'ean' else p.ean end,
      price = case when n ? 'price' then (n->>'price')::bigint else p.price end, price2 = case
      when n ? 'price2' then (n->>'price2')::bigint else p.price2 end,
      price3 = case when n ? 'price3' then (n->>'price3')::bigint else p.price3 end,
      price_promo = case when n ? 'price_promo' then (n->>'price_promo')::bigint else p.price_promo end,
      description = case when n ? 'description' then n->>'description' else p.description end,
      additional_text = case when n ? 'additional_text' then n->>'additional_text' else p.additional_text end,
      tags = case when n ? 'tags' then array(select jsonb_array_elements_text(n->'tags')) else p.tags end,
      "order" = case when n ? 'order' then (n->>'order')::int else p."order" end, active = case
      when n ? 'active' then (n->>'active')::boolean else p.active end,
      stock = case when n ? 'stock' then (n->>'stock')::bigint else p.stock end,
      min_quantity = case when n ? 'min_quantity' then (n->>'min_quantity')::int else p.min_quantity end,
      multiple = case when n ? 'multiple' then (n->>'multiple')::int else p.multiple end,
      deleted_at = case when not n ? 'deleted' then p.deleted_at when (n->>'deleted')::boolean then ${now} else null end
    from jsonb_to_recordset(${rows}::jsonb) as c(id bigint, n jsonb) where p.id = c.id`
  const named = changes
    .filter((c) => ['name', 'code', 'code_2', 'reference', 'ean'].some((k) => k in c.now))
    .map((c) => c.id)
  if (named.length) await refreshSearch(tx, named)
  const moved = changes.filter((c) => c.now.categories)
  if (moved.length === 0) return
  const wanted = JSON.stringify(moved.flatMap((c) => (c.now.categories ?? []).map((g) => ({ p: c.id, g }))))
  await tx.sql`delete from product_categories pc where product_id = any(${moved.map((c) => c.id)}::bigint[])
    and not exists (select 1 from jsonb_to_recordset(${wanted}::jsonb) as x(p bigint, g bigint)
      where x.p = pc.product_id and x.g = pc.category_id)`
  await tx.sql`insert into product_categories (company_id, product_id, category_id)
    select ${company}, x.p, x.g from jsonb_to_recordset(${wanted}::jsonb) as x(p bigint, g bigint)
      join categories c on c.id = x.g and c.deleted_at is null
    on conflict do nothing`
}

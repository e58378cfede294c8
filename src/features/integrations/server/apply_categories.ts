// What an ERP said becomes our categories, and where its products stand in them.
import { addCategory, EVERY_CATEGORY, findCategories, linkUnder } from '#features/categories/server/index.ts'
import { fold } from '#features/products/search.ts'
import type { Tx } from '#server/db.ts'
import type { ErpCategory } from '../contract.ts'
import { filterIds } from '../rules.ts'
import type { Work } from './applying.ts'
import type { ErpProduct } from './erp/types.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

/** Takes the ERP's categories over, parents first; one of the same name is taken as the same, one that the admin deleted
 * is not brought back. Ours have two levels: a deeper one stands under its topmost. */
export async function applyCategories(tx: Tx, k: Work, list: ErpCategory[]): Promise<void> {
  const { id } = k.integration
  const known = new Map((await q.findCategoryRefs(tx, id)).map((r) => [r.external_id, r]))
  const there = new Map(list.map((c) => [c.id, c]))
  const topOf = (c: ErpCategory): ErpCategory => {
    let top = c
    for (let n = 0; n < 10 && top.parent_id && there.has(top.parent_id); n++)
      top = there.get(top.parent_id) as ErpCategory
    return top
  }
  const { rows } = await findCategories(tx, EVERY_CATEGORY)
  const byName = new Map(rows.map((c) => [fold(c.name), c.id]))
  const local = new Map([...known].flatMap(([key, r]) => (r.deleted ? [] : [[key, r.local_id] as const])))
  let order = rows.length
  const wanted = list.filter((c) => c.id && c.name).toSorted((a, b) => Number(topOf(a) !== a) - Number(topOf(b) !== b))
  const refs = []
  for (const c of wanted) {
    const top = topOf(c)
    const was = known.get(c.id)
    let at = local.get(c.id) ?? byName.get(fold(c.name))
    if (at === undefined && was) continue
    if (at === undefined) {
      const heads = list.some((o) => o !== c && topOf(o) === c)
      at = await addCategory(tx, k.company_id, {
        name: c.name.slice(0, 80),
        image: '',
        order: order++,
        is_master_category: heads,
      })
      byName.set(fold(c.name), at)
    }
    local.set(c.id, at)
    const head = top === c ? undefined : local.get(top.id)
    // Where the company put it since then is left alone.
    if (head !== undefined && head !== at && was?.seen.top !== top.id) await linkUnder(tx, at, head)
    refs.push({
      external_id: c.id,
      local_id: at,
      seen: { name: c.name, parent: c.parent_id ?? null, top: top.id },
      changed: false,
    })
  }
  await w.saveRefs(tx, k.company_id, id, 'category', k.run_id, refs)
}

/** The ERP's category above, as it was said last. */
export const parentOf = (r: Pick<q.Ref, 'seen'>) => (r.seen.parent as string | null | undefined) ?? null
/** Whether a link's filter lets a product in: it names one of its categories or one above. */
export function filterBy(filter: string, parents: Map<string, string | null>): (p: ErpProduct) => boolean {
  const wanted = new Set(filterIds(filter))
  const isIn = (category: string): boolean => {
    for (let n = 0, at: string | null = category; at && n < 10; n++) {
      if (wanted.has(at)) return true
      at = parents.get(at) ?? null
    }
    return false
  }
  return (p) => wanted.size === 0 || p.categories.some((c) => isIn(c.id))
}
/** Where categories of the ERP stand here, and whether the link's filter lets a product in. */
export async function readCategories(tx: Tx, k: Work, products: ErpProduct[]) {
  const { id, sync_categories, filter } = k.integration
  let refs = await q.findCategoryRefs(tx, id)
  if (sync_categories) {
    // What no list named, a product may.
    const known = new Set(refs.filter((r) => !r.deleted).map((r) => r.external_id))
    const more = new Map(
      products.flatMap((p) => p.categories.filter((c) => c.name && !known.has(c.id)).map((c) => [c.id, c] as const)),
    )
    const allowed = filterIds(filter)
    const fresh = [...more.values()].filter((c) => allowed.length === 0 || allowed.includes(c.id))
    if (fresh.length) {
      await applyCategories(tx, k, fresh)
      refs = await q.findCategoryRefs(tx, id)
    }
  }
  const byId = new Map(refs.map((r) => [r.external_id, r]))
  const parents = new Map(refs.map((r) => [r.external_id, parentOf(r)]))
  const gone = new Set(refs.filter((r) => r.deleted).map((r) => r.local_id))
  return {
    allows: filterBy(filter, parents),
    localOf: (p: ErpProduct) =>
      [...new Set(p.categories.flatMap((c) => byId.get(c.id)?.local_id ?? []))]
        .filter((at) => !gone.has(at))
        .sort((a, b) => a - b),
    /** Those in which a product stood by the ERP's last word, but for those that were deleted here since. */
    seenOf: (ref: q.Ref | undefined) => (ref?.seen.categories as number[] | undefined)?.filter((at) => !gone.has(at)),
  }
}

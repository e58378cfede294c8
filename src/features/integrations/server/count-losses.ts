// What a run that was read but not written would take away: products that would have no price, no pieces or no place in the
// catalogue any more. It follows the rules of apply.ts and apply_numbers.ts without writing, over all pages at once.
import type { Tx } from '#server/db.ts'
import type { Losses } from '../rules.ts'
import { filterBy, parentOf } from './apply_categories.ts'
import { byKey, resolveField, same, type Work } from './applying.ts'
import type { ErpProduct, Page } from './erp/types.ts'
import { findPage, findStanding } from './held-runs/queries.ts'
import { findCategoryRefs } from './queries.ts'

type Standing = Awaited<ReturnType<typeof findStanding>>[number]
/** All pages of a run, a product by its last word. */
interface Lists {
  products: Map<string, ErpProduct>
  prices: Map<string, [value: number | null, unit: string | undefined][]>
  stock: Map<string, number>
  ends: Set<string>
  parents: Map<string, string | null>
}
async function readPages(tx: Tx, k: Work, pages: number): Promise<Lists> {
  const refs = await findCategoryRefs(tx, k.integration.id)
  const read: Lists = {
    products: new Map(),
    prices: new Map(),
    stock: new Map(),
    ends: new Set(),
    parents: new Map(refs.map((r) => [r.external_id, parentOf(r)])),
  }
  for (let n = 1; n <= pages; n++) {
    const page = await findPage(tx, k.run_id, n)
    if (!page) continue
    if ('categories' in page.found) for (const c of page.found.categories) read.parents.set(c.id, c.parent_id ?? null)
    else add(read, page.found.page, page.again)
  }
  return read
}
function add(read: Lists, { products = [], prices = [], stock = [], ends }: Page, again: boolean): void {
  for (const p of products) read.products.set(p.external_id, p)
  // A second reading is for products only.
  if (again) return
  for (const [id, value, unit] of prices) read.prices.set(id, [...(read.prices.get(id) ?? []), [value, unit]])
  for (const [id, pieces] of stock) read.stock.set(id, (read.stock.get(id) ?? 0) + pieces)
  if (ends) read.ends.add(ends)
}
/** Losses of a run of so many pages, and how many products it did not meet that stand in the catalogue. */
export async function countLosses(
  tx: Tx,
  k: Work,
  run: { pages: number; whole: boolean },
): Promise<{ losses: Losses; gone: number }> {
  const read = await readPages(tx, k, run.pages)
  const allows = filterBy(k.integration.filter, read.parents)
  const met = new Map([...read.products].filter(([, p]) => allows(p)))
  const codes = new Map([...met].map(([id, p]) => [p.values.code.toLowerCase(), id]))
  const standing = await findStanding(tx, k.integration.id, [...codes.keys()].filter(Boolean))
  const linked = new Set(standing.flatMap((s) => s.external_id ?? []))
  const losses: Losses = { price: 0, stock: 0, visibility: 0, products: 0, of: 0 }
  let gone = 0
  for (const here of standing) {
    if (!here.active) continue
    const adopted = codes.get(here.code) ?? ''
    const id = here.external_id ?? (linked.has(adopted) ? '' : adopted)
    if (!id) continue
    losses.of++
    const missing = run.whole && here.external_id !== null && !met.has(id)
    if (missing) gone++
    const then = after(k, read, here, id, met.get(id))
    const lost = {
      price: isPriced(here) && !isPriced(then),
      stock: isSellable(here) && !isSellable(then),
      visibility: missing || !then.active,
    }
    for (const kind of ['price', 'stock', 'visibility'] as const) if (lost[kind]) losses[kind]++
    if (lost.price || lost.stock || lost.visibility) losses.products++
  }
  return { losses, gone }
}
type Offer = Pick<Standing, 'active' | 'price' | 'stock' | 'variations'>
const isPriced = (o: Offer) => o.price !== null || o.variations.some((v) => v.price !== null)
/** Pieces that are not counted are as many as anybody wants. */
const isSellable = ({ stock, variations }: Offer) =>
  (variations.length > 0 ? variations.map((v) => v.stock) : [stock]).some((n) => n === null || n > 0)
/** A product as it would stand after the run. */
function after(k: Work, read: Lists, here: Standing, id: string, p: ErpProduct | undefined): Offer {
  const { seen } = here
  const counts = !k.integration.ignore_stock
  /** The ERP's word where it differs from its last, else what stands here. */
  const take = <V>(field: 'price' | 'stock' | 'active', told: V | undefined, now: V): V =>
    told === undefined || same(told, seen[field]) ? now : told
  // A product that comes without a unit keeps the last one that the ERP said, as apply.ts does.
  const unit = p?.unit || (seen.unit as string | undefined)
  const listed = read.prices.get(id)?.filter(([, of]) => !of || !unit || of === unit)
  const price = listed?.length ? listed.at(-1)?.[0] : read.ends.has('price') ? null : undefined
  const pieces = read.stock.get(id) ?? (read.ends.has('stock') ? 0 : undefined)
  const last = byKey((seen.variations ?? []) as ErpProduct['variations'])
  const told = p && !same(p.variations, seen.variations ?? []) ? p.variations : undefined
  const standing = byKey(here.variations)
  return {
    active: take('active', p?.values.active, here.active),
    price: take('price', price === undefined ? p?.values.price : price, here.price),
    stock: counts ? take('stock', pieces ?? p?.values.stock, here.stock) : here.stock,
    variations:
      told?.map((v) => {
        const [key] = byKey([v]).keys()
        const was = standing.get(key ?? '')
        const before = last.get(key ?? '')
        const stock = counts ? resolveField('stock', v, was, before) : (was?.stock ?? null)
        return { specs: v.specs, price: resolveField('price', v, was, before), stock }
      }) ?? here.variations,
  }
}

// The one store through which screens read the catalogue: memory, a copy in IndexedDB, renewed by change number.
import { createStore as openDb, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { call, callList, isFailure } from '#web/api.ts'
import { vendId } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import { listProducts, type Product, productShape, readByCode, syncCatalogue } from '../contract.ts'
import { cardPrice, offeredTags } from '../rules.ts'
import { byShelf, search } from '../search.ts'

export interface Catalogue {
  products: Product[]
  /** All that the reader may see are here; until then lists ask the server. */
  complete: boolean
  /** What is here is as the link's seller shows it; a page whose address does not name the seller was drawn without. */
  narrowed: boolean
  version: number
  projection: string
  total: number
  /** Offered as filters. */
  tags: string[]
  /** The last renewal failed; what is here stays readable. */
  failed: unknown
}
/** Beyond this many products the device asks the server instead of keeping a copy. */
const MOST_ON_DEVICE = 5000
const empty: Catalogue = { products: [], complete: false, narrowed: true, version: 0, projection: '', total: 0, tags: [], failed: null }
export const catalogue = createStore<Catalogue>(empty)

let key = ''
const db = () => openDb('mostruario-catalogue', 'catalogues')
const wire = z.array(productShape)

/** Begins with the products of the first HTML. */
export function plantCatalogue(products: unknown, total: number, tags: string[], narrowed: boolean): void {
  catalogue.set({ ...empty, narrowed, products: z.decode(wire, products as never), total, tags })
}
function tagsOf(products: Product[]): string[] {
  const count = new Map<string, number>()
  for (const p of products) for (const tag of p.tags) count.set(tag, (count.get(tag) ?? 0) + 1)
  return offeredTags(count)
}
/** Opens the catalogue of an account, as the link's seller shows it: the device's copy first, then what changed. */
export async function openCatalogue(owner: string): Promise<void> {
  const wanted = `${owner}:${vendId() ?? ''}`
  if (key === wanted) return renewCatalogue()
  if (key) catalogue.set(empty)
  key = wanted
  const kept = await get<Catalogue>(key, db()).catch(() => undefined)
  if (kept && key === wanted && kept.complete) catalogue.set({ ...empty, ...kept, failed: null })
  await renewCatalogue()
}
let renewing: Promise<void> | null = null
/** Fetches what changed since the copy; everything when the reader's view of it is another. */
export function renewCatalogue(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}
async function renew(): Promise<void> {
  const mine = key
  const now = catalogue.get()
  const byId = new Map(now.complete ? now.products.map((p) => [p.id, p]) : [])
  let after = 0
  try {
    for (;;) {
      const since = now.complete ? now.version : undefined
      const page = await call(syncCatalogue, { query: { since, projection: now.projection, after, seller_id: vendId() } })
      if (mine !== key) return
      if (page.total > MOST_ON_DEVICE) {
        catalogue.set((c) => ({ ...c, complete: false, total: page.total, failed: null }))
        return
      }
      if (page.reset && after === 0) byId.clear()
      for (const id of page.removed) byId.delete(id)
      for (const p of page.products) byId.set(p.id, p)
      if (page.next === null) {
        const products = [...byId.values()].sort(byShelf)
        const done: Catalogue = {
          products,
          complete: true,
          narrowed: true,
          version: page.version,
          projection: page.projection,
          total: products.length,
          tags: tagsOf(products),
          failed: null,
        }
        catalogue.set(done)
        void set(mine, done, db()).catch(() => {})
        return
      }
      after = page.next
    }
  } catch (error) {
    if (mine === key) catalogue.set((c) => ({ ...c, failed: error }))
  }
}

export interface Wish {
  name: string
  category_id: number | null
  tag: string
  /** Only what is on promotion. */
  promo: boolean
  order: 'order' | 'name' | 'price' | '-price' | 'newest'
}
const isPromoted = (p: Product) => cardPrice(p)?.was != null
/** What is on promotion among these: how many, and until when the first of them ends. */
export function promotions(products: Product[]): { count: number; until: string | null } {
  const on = products.filter(isPromoted)
  const ends = on.flatMap((p) => p.promo_until ?? []).toSorted()
  return { count: on.length, until: ends[0] ?? null }
}
const lowest = (p: Product) => p.price_promo ?? p.price ?? Number.POSITIVE_INFINITY
const sorters: Record<Wish['order'], (a: Product, b: Product) => number> = {
  order: byShelf,
  name: (a, b) => (a.search_text < b.search_text ? -1 : 1),
  price: (a, b) => lowest(a) - lowest(b) || a.id - b.id,
  '-price': (a, b) => lowest(b) - lowest(a) || a.id - b.id,
  newest: (a, b) => b.id - a.id,
}
/** The device's answer to a wish; `family` is the category with what is below it. */
export function findOnDevice(products: Product[], wish: Wish, family: ReadonlySet<number> | null): Product[] {
  let rows = wish.name.trim() ? search(products, wish.name) : products
  if (family) rows = rows.filter((p) => p.categories.some((c) => family.has(c)))
  if (wish.promo) rows = rows.filter(isPromoted)
  if (wish.tag) rows = rows.filter((p) => p.tags.includes(wish.tag))
  return wish.name.trim() && wish.order === 'order' ? rows : rows.toSorted(sorters[wish.order])
}
/** A page of the server's answer to the same wish. */
export const findOnServer = (wish: Wish, page: number, signal: AbortSignal) =>
  callList(listProducts, {
    query: {
      name: wish.name,
      category_id: wish.category_id ?? undefined,
      tags: wish.tag,
      ...(wish.promo && { only: 'promo' as const }),
      order: wish.order,
      limit: 24,
      page,
      seller_id: vendId(),
    },
    signal,
  })
/** A product by its code, also by one that it had before; null when this reader has none such. */
export async function findByCode(code: string): Promise<Product | null> {
  try {
    return await call(readByCode, { params: { code }, query: { seller_id: vendId() } })
  } catch (failure) {
    if (isFailure(failure) && failure.status === 404) return null
    throw failure
  }
}

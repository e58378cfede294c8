// The one store through which screens read the catalogue: memory, a copy in IndexedDB, renewed by change number. Who
// sells keeps it with the prices of every table, and sees it through the eyes of the client that is ordered for.
import { createStore as openDb, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import type { NEW_CLIENT, View } from '#features/readers/rules.ts'
import { call } from '#web/api.ts'
import { vendId } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import { type Product, productShape, syncCatalogue } from '../contract.ts'
import { offeredTags } from '../rules.ts'
import type { Sale } from '../sale.ts'
import { byShelf } from '../search.ts'

export interface Catalogue {
  /** As whoever is looked through sees them. */
  products: Product[]
  /** As the company keeps them, for those who may know; else the same as `products`. */
  kept: Product[]
  /** What each category stands below, for those who may know. */
  tree: ReadonlyMap<number, number | null> | null
  /** All that the reader may see are here; until then lists ask the server. */
  complete: boolean
  /** What is here is as the link's seller shows it; a page whose address does not name the seller was drawn without. */
  narrowed: boolean
  total: number
  /** Offered as filters. */
  tags: string[]
  /** Through whose eyes the server is asked: the client that somebody orders for. */
  client_id: Eyes['client_id'] | undefined
  /** What is hidden from that client. */
  hidden_categories: number[]
  /** The currency of a client who does not exist yet, where it is known. */
  public_currency: string | null
  /** The last renewal failed; what is here stays readable. */
  failed: unknown
}
/** Whoever is ordered for. Without a view, as a client who does not exist yet. */
export interface Eyes {
  client_id: number | typeof NEW_CLIENT
  view: View | null
}
/** What the device keeps. */
interface Copy {
  products: Product[]
  complete: true
  version: number
  projection: string
  /** What buyers' prices are made of, and the device's own day when that was said. */
  sale: Sale | null
  day: string
}
/** Beyond this many products the device asks the server instead of keeping a copy. */
const MOST_ON_DEVICE = 5000
const empty: Catalogue = {
  products: [],
  kept: [],
  tree: null,
  complete: false,
  narrowed: true,
  total: 0,
  tags: [],
  client_id: undefined,
  hidden_categories: [],
  public_currency: null,
  failed: null,
}
export const catalogue = createStore<Catalogue>(empty)
/** The typed search, shared by the bar's field and the page's. */
export const typed = createStore('')

let key = ''
let copy: Copy | null = null
/** Of who sells: what they see themselves, without a client. */
let own: View | null = null
let eyes: Eyes | null = null
const db = () => openDb('mostruario-catalogue', 'catalogues')
const wire = z.array(productShape)

/** Begins with the products of the first HTML. */
export function plantCatalogue(products: unknown, total: number, tags: string[], narrowed: boolean): void {
  const drawn = z.decode(wire, products as never)
  catalogue.set({ ...empty, narrowed, products: drawn, kept: drawn, total, tags })
}
function tagsOf(products: Product[]): string[] {
  const count = new Map<string, number>()
  for (const p of products) for (const tag of p.tags) count.set(tag, (count.get(tag) ?? 0) + 1)
  return offeredTags(count)
}
/** Opens the catalogue of an account, as the link's seller shows it: the device's copy first, then what changed.
 * `seller`: of somebody who sells, and so keeps every price, what they see themselves. */
export async function openCatalogue(owner: string, seller: View | null): Promise<void> {
  const wanted = `${owner}:${vendId() ?? ''}${seller ? ':raw' : ''}`
  own = seller
  if (key === wanted) return renewCatalogue()
  if (key) {
    copy = null
    catalogue.set(empty)
  }
  key = wanted
  const kept = await get<Copy>(key, db()).catch(() => undefined)
  if (kept?.complete && key === wanted) {
    copy = kept
    await show()
  }
  await renewCatalogue()
}
let drawn = Promise.resolve()
/** Through whose eyes the catalogue is seen from now on; null: the own ones. Done when it is drawn so, whoever asked
 * first. */
export function lookAs(next: Eyes | null): Promise<void> {
  if (JSON.stringify(next) === JSON.stringify(eyes)) return drawn
  eyes = next
  if (copy) return (drawn = show())
  catalogue.set((c) => ({ ...c, ...lookedFor() }))
  return (drawn = Promise.resolve())
}
const lookedFor = () => ({ client_id: eyes?.client_id, hidden_categories: eyes?.view?.hidden_categories ?? [] })
/** Draws what the copy holds. */
async function show(): Promise<void> {
  const kept = copy
  const seen = kept && own && kept.sale ? await import('../seen.ts') : null
  // What came meanwhile is drawn by whoever brought it.
  if (!kept || kept !== copy) return
  const { sale } = kept
  const complete = eyes === null || sale !== null
  const products =
    seen && own && sale
      ? seen.seenBy(
          kept.products,
          { ...(eyes ? (eyes.view ?? seen.newClient(sale)) : own), hide_price: own.hide_price },
          { ...sale, today: seen.dayNow(sale, kept.day) },
          new Map(sale.tree),
        )
      : kept.products
  catalogue.set({
    products,
    kept: kept.products,
    tree: sale && new Map(sale.tree),
    complete,
    narrowed: true,
    total: products.length,
    tags: tagsOf(products),
    ...lookedFor(),
    public_currency: sale?.public_currency ?? null,
    failed: null,
  })
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
  const before = copy
  const byId = new Map(before?.products.map((p) => [p.id, p]))
  let after = 0
  try {
    for (;;) {
      const page = await call(syncCatalogue, {
        query: {
          since: before?.version,
          projection: before?.projection,
          after,
          seller_id: vendId(),
          raw: own ? true : undefined,
        },
      })
      if (mine !== key) return
      if (page.total > MOST_ON_DEVICE) {
        copy = null
        catalogue.set((c) => ({
          ...c,
          complete: false,
          total: page.total,
          ...lookedFor(),
          public_currency: page.sale?.public_currency ?? null,
          failed: null,
        }))
        return
      }
      if (page.reset && after === 0) byId.clear()
      for (const id of page.removed) byId.delete(id)
      for (const p of page.products) byId.set(p.id, p)
      if (page.next === null) {
        copy = {
          products: [...byId.values()].sort(byShelf),
          complete: true,
          version: page.version,
          projection: page.projection,
          sale: page.sale ?? null,
          day: page.sale ? (await import('../seen.ts')).deviceDay(page.sale.time_zone) : '',
        }
        void set(mine, copy, db()).catch(() => {})
        return await show()
      }
      after = page.next
    }
  } catch (error) {
    if (mine === key) catalogue.set((c) => ({ ...c, failed: error }))
  }
}

// The one store through which screens read the catalogue: memory, a copy in IndexedDB, renewed by change number.
import { createStore as openDb, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { call } from '#web/api.ts'
import { vendId } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import { type Product, productShape, syncCatalogue } from '../contract.ts'
import { offeredTags } from '../rules.ts'
import { byShelf } from '../search.ts'

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
const empty: Catalogue = {
  products: [],
  complete: false,
  narrowed: true,
  version: 0,
  projection: '',
  total: 0,
  tags: [],
  failed: null,
}
export const catalogue = createStore<Catalogue>(empty)
/** The typed search, shared by the bar's field and the page's. */
export const typed = createStore('')

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
      const page = await call(syncCatalogue, {
        query: { since, projection: now.projection, after, seller_id: vendId() },
      })
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

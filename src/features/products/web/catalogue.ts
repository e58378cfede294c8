// The catalogue as screens read it: what the first HTML planted, then what the device keeps (copy.ts). Who sells keeps
// it with the prices of every table, and sees it through the eyes of the client that is ordered for.
import type { NEW_CLIENT, View } from '#features/readers/rules.ts'
import { createStore } from '#web/store.ts'
import type { Product } from '../contract.ts'

export interface Catalogue {
  /** As whoever is looked through sees them. */
  products: Product[]
  /** As the company keeps them, for those who may know; else the same as `products`. */
  kept: Product[]
  /** What each category stands below, for those who sell. */
  tree: ReadonlyMap<number, number | null> | null
  /** All that the reader may see are here; until then lists ask the server. */
  complete: boolean
  /** What this device keeps has been looked for; before, a server that does not answer is no news yet. */
  looked: boolean
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
export const empty: Catalogue = {
  products: [],
  kept: [],
  tree: null,
  complete: false,
  looked: false,
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
/** Somebody is at the page's field. */
export const finding = createStore(false)

/** Begins with the products of the first HTML. */
export function plantCatalogue(products: Product[], total: number, tags: string[], narrowed: boolean): void {
  catalogue.set({ ...empty, narrowed, products, kept: products, total, tags })
}

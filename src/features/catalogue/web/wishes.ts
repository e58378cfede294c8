// What buyers look for, and the device's answer when the whole catalogue is there; else the server is asked (ask.ts).
import type { Product } from '#features/products/contract.ts'
import { cardPrice } from '#features/products/rules.ts'
import { byShelf, search } from '#features/products/search.ts'
import type { Catalogue } from '#features/products/web/index.ts'

export interface Wish {
  name: string
  category_id: number | null
  tag: string
  /** Only what is on promotion. */
  promo: boolean
  order: 'order' | 'name' | 'price' | '-price' | 'newest'
  /** Whoever staff order for: through their eyes the server is asked. */
  client_id: Catalogue['client_id']
}
const isPromoted = (p: Product) => cardPrice(p)?.was != null
/** What is on promotion among these: how many, and until when the first of them ends. */
export function promotions(products: Product[]): { count: number; until: string | null } {
  const on = products.filter(isPromoted)
  const ends = on.flatMap((p) => p.promo_until ?? []).toSorted()
  return { count: on.length, until: ends[0] ?? null }
}
/** By price up or down, as the server orders (server/queries.ts): without a price last, then by id. */
const byPrice = (sign: 1 | -1) => (a: Product, b: Product) => {
  const [x, y] = [a.price_promo ?? a.price, b.price_promo ?? b.price]
  if (x == null || y == null) return Number(x == null) - Number(y == null) || a.id - b.id
  return sign * (x - y) || a.id - b.id
}
const sorters: Record<Wish['order'], (a: Product, b: Product) => number> = {
  order: byShelf,
  name: (a, b) => (a.search_text < b.search_text ? -1 : a.search_text > b.search_text ? 1 : a.id - b.id),
  price: byPrice(1),
  '-price': byPrice(-1),
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

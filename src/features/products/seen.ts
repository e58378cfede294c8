// What somebody sees of a product as the company keeps it: the same on the server, and on the device of who sells.
import type { View } from '#features/readers/rules.ts'
import { countedDay } from '#shared/day.ts'
import { zonedTime } from '#shared/zoned-time.ts'
import type { Product } from './contract.ts'
import { type PriceFacts, type PriceSettings, unitPrice } from './prices.ts'
import { asSold, type CatalogueUses } from './rules.ts'

/** The company's part in what its readers see. */
export interface CatalogueSettings extends PriceSettings, CatalogueUses {
  has_sub_categories: boolean
}
/** A product as the company keeps it: with the prices of every table. */
export type KeptProduct = Omit<Product, keyof PriceFacts> & PriceFacts
/** `tops`: where the company shows one level of categories only, those that the product stands in or below. */
export function asSeen(
  kept: KeptProduct,
  by: Pick<View, 'buyer' | 'hide_price'>,
  s: CatalogueSettings,
  tops: number[] | null,
): Product {
  const sold = asSold(kept, s)
  const { price: _1, price2: _2, price3: _3, price_promo: _promo, promo_from: _from, promo_until, ...rest } = sold
  const { code_2: _code, reference: _reference, entity_id: _entity, ...shown } = rest
  const attributes = sold.attributes.map(({ price: own, surcharge, ...v }) => {
    if (by.hide_price) return v
    const u = unitPrice(kept, { price: own ?? null, surcharge: surcharge ?? 0 }, by.buyer, s)
    return { ...v, price: u.price, price_promo: u.promo }
  })
  const base = {
    ...shown,
    ...(tops && { categories: tops }),
    attributes,
    main_variation_id: sold.attributes[0]?.id ?? null,
  }
  if (by.hide_price) return base
  const u = unitPrice(kept, null, by.buyer, s)
  return { ...base, price: u.price, price_promo: u.promo, promo_until: u.promo === null ? null : promo_until }
}
/** The categories without one above them that these are, or stand below. */
export const topsOf = (categories: readonly number[], tree: ReadonlyMap<number, number | null>) =>
  [...new Set(categories.map((id) => tree.get(id) ?? id))].sort((a, b) => a - b)
/** Hidden when every category is, or what stands above it. */
export const isHidden = (categories: readonly (readonly [number, number | null])[], hidden: readonly number[]) =>
  categories.length > 0 &&
  categories.every(([id, master]) => hidden.includes(id) || (master !== null && hidden.includes(master)))

/** The whole catalogue as the server would answer it to whoever looks so; `tree`: what each category stands below. */
export function seenBy(
  products: readonly Product[],
  view: View,
  settings: CatalogueSettings,
  tree: ReadonlyMap<number, number | null>,
): Product[] {
  const above = (id: number): [number, number | null] => [id, tree.get(id) ?? null]
  const tops = (p: Product) => (settings.has_sub_categories ? null : topsOf(p.categories, tree))
  return products
    .filter((p) => p.active && !isHidden(p.categories.map(above), view.hidden_categories))
    .map((p) => asSeen(p as KeptProduct, view, settings, tops(p)))
}
/** A client who does not exist yet buys by the first table, in the currency that strangers see. */
export const newClient = (s: { public_currency: string }): View => ({
  buyer: { price_table: 1, margin_bp: 0, currency: s.public_currency },
  hide_price: false,
  hidden_categories: [],
})
/** The calendar day (yyyy-mm-dd) in a time zone, by this device's clock. */
export const deviceDay = (timeZone: string, at = new Date()) => zonedTime(at, timeZone).day
/** The company's day now; `then`: this device's own day when the server said it. */
export const dayNow = (s: { today: string; time_zone: string }, then: string, at = new Date()) =>
  countedDay(s.today, then, deviceDay(s.time_zone, at))

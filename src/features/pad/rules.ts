// The pad's own reckoning: which quantities can be ordered, what a client usually takes, what closes the minimum.
import type { Product, Specs, Variation } from '#features/products/contract.ts'
import { quantityIssue } from '#features/products/quantity.ts'
import { firstQuantity, shownPrice, soldOut, specsKey } from '#features/products/rules.ts'

/** What a client ordered before, as the client's habits say it. */
export interface Usual {
  product_id: number
  specs: Specs
  /** Pieces that this client usually takes of it. */
  quantity: number
  /** In how many orders. */
  times: number
}
interface Line {
  product_id: number
  selected_specs: Specs
  quantity: number
}
type Rule = Pick<Product, 'min_quantity' | 'multiple' | 'mixed'>
const keyOf = (product_id: number, specs: Specs) => `${product_id}|${specsKey(specs)}`

/** Whether a product's quantities are counted over several lines: none of them can be judged alone. */
export const isMixed = (p: Pick<Product, 'mixed' | 'attributes'>) => p.mixed && p.attributes.length > 0
/** The least quantity of at least `wanted` that can be ordered of a product by itself. */
export const orderable = (wanted: number, rule: Pick<Rule, 'min_quantity' | 'multiple'>) =>
  quantityIssue(Math.max(1, wanted), rule)?.suggestion ?? Math.max(1, wanted)

export const usualOf = (usual: readonly Usual[], product_id: number, specs: Specs): Usual | undefined =>
  usual.find((u) => u.product_id === product_id && specsKey(u.specs) === specsKey(specs))
/** With which quantity a line begins: the usual one where it can still be ordered, else the first. */
export const beginning = (usual: Usual | undefined, rule: Pick<Rule, 'min_quantity' | 'multiple'>) =>
  usual && !quantityIssue(usual.quantity, rule) ? usual.quantity : firstQuantity(rule)

/** Something that this client usually buys and that the order lacks, with as much of it as closes the minimum. */
export interface Closer {
  product: Product
  variation: Variation | null
  quantity: number
  /** Cents. */
  adds: number
  closes: boolean
}
const MOST_CLOSERS = 3
/** More than so many times the usual quantity is nobody's wish. */
const MOST_TIMES = 3
/** Three things that the client usually buys: those that close the minimum by themselves first, the most usual first. */
export function closers(
  missing: number,
  usual: readonly Usual[],
  products: ReadonlyMap<number, Product>,
  lines: readonly Line[],
): Closer[] {
  const there = new Set(lines.map((l) => keyOf(l.product_id, l.selected_specs)))
  const found = usual
    .filter((u) => !there.has(keyOf(u.product_id, u.specs)))
    .flatMap((u) => {
      const product = products.get(u.product_id)
      const variation = product?.attributes.find((v) => specsKey(v.specs) === specsKey(u.specs))
      if (!product || soldOut(product) || (product.attributes.length > 0 && !variation)) return []
      const price = shownPrice(product, variation)?.now
      if (!price) return []
      const usually = orderable(u.quantity, product)
      const enough = orderable(Math.ceil(missing / price), product)
      const quantity = enough <= usually * MOST_TIMES ? Math.max(usually, enough) : usually
      const adds = quantity * price
      return [{ product, variation: variation ?? null, quantity, adds, closes: adds >= missing, times: u.times }]
    })
  return found
    .toSorted((a, b) => Number(b.closes) - Number(a.closes) || b.times - a.times || a.product.id - b.product.id)
    .slice(0, MOST_CLOSERS)
    .map(({ times: _, ...c }) => c)
}

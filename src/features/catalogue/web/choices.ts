// What is about to be added of a product's choices.
import type { Cart } from '#features/carts/rules.ts'
import { lineKey } from '#features/carts/web/index.ts'
import type { Product } from '#features/products/contract.ts'
import { lineIssue } from '#features/products/quantity.ts'

/** What it lacks to be orderable, together with the pieces that the order has already. */
export function choiceIssue(product: Product, amounts: Record<number, number>, { lines }: Pick<Cart, 'lines'>) {
  const had = new Map(lines.map((l) => [lineKey(l), l.quantity]))
  const then = product.attributes.map(({ id, specs }) => {
    const line = { product_id: product.id, selected_specs: specs }
    return { ...line, id, quantity: (amounts[id] ?? 0) + (had.get(lineKey(line)) ?? 0) }
  })
  return then.map((l) => (amounts[l.id] ? lineIssue(l, then, product) : null)).find(Boolean) ?? null
}

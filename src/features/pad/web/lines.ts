// What the pad does with the cart's lines; each act can be taken back.
import { addAll, cart, lineKey, setQuantity } from '#features/carts/web/index.ts'
import type { Choice } from '../shelf.ts'

export const keyOfChoice = ({ product, variation }: Choice) =>
  lineKey({ product_id: product.id, selected_specs: variation?.specs ?? {} })
/** Pieces of it in the order. */
export const piecesOfChoice = (c: Choice) => cart.get().lines.find((l) => lineKey(l) === keyOfChoice(c))?.quantity ?? 0
/** Adds them, or with `sets` makes them the line's quantity; answers how to take it back. */
export function putLines(wanted: readonly (Choice & { quantity: number })[], sets = false): () => void {
  const before = cart.get()
  const there = sets ? wanted.filter((w) => piecesOfChoice(w) > 0) : []
  for (const w of there) setQuantity(keyOfChoice(w), w.quantity)
  const others = wanted.filter((w) => w.quantity > 0 && !there.includes(w))
  if (others.length > 0) addAll(others)
  return () => cart.set((now) => (now.cart_id === before.cart_id ? { ...now, lines: before.lines } : now))
}

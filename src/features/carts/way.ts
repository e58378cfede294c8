// A cart and its way to the server: what stays of it when it has left, and how it comes back.
import { type Cart, lineKey, nextCart, sized } from './rules.ts'

/** One that was on its way is wanted back and stands here still (the browser died while it was sent): as it is here,
 * with what was added since, and what the server said. undefined: another stands here. */
export const returned = ({ cart_id, refusal }: Cart, here: Cart): Cart | undefined =>
  here.cart_id === cart_id ? { ...here, ...(refusal && { refusal }) } : undefined
/** What stays of a cart of which this much has left: what was added since, as a cart of its own. One that lacks something
 * of it stays as it is: whoever sends that is asked. */
export function settled(c: Cart, sent: Cart, cart_id: string): Cart {
  const gone = new Map(sent.lines.map((l) => [lineKey(l), l.quantity]))
  const left = c.lines.map((l) => sized(l, l.quantity - (gone.get(lineKey(l)) ?? 0)))
  const here = new Set(c.lines.map(lineKey))
  if (c.cart_id !== sent.cart_id || left.some((l) => l.quantity < 0) || sent.lines.some((l) => !here.has(lineKey(l))))
    return c
  const lines = left.filter((l) => l.quantity > 0)
  return { ...nextCart(c, cart_id), ...(lines.length > 0 && { buyer: c.buyer, lines }) }
}

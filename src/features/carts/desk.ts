// The carts of one device as a value: the one that is open, and those put aside. Of every client there is one at most,
// and what is in one is never in another but by a choice that names both.
import { pickClient, typeAll } from './buyer.ts'
import { type Cart, type Client, freshCart, joined } from './rules.ts'
import { returned, settled as settledCart } from './way.ts'
import type { BuyerData } from '#features/orders/rules.ts'

export interface Desk {
  cart: Cart
  aside: Cart[]
}
const isOf = (client: number) => (c: Cart) => c.buyer.kind === 'client' && c.buyer.id === client
const without = (aside: Cart[], id: string) => aside.filter((c) => c.cart_id !== id)
/** What is open goes aside; a cart without goods is none. */
const cleared = ({ cart, aside }: Desk) =>
  cart.lines.length > 0 ? [cart, ...without(aside, cart.cart_id)] : without(aside, cart.cart_id)

/** Opens a cart that was put aside; as it was, when there is none such. */
export function take(d: Desk, id: string): Desk {
  const found = d.aside.find((c) => c.cart_id === id)
  return found ? { cart: found, aside: without(cleared(d), id) } : d
}
/** The client's cart: the one there is, or a new one. Nothing of what is open goes with it. */
export function startFor(d: Desk, client: Client, id: string): Desk {
  if (isOf(client.id)(d.cart)) return { ...d, cart: pickClient(d.cart, client) }
  const kept = d.aside.find(isOf(client.id))
  const at = kept ? take(d, kept.cart_id) : { cart: freshCart(true, id), aside: cleared(d) }
  return { ...at, cart: pickClient(at.cart, client) }
}
/** A new cart for somebody whom the company does not know yet, or for nobody. */
export const startNew = (d: Desk, data: Partial<BuyerData>, id: string): Desk => ({
  cart: typeAll(freshCart(true, id), data),
  aside: cleared(d),
})
/** The goods of the open cart are for this client: they go to the client's own cart where it is open already and they
 * were nobody's yet; goods of another client stay with that client. */
export function giveTo(d: Desk, client: Client): { desk: Desk; how: 'picked' | 'joined' | 'switched' } {
  const theirs = d.aside.find(isOf(client.id))
  if (!theirs) return { desk: { ...d, cart: pickClient(d.cart, client) }, how: 'picked' }
  if (d.cart.buyer.kind === 'client') return { desk: startFor(d, client, theirs.cart_id), how: 'switched' }
  return {
    desk: { cart: joined(pickClient(theirs, client), d.cart), aside: without(d.aside, theirs.cart_id) },
    how: 'joined',
  }
}
/** A cart that was on its way is open again. */
export const reopened = (d: Desk, back: Cart): Desk => ({
  cart: [d.cart, ...d.aside].map((c) => returned(back, c)).find((c) => c) ?? back,
  aside: without(cleared(d), back.cart_id),
})
/** A cart has left, as it was sent. */
export const settled = (d: Desk, sent: Cart, id: string): Desk => ({
  cart: settledCart(d.cart, sent, id),
  aside: d.aside.map((c) => settledCart(c, sent, id)).filter((c) => c.lines.length > 0),
})
/** Puts a cart away for good. */
export const drop = (d: Desk, id: string): Desk => ({ ...d, aside: without(d.aside, id) })
/** What the device kept is read, the one that was open last among it (`last`): what was begun before that for somebody
 * stays theirs, goods of nobody join what was open. */
export function opened(now: Cart, kept: Cart[], last: Cart | undefined): Desk {
  const { buyer } = now
  if (buyer.kind === 'nobody')
    return last ? { cart: joined(last, now), aside: without(kept, last.cart_id) } : { cart: now, aside: kept }
  const theirs = buyer.kind === 'client' ? kept.find(isOf(buyer.id)) : undefined
  return theirs
    ? { cart: { ...joined(theirs, now), buyer }, aside: without(kept, theirs.cart_id) }
    : { cart: now, aside: without(kept, now.cart_id) }
}

// What the order's own screens and its way to the server do with the cart: the catalogue needs none of it.
import type { BuyerData } from '#features/orders/rules.ts'
import { newId } from '#web/newId.ts'
import * as buyer from '../buyer.ts'
import * as r from '../rules.ts'
import { returned, settled } from '../way.ts'
import { cart } from './cart.ts'

/** Emptied: a new id begins; a visitor or client stays who they are, whom staff ordered for goes. */
export const emptyCart = () => cart.set((c) => r.nextCart(c, newId()))
/** It has left as it was sent. */
export const settleCart = (sent: r.Cart) => cart.set((c) => settled(c, sent, newId()))
/** Another key for the same lines: the old one is an order of its own. */
export const renewCartId = () => cart.set((c) => ({ ...c, cart_id: newId() }))
/** What the server said last is answered by sending it again. */
export const forgetRefusal = () => cart.set(({ refusal: _, ...c }) => c)
/** One that waited comes back, before what was begun since. */
export const takeCartBack = (back: r.Cart) => cart.set((now) => returned(back, now) ?? r.joined(back, now))
export const setBuyer = (field: keyof BuyerData, value: string) => cart.set((c) => buyer.typeBuyer(c, field, value))
/** Lines priced anew from the catalogue. */
export const acceptPrice = (k: string, price: string) =>
  cart.set((c) => ({
    ...c,
    lines: c.lines.map((l) => (r.lineKey(l) === k ? r.sized({ ...l, price }, l.quantity) : l)),
  }))

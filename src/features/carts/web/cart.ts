// The cart: of one user in one company, in IndexedDB, written on every change. Its id is the order's idempotency key.
import { get } from 'idb-keyval'
import type { Product, Variation } from '#features/products/contract.ts'
import { firstQuantity, shownPrice } from '#features/products/rules.ts'
import { catalogue, lookAs } from '#features/products/web/index.ts'
import { type BuyerData, MOST_QUANTITY, totals } from '#features/orders/rules.ts'
import { cartCents, formatCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { empty, keep as keepValue, openKeyval } from '#web/keyval.ts'
import { newId } from '#web/newId.ts'
import { createStore } from '#web/store.ts'
import { notify } from '#web/ui/snack.tsx'
import { isFull, missingFor } from '#web/worker.ts'
import * as r from '../rules.ts'

export const cartsDb = openKeyval('mostruario-cart', 'carts')

let isTold = false
/** Writes a cart. That there is no room for it is said once, until there is. */
export function keepCart(name: string, value: r.Cart): void {
  keepValue(name, value, cartsDb).then(
    () => {
      isTold = false
    },
    async (error: unknown) => {
      if (isTold || !isFull(error)) return
      isTold = true
      const n = await missingFor(JSON.stringify(value).length)
      notify(t('Faltam {n} MB neste aparelho: o pedido aberto fica só nesta página, não a feche.', { n }))
    },
  )
}
const nowhere = () => {}
let keep: (value: r.Cart) => void = nowhere
let wanted = ''
export const cart = createStore<r.Cart>(r.freshCart(false, newId()), (value) => {
  keep(value)
  if (value.staff) void lookAs(r.eyesOf(value))
})
/** Another account's cart is put away; answers whether this one is opened only now. */
export function claimCart(owner: string, staff: boolean): boolean {
  if (wanted === owner) return false
  wanted = owner
  const another = keep !== nowhere
  keep = nowhere
  cart.set((now) => (another ? r.freshCart(staff, newId()) : { ...now, staff }))
  return true
}
/** What was kept is here; `opened` says what becomes of what was done before it was read. */
export function showCart(owner: string, opened: (now: r.Cart) => r.Cart, keeper: (value: r.Cart) => void): void {
  if (wanted !== owner) return
  keep = keeper
  cart.set(opened)
}
/** Opens the cart of an account that orders for itself: one, kept under its name. */
export async function openCart(owner: string): Promise<void> {
  if (!claimCart(owner, false)) return
  const kept = await get<r.Cart>(owner, cartsDb).catch(() => undefined)
  const opened = (now: r.Cart) => {
    const joined = r.joined(r.keptCart(kept, false, newId()), now)
    return now.buyer.kind === 'nobody' ? joined : { ...joined, buyer: now.buyer, details: now.details }
  }
  showCart(owner, opened, (value) => keepCart(owner, value))
}

function lineOf(product: Product, variation?: Variation | null): r.CartLine {
  const price = shownPrice(product, variation ?? undefined)
  return {
    product_id: product.id,
    price: price?.now == null ? '' : formatCents(price.now),
    selected_specs: variation?.specs ?? {},
    quantity: 0,
    total: '',
    product: {
      name: product.name,
      code: variation?.code || product.code,
      main_variation_id: product.main_variation_id,
      foto1: product.foto1,
      min_quantity: product.min_quantity,
      multiple: product.multiple,
      mixed: product.mixed,
    },
  }
}
export interface Wanted {
  product: Product
  variation?: Variation | null | undefined
  quantity: number
}
/** Adds pieces, all in one step: the same product and specs grow by them. */
export const addAll = (wanted: readonly Wanted[]) =>
  cart.set((c) => wanted.reduce((sum, w) => r.mergeLine(sum, lineOf(w.product, w.variation), w.quantity), c))
export const addToCart = (product: Product, variation?: Variation, quantity = firstQuantity(product)) =>
  addAll([{ product, variation, quantity }])
/** One step more of what has no choices, or its first pieces. */
export const stepUp = (p: Product) =>
  addToCart(p, undefined, quantities(cart.get()).has(p.id) ? Math.max(1, p.multiple) : firstQuantity(p))
/** One step less; below the least that is sold, none. */
export function stepDown(p: Product): void {
  const left = (quantities(cart.get()).get(p.id) ?? 0) - Math.max(1, p.multiple)
  setQuantity(r.lineKey({ product_id: p.id, selected_specs: {} }), left < firstQuantity(p) ? 0 : left)
}
/** A typed or stepped quantity; 0 or less removes the line. Answers how to bring back the line that was removed. */
export function setQuantity(k: string, quantity: number): { name: string; bringBack: () => void } | null {
  const before = cart.get()
  const line = before.lines.find((l) => r.lineKey(l) === k)
  if (!line) return null
  if (quantity <= 0) {
    cart.set((c) => r.withoutLine(c, k, newId()))
    return { name: line.product.name, bringBack: () => cart.set((c) => r.withLineAgain(c, line, before)) }
  }
  cart.set((c) => ({
    ...c,
    lines: c.lines.map((l) => (r.lineKey(l) === k ? r.sized(l, Math.min(quantity, MOST_QUANTITY)) : l)),
  }))
  return null
}
/** Sent, or emptied: a new id begins; a visitor or client stays who they are, whom staff ordered for goes. */
export const emptyCart = () => cart.set((c) => r.nextCart(c, newId()))
/** It has left as it was sent. */
export const settleCart = (sent: r.Cart) => cart.set((c) => r.settled(c, sent, newId()))
/** Another key for the same lines: the old one is an order of its own. */
export const renewCartId = () => cart.set((c) => ({ ...c, cart_id: newId() }))
/** What the server said last is answered by sending it again. */
export const forgetRefusal = () => cart.set(({ refusal: _, ...c }) => c)
/** One that waited comes back, before what was begun since. */
export const takeCartBack = (back: r.Cart) => cart.set((now) => r.returned(back, now) ?? r.joined(back, now))
export const letGo = () => cart.set(r.letGo)
export const setBuyer = (field: keyof BuyerData, value: string) => cart.set((c) => r.typeBuyer(c, field, value))
export const setDetail = (field: keyof r.Details, value: string) =>
  cart.set((c) => ({ ...c, details: { ...c.details, [field]: value } }))
export const setDiscount = (discount: string) => cart.set((c) => ({ ...c, discount }))
/** A discount of one line's own, in percent as it is typed. */
export const setLineDiscount = (k: string, discount: string) =>
  cart.set((c) => ({ ...c, lines: c.lines.map((l) => (r.lineKey(l) === k ? r.discounted(l, discount) : l)) }))
/** Lines priced anew from the catalogue. */
export const acceptPrice = (k: string, price: string) =>
  cart.set((c) => ({
    ...c,
    lines: c.lines.map((l) => (r.lineKey(l) === k ? r.sized({ ...l, price }, l.quantity) : l)),
  }))

/** Totals of the cart; a price or freight that is no number counts as 0.00. */
export const cartTotals = (c: r.Cart, discount_bp = 0) =>
  totals(c.lines.map(r.summed), discount_bp, Math.max(0, cartCents(c.details.freight ?? '')))
/** The money of whoever the open cart is for; of who orders for nobody yet the own. */
export const useCurrency = (own: string): string => currencyOf(cart.use(), own, catalogue.use().public_currency)
export function currencyOf(
  { staff, buyer }: r.Cart,
  own: string,
  public_currency = catalogue.get().public_currency,
): string {
  if (!staff || buyer.kind === 'nobody') return own
  return (buyer.kind === 'client' ? buyer.view?.buyer.currency : public_currency) ?? own
}
/** Pieces by product. */
export function quantities(c: r.Cart): Map<number, number> {
  const map = new Map<number, number>()
  for (const l of c.lines) map.set(l.product_id, (map.get(l.product_id) ?? 0) + l.quantity)
  return map
}
/** Forgets every cart of this device (signing out). */
export async function clearCarts(): Promise<void> {
  keep = nowhere
  wanted = ''
  cart.set(r.freshCart(false, newId()))
  await empty(cartsDb).catch(() => {})
}

// The cart: of one user in one company, in IndexedDB, written on every change. Its id is the order's idempotency key.
import { clear, createStore as openDb, get, set } from 'idb-keyval'
import type { Product, Specs, Variation } from '#features/products/contract.ts'
import { firstQuantity, shownPrice, specsKey } from '#features/products/rules.ts'
import { MOST_QUANTITY, totals } from '#features/orders/rules.ts'
import { cartCents, formatCents } from '#shared/money.ts'
import { createStore } from '#web/store.ts'

/** A line as specification §3 names it: the price is text with a decimal comma ('' when hidden). */
export interface CartLine {
  product_id: number
  price: string
  selected_specs: Specs
  quantity: number
  total: string
  product: { name: string; code: string; main_variation_id: number | null; foto1: string; min_quantity: number; multiple: number }
}
export interface Cart {
  cart_id: string
  lines: CartLine[]
  /** Typed so far in the order form. */
  form: Record<string, string>
  discount: string
}
const fresh = (): Cart => ({ cart_id: newId(), lines: [], form: {}, discount: '' })
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
/** One connection: a change is on its way at once, and changes are kept in their order. */
const db = openDb('mostruario-cart', 'carts')

let key = ''
let wanted = ''
export const cart = createStore<Cart>(fresh(), (value) => {
  if (key) void set(key, value, db).catch(() => {})
})
/** Opens the cart of an account; what is added before it is read is kept, another account's cart is put away. */
export async function openCart(owner: string): Promise<void> {
  if (wanted === owner) return
  wanted = owner
  if (key) {
    key = ''
    cart.set(fresh())
  }
  const kept = await get<Cart>(owner, db).catch(() => undefined)
  if (wanted !== owner) return
  key = owner
  cart.set((now) => now.lines.reduce((c, l) => ({ ...c, lines: mergeLine(c.lines, l, l.quantity) }), kept ?? fresh()))
}

export const lineKey = (l: { product_id: number; selected_specs: Specs }) => `${l.product_id}|${specsKey(l.selected_specs)}`
const sized = (l: CartLine, quantity: number): CartLine => ({
  ...l,
  quantity,
  total: l.price === '' ? '' : formatCents(cartCents(l.price) * quantity),
})
function mergeLine(lines: CartLine[], line: CartLine, quantity: number): CartLine[] {
  const k = lineKey(line)
  const found = lines.find((l) => lineKey(l) === k)
  if (!found) return [...lines, sized(line, Math.min(quantity, MOST_QUANTITY))]
  return lines.map((l) => (l === found ? sized({ ...line, quantity: 0 }, Math.min(l.quantity + quantity, MOST_QUANTITY)) : l))
}
function lineOf(product: Product, variation?: Variation): CartLine {
  const price = shownPrice(product, variation)
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
    },
  }
}
/** Adds pieces: the same product and specs grow by them. */
export function addToCart(product: Product, variation?: Variation, quantity = firstQuantity(product)): void {
  cart.set((c) => ({ ...c, lines: mergeLine(c.lines, lineOf(product, variation), quantity) }))
}
/** A typed or stepped quantity; 0 or less removes the line. Answers the line that was removed, to bring it back. */
export function setQuantity(k: string, quantity: number): CartLine | null {
  const line = cart.get().lines.find((l) => lineKey(l) === k)
  if (!line) return null
  if (quantity <= 0) {
    cart.set((c) => ({ ...c, lines: c.lines.filter((l) => lineKey(l) !== k) }))
    return line
  }
  cart.set((c) => ({ ...c, lines: c.lines.map((l) => (lineKey(l) === k ? sized(l, Math.min(quantity, MOST_QUANTITY)) : l)) }))
  return null
}
export const bringBack = (line: CartLine) => cart.set((c) => ({ ...c, lines: mergeLine(c.lines, line, line.quantity) }))
/** Empties the cart; a new id begins, what was typed in the form stays. */
export const emptyCart = () => cart.set((c) => ({ ...fresh(), form: c.form }))
/** Another key for the same lines: the old one has become an order of its own. */
export const renewCartId = () => cart.set((c) => ({ ...c, cart_id: newId() }))
export const setForm = (name: string, value: string) => cart.set((c) => ({ ...c, form: { ...c.form, [name]: value } }))
export const setDiscount = (discount: string) => cart.set((c) => ({ ...c, discount }))
/** Lines priced anew from the catalogue. */
export const acceptPrice = (k: string, price: string) => cart.set((c) => ({ ...c, lines: c.lines.map((l) => (lineKey(l) === k ? sized({ ...l, price }, l.quantity) : l)) }))

/** Totals of the cart; a price that is no number counts as 0.00. */
export const cartTotals = (c: Cart, discount_bp = 0) =>
  totals(
    c.lines.map((l) => ({ unit_price: cartCents(l.price), quantity: l.quantity })),
    discount_bp,
  )
/** Pieces by product. */
export function quantities(c: Cart): Map<number, number> {
  const map = new Map<number, number>()
  for (const l of c.lines) map.set(l.product_id, (map.get(l.product_id) ?? 0) + l.quantity)
  return map
}
/** Forgets every cart of this device (signing out). */
export async function clearCarts(): Promise<void> {
  key = ''
  wanted = ''
  await clear(db).catch(() => {})
}

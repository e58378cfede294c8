// The cart: of one user in one company, in IndexedDB, written on every change. Its id is the order's idempotency key.
import { get } from 'idb-keyval'
import type { Product, Variation } from '#features/products/contract.ts'
import { firstQuantity, shownPrice } from '#features/products/rules.ts'
import { catalogue, lookAs } from '#features/products/web/index.ts'
import { MOST_QUANTITY, totals } from '#features/orders/rules.ts'
import { cartCents, formatCents } from '#shared/money.ts'
import { empty, keep as keepValue, openKeyval } from '#web/keyval.ts'
import { newId } from '#web/newId.ts'
import { createStore } from '#web/store.ts'
import { isFull } from '#web/worker.ts'
import * as r from '../rules.ts'

export const cartsDb = openKeyval('mostruario-cart', 'carts')

let isTold = false
/** Writes a cart, and tells the other tabs. That there is no room for it is said once, until there is. */
export function keepCart(name: string, value: r.Cart): void {
  tellTabs(name, value)
  keepValue(name, value, cartsDb).then(
    () => {
      isTold = false
    },
    async (error: unknown) => {
      if (isTold || !isFull(error)) return
      isTold = true
      void (await import('./full.ts')).sayFull(JSON.stringify(value).length)
    },
  )
}
/** Who keeps the carts of this account. */
export interface Keeper {
  /** What was kept is read: what becomes of it, and of what was done before that. */
  opened(now: r.Cart): r.Cart
  keep(value: r.Cart): void
  /** Another tab keeps this cart under this name; none: it is gone. */
  heard(name: string, kept?: r.Cart): void
  /** Reads what the others did while this tab slept and heard nothing; answers how it is shown. */
  slept(): Promise<() => void>
}
let keeper: Keeper | null = null
let wanted = ''
export const cart = createStore<r.Cart>(r.freshCart(false, newId()), (value) => {
  keeper?.keep(value)
  if (value.staff) void lookAs(r.eyesOf(value))
})
/** Opens the carts of an account, whose keeper reads them; another account's are put away. */
export async function openCarts(owner: string, staff: boolean, read: () => Promise<Keeper>): Promise<void> {
  if (wanted === owner) return
  wanted = owner
  const another = keeper !== null
  keeper = null
  cart.set((now) => (another ? r.freshCart(staff, newId()) : { ...now, staff }))
  const mine = await read()
  if (wanted !== owner) return
  keeper = mine
  listen()
  cart.set(mine.opened)
}
let tabs: BroadcastChannel | undefined
/** Tells the other tabs. */
export const tellTabs = (name: string, kept?: r.Cart) => tabs?.postMessage({ name, kept })
function listen(): void {
  if (tabs) return
  tabs = new BroadcastChannel('mostruario-cart')
  tabs.onmessage = ({ data: { name, kept } }: MessageEvent<{ name: string; kept?: r.Cart }>) =>
    keeper?.heard(name, kept)
  document.addEventListener('visibilitychange', () => {
    // What found no room is here alone.
    if (document.visibilityState === 'visible' && !isTold) void wake()
  })
}
async function wake(): Promise<void> {
  const before = cart.get()
  const show = await keeper?.slept().catch(() => {})
  if (cart.get() === before) show?.()
}
/** Opens the cart of an account that orders for itself: one, kept under its name, the same in every tab. */
export const openCart = (owner: string): Promise<void> =>
  openCarts(owner, false, async () => {
    const read = () => get<r.Cart>(owner, cartsDb)
    const kept = await read().catch(() => undefined)
    /** As it is kept. */
    let known: r.Cart | undefined
    const take = (found?: r.Cart) => (known = r.keptCart(found, false, newId()))
    return {
      opened(now) {
        const before = take(kept)
        if (now.buyer.kind !== 'nobody') return { ...r.joined(before, now), buyer: now.buyer, details: now.details }
        return r.joined(before, now)
      },
      keep: (value) => value !== known && keepCart(owner, value),
      heard: (name, told) => name === owner && told && cart.set(take(told)),
      async slept() {
        const now = await read()
        return () => now && cart.set(take(now))
      },
    }
  })

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
export const setDetail = (field: keyof r.Details, value: string) =>
  cart.set((c) => ({ ...c, details: { ...c.details, [field]: value } }))
export const setDiscount = (discount: string) => cart.set((c) => ({ ...c, discount }))
/** A discount of one line's own, in percent as it is typed. */
export const setLineDiscount = (k: string, discount: string) =>
  cart.set((c) => ({ ...c, lines: c.lines.map((l) => (r.lineKey(l) === k ? r.discounted(l, discount) : l)) }))

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
  keeper = null
  wanted = ''
  cart.set(r.freshCart(false, newId()))
  await empty(cartsDb).catch(() => {})
}

// The cart as a value: what it holds, whom it is for, and what each act leaves of it.
import type { Product, Specs } from '#features/products/contract.ts'
import { specsKey } from '#features/products/rules.ts'
import { BUYER_FIELDS, type BuyerData, lineTotal, MOST_QUANTITY } from '#features/orders/rules.ts'
import { NEW_CLIENT, type View } from '#features/readers/rules.ts'
import { cartCents, formatCents } from '#shared/money.ts'

/** A line as specification §3 names it: the price is text with a decimal comma ('' when hidden). */
export interface CartLine {
  product_id: number
  price: string
  selected_specs: Specs
  quantity: number
  /** After the line's own discount. */
  total: string
  /** Of this line alone, in percent as it is typed. */
  discount?: string
  product: Pick<Product, 'name' | 'code' | 'main_variation_id' | 'foto1' | 'min_quantity' | 'multiple' | 'mixed'>
}
/** Whom a cart is for, as one value, so that no field of one person stays with another: nobody yet; a client that
 * was picked, with what the client's prices are made of and what was added to the client's own data; somebody
 * typed in. */
export type Buyer =
  | { kind: 'nobody' }
  | ({ kind: 'client'; added: Partial<BuyerData> } & Client)
  | { kind: 'person'; data: Partial<BuyerData> }
/** A client as a cart takes them. */
export interface Client {
  id: number
  data: BuyerData
  view?: View
  /** Who sells to them; null: the house. */
  seller_id?: number | null
}
const DETAILS = [
  'description',
  'additional_field',
  'seller_id',
  'payment_term',
  'delivery_date',
  'freight',
  'signature',
] as const
/** What is said of this order alone. */
export type Details = Partial<Record<(typeof DETAILS)[number], string>>
export interface Cart {
  cart_id: string
  lines: CartLine[]
  /** Of somebody who orders for others: the buyer goes with the order. Clients and visitors stay who they are. */
  staff: boolean
  buyer: Buyer
  details: Details
  discount: string
  /** When it was kept first and last, in milliseconds. */
  begun?: number
  at?: number
  /** It came back because the server said no: this. */
  refusal?: { status: number; body: Record<string, unknown> }
}
export const freshCart = (staff: boolean, cart_id: string): Cart => ({
  cart_id,
  lines: [],
  staff,
  buyer: { kind: 'nobody' },
  details: {},
  discount: '',
})
/** After an order was sent, or the cart emptied. */
export const nextCart = (c: Cart, cart_id: string): Cart => ({
  ...freshCart(c.staff, cart_id),
  ...(!c.staff && { buyer: c.buyer }),
})

/** Through whose eyes staff see the catalogue while this cart is open; null: their own. */
export function eyesOf({ staff, buyer }: Cart): { client_id: number | typeof NEW_CLIENT; view: View | null } | null {
  if (!staff || buyer.kind === 'nobody') return null
  return buyer.kind === 'client'
    ? { client_id: buyer.id, view: buyer.view ?? null }
    : { client_id: NEW_CLIENT, view: null }
}
/** Whom it is for, in words; '' while that is nobody. */
export const nameOf = ({ buyer }: Cart) => (buyer.kind === 'nobody' ? '' : (buyer.data.name ?? ''))
export const lineKey = (l: { product_id: number; selected_specs: Specs }) =>
  `${l.product_id}|${specsKey(l.selected_specs)}`
/** A typed percentage in basis points; what is none counts as nothing, more than everything as everything. */
export const shareOf = (text: string | undefined) => Math.min(10_000, Math.max(0, cartCents(text ?? '')))
/** A line as orders sum it up. */
export const summed = (l: CartLine) => ({
  unit_price: cartCents(l.price),
  quantity: l.quantity,
  discount_bp: shareOf(l.discount),
})
export const sized = (l: CartLine, quantity: number): CartLine => {
  const line = { ...l, quantity }
  return { ...line, total: l.price === '' ? '' : formatCents(lineTotal(summed(line))) }
}
export const discounted = (l: CartLine, discount: string): CartLine => sized({ ...l, discount }, l.quantity)
export function mergeLine(c: Cart, line: CartLine, quantity: number): Cart {
  const k = lineKey(line)
  const found = c.lines.find((l) => lineKey(l) === k)
  if (!found) return { ...c, lines: [...c.lines, sized(line, Math.min(quantity, MOST_QUANTITY))] }
  return {
    ...c,
    lines: c.lines.map((l) =>
      l === found
        ? sized(
            { ...line, ...(l.discount && { discount: l.discount }) },
            Math.min(l.quantity + quantity, MOST_QUANTITY),
          )
        : l,
    ),
  }
}
/** A cart with another's lines as well. */
export const joined = (c: Cart, other: Cart) => other.lines.reduce((sum, l) => mergeLine(sum, l, l.quantity), c)
/** Without a line; without the last one the cart is as if emptied. */
export function withoutLine(c: Cart, k: string, cart_id: string): Cart {
  const lines = c.lines.filter((l) => lineKey(l) !== k)
  return lines.length === 0 && c.staff ? nextCart(c, cart_id) : { ...c, lines }
}
/** The cart that was before a line went, when nothing else was begun since; else just the line again. */
export const withLineAgain = (c: Cart, line: CartLine, before: Cart): Cart =>
  mergeLine(
    c.lines.length === 0 && c.buyer.kind === 'nobody' ? { ...before, cart_id: c.cart_id, lines: [] } : c,
    line,
    line.quantity,
  )

/** A cart as a device kept it. One of a version without `buyer` had loose fields that may be of two people: of
 * staff's nothing stays but the goods. */
export function keptCart(
  kept: (Partial<Cart> & { form?: Record<string, string> }) | undefined,
  staff: boolean,
  cart_id: string,
): Cart {
  const fresh = freshCart(staff, cart_id)
  if (!kept?.lines || !kept.cart_id) return fresh
  const { cart_id: known, lines, discount = '', begun, at, refusal } = kept
  const times = { ...(begun && { begun }), ...(at && { at }) }
  const goods = {
    ...fresh,
    cart_id: known,
    lines,
    discount,
    ...times,
    ...(refusal && { refusal }),
  }
  if (kept.buyer && kept.staff === staff) return { ...goods, buyer: kept.buyer, details: kept.details ?? {} }
  if (staff || !kept.form) return goods
  const typed = <K extends string>(fields: readonly K[]) =>
    Object.fromEntries(fields.flatMap((f) => (kept.form?.[f] ? [[f, kept.form[f]]] : []))) as Partial<Record<K, string>>
  return {
    ...goods,
    buyer: { kind: 'person', data: typed(BUYER_FIELDS) },
    details: kept.lines.length > 0 ? typed(DETAILS) : {},
  }
}

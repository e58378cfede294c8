// What a cart comes to, and what an order becomes when it arrives: the same in browser and server.
import { mulDiv, showCents } from '#shared/money.ts'
import type { Said } from '#shared/sentence.ts'
import type { Status } from './status.ts'

export const MOST_QUANTITY = 999_999

/** Discount in cents: half up(sum × %), percent in basis points. */
export const discountOf = (subtotal: number, discount_bp: number) => mulDiv(subtotal, discount_bp, 10_000)

/** A line as it is summed up: cents a piece, and its own discount in basis points. */
export interface Summed {
  unit_price: number
  quantity: number
  discount_bp?: number | undefined
}
/** A line's own discount in cents, half up; its total is what remains of unit × quantity. */
export const lineDiscount = (l: Summed) => discountOf(l.unit_price * l.quantity, l.discount_bp ?? 0)
export const lineTotal = (l: Summed) => l.unit_price * l.quantity - lineDiscount(l)

export interface Totals {
  /** What the lines come to, each after its own discount. */
  subtotal: number
  /** Of the whole order, on the subtotal. */
  discount: number
  freight: number
  total: number
  /** Pieces of all lines. */
  pieces: number
}
/** Only lines with a quantity above 0 count. Cents throughout. */
export function totals(lines: Summed[], discount_bp = 0, freight = 0): Totals {
  const counted = lines.filter((l) => l.quantity > 0)
  const subtotal = counted.reduce((sum, l) => sum + lineTotal(l), 0)
  const discount = discountOf(subtotal, discount_bp)
  const pieces = counted.reduce((sum, l) => sum + l.quantity, 0)
  return { subtotal, discount, freight, total: subtotal - discount + freight, pieces }
}
/** Cents: more than this no order comes to, even before its discounts, so that it, its parts and what many orders come to
 * stay numbers that every side can hold. */
export const MOST_SUM = 99_999_999_999
export const passesMost = (lines: Summed[], freight = 0) =>
  lines.reduce((sum, l) => sum + l.unit_price * l.quantity, freight) > MOST_SUM
/** The deepest discount that any piece gets, in basis points, rounded up: a line's own and the order's one after the
 * other, so that no limit is passed in two steps. */
export const deepestDiscount = (lines: { discount_bp?: number | undefined }[], discount_bp: number) =>
  lines.reduce(
    (deepest, { discount_bp: own = 0 }) =>
      Math.max(deepest, own + discount_bp - Math.floor((own * discount_bp) / 10_000)),
    discount_bp,
  )
/** What a percentage may be: 0 to 100, in basis points. */
export const isShare = (bp: number) => bp >= 0 && bp <= 10_000

/** How an order may be paid, of the company's list; `least` is cents per instalment, 0 for any. */
export interface PaymentTerm {
  name: string
  instalments: number
  least: number
}
export const MOST_FREIGHT = 999_999_999
/** Why an order that comes to `total` cannot be paid so; null when it can. */
export function termIssue(total: number, name: string, terms: readonly PaymentTerm[]): Said | null {
  if (name === '' || terms.length === 0) return null
  const term = terms.find((x) => x.name === name)
  if (!term) return 'Escolha uma forma de pagamento da lista da empresa.'
  if (Math.floor(total / term.instalments) >= term.least) return null
  return {
    text: 'Em {term}, cada parcela precisa ser de pelo menos {least}.',
    values: { term: term.name, least: showCents(term.least) },
  }
}

/** How much is missing to the company's minimum: first orders may have their own. 0 when reached. */
export function missingToMinimum(
  total: number,
  company: { min_order: number; min_first_order: number },
  first: boolean,
): number {
  const least = first && company.min_first_order > 0 ? company.min_first_order : company.min_order
  return Math.max(0, least - total)
}

export interface Arrival {
  /** Sent from the outbox after the network was gone. */
  queued: boolean
  priceChanged: boolean
  /** By the judge of lines. */
  reasons: string[]
  /** Offered, not ordered. */
  quote?: boolean
}
/** The status with which an order begins and the reasons that it carries. */
export function arrivalStatus(a: Arrival): { status: Status; reasons: string[] } {
  const reasons = [...(a.priceChanged ? ['preco_mudou'] : []), ...a.reasons]
  if (a.quote) return { status: 'orcamento', reasons }
  if (a.queued && a.priceChanged) return { status: 'ajuste_solicitado', reasons }
  return { status: reasons.includes('desconto_acima') ? 'aguardando_aprovacao' : 'novo', reasons }
}
/** The discount somebody may give, in basis points: clients none, sellers theirs or the company's, admins any. */
export function discountLimit(level: number, own: number | null, company: number | null): number | null {
  if (level >= 3) return 0
  if (level <= 1) return null
  return own ?? company
}

/** What an order says of whoever it is for. */
export interface BuyerData {
  name: string
  phone: string
  email: string
  document: string
  client_code: string
}
export const BUYER_FIELDS = ['name', 'phone', 'document', 'email', 'client_code'] as const satisfies (keyof BuyerData)[]

/** What was paid of an order after refunds, what is missing to what its buyer owes, and what went back; cents. Below zero,
 * `open` is what the company owes the buyer. */
export function sumPayments(payments: readonly { amount: number }[], owed: number) {
  const refunded = payments.reduce((sum, p) => sum - Math.min(0, p.amount), 0)
  const paid = payments.reduce((sum, p) => sum + p.amount, 0)
  return { paid, open: owed - paid, refunded }
}

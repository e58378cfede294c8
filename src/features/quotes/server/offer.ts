// A quote as it stands: what was said, how each line may be asked for, and today's prices beside what was offered.
import { hasEnded, isOpenQuote } from '#features/orders/quote.ts'
import { type OrderRow, priceLines, type Purchaser, readBasis } from '#features/orders/server/index.ts'
import { isHiddenFrom } from '#features/products/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Offer } from '../contract.ts'
import type { LineRule } from '../rules.ts'
import * as q from './queries.ts'

export interface Seller {
  tx: Tx
  company: { id: number; time_zone: string }
  now: Date
}
/** Products, buyer and company of an order, as they are today. */
export async function basisOf(tx: Tx, order: OrderRow) {
  const basis = await readBasis(tx, {
    company: order.company_id,
    cart_id: '',
    products: [...new Set(order.lines.map((l) => l.product_id))],
    seller_id: null,
    client_id: order.client_id,
    portfolio_of: null,
    buyer_id: null,
  })
  if (!basis) throw new Refusal('not_found')
  const buyer: Purchaser = basis.client ?? {
    price_table: 1,
    margin_bp: 0,
    currency: order.currency,
    hidden_categories: [],
  }
  return { ...basis, buyer }
}
type Basis = Awaited<ReturnType<typeof basisOf>>

/** How each line may be asked for today. */
export const rulesOf = (order: OrderRow, { products, buyer, company }: Basis): LineRule[] =>
  order.lines.map((l) => {
    const p = products.find((x) => x.id === l.product_id)
    const varied = company.variations_active && (p?.attributes.length ?? 0) > 0
    const gone =
      !p ||
      isHiddenFrom(p, buyer.hidden_categories) ||
      (varied ? !p.attributes.some((v) => v.id === l.variation_id) : l.variation_id !== null)
    const { min_quantity = 1, multiple = 1, mixed = false } = p ?? {}
    return { line: l.line, min_quantity, multiple, mixed, gone }
  })
/** Every line at today's price, where it has one: nothing is offered for nothing. Throws with the names of those that are not sold any more. */
export function pricedToday(order: OrderRow, { products, buyer, company }: Basis, today: string) {
  // What was offered below a minimum stays: only prices are asked for.
  const anyNumber = products.map((p) => ({ ...p, min_quantity: 1, multiple: 1 }))
  const wanted = order.lines.map((l) => ({
    product_id: l.product_id,
    quantity: l.quantity,
    specs: l.specs,
    discount_bp: l.discount_percent,
    seen: undefined,
  }))
  const { lines } = priceLines(wanted, anyNumber, buyer, { ...company, today })
  return lines.map((l, i) => ({
    ...l,
    line: order.lines[i]?.line ?? l.line,
    unit_price: l.unit_price || (order.lines[i]?.price ?? 0),
  }))
}
/** Lines that an order would need and that nobody sells any more are named, all at once. */
export function refuseGone(order: OrderRow, rules: LineRule[], wanted: (line: number) => number): void {
  const gone = order.lines.filter((l) => wanted(l.line) > 0 && rules.some((r) => r.line === l.line && r.gone))
  if (gone.length === 0) return
  const reason = 'Este produto não está mais no catálogo.'
  throw new Refusal('lines_refused', {
    lines: gone.map(({ line, product_id, specs, name }) => ({ line, product_id, specs, name, reason })),
    message: {
      text: 'Não está mais à venda: {names}. Peça sem estes itens ou fale com o vendedor.',
      values: { names: gone.map((l) => l.name).join(', ') },
    },
  })
}
export async function offerOf({ tx, company, now }: Seller, order: OrderRow, rules: LineRule[]): Promise<Offer> {
  const today = dayIn(company.time_zone, now)
  const { revision, answer, answered_at, valid_until } = order
  const talk = await q.findTalk(tx, order.id)
  return {
    revision,
    answer,
    answered_at,
    valid_until,
    today,
    ended: isOpenQuote(order) && hasEnded(order, today),
    open: isOpenQuote(order),
    talk: talk.map(({ at, who, ours, withdrawn, talk: { kind, text, lines, prices } }) => ({
      at,
      who,
      ours,
      withdrawn,
      kind,
      text,
      lines,
      prices,
    })),
    lines: rules,
  }
}

// Products, buyer and company of a stored order, as they are today.
import { unitPrice } from '#features/products/prices.ts'
import { isHiddenFrom } from '#features/products/server/index.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import type { LineRule } from '../line-rules.ts'
import type { Purchaser } from './pricing.ts'
import { type Basis, type OrderRow, readBasis } from './queries.ts'

/** Whose prices hold: those of the client that a seller or admin orders for, else of the client or visitor who sends,
 * else table 1. */
export const purchaserOf = ({ client, reader }: Basis, currency: string): Purchaser & { hide_price: boolean } =>
  client ?? reader ?? { price_table: 1, margin_bp: 0, currency, hide_price: false, hidden_categories: [] }

export async function basisOf(tx: Tx, order: OrderRow) {
  const basis = await readBasis(tx, {
    company: order.company_id,
    cart_id: '',
    products: [...new Set(order.lines.map((l) => l.product_id))],
    seller_id: order.seller_id,
    client_id: order.client_id,
    portfolio_of: null,
    buyer_id: order.client_id,
    // A client who no longer buys, or the visitor of an order by link, has a row with prices all the same.
    reader_id: order.client_id ?? (order.origin === 'cliente' ? order.created_by : null),
    before: order.id,
  })
  if (!basis) throw new Refusal('not_found')
  return { ...basis, buyer: purchaserOf(basis, order.currency) }
}
export type OrderBasis = Awaited<ReturnType<typeof basisOf>>

/** How each line may be asked for today. */
export const rulesOf = (order: OrderRow, { products, buyer, company }: OrderBasis): LineRule[] =>
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

/** What a piece of each line that is still sold costs today, in the order's currency; null where it has no price. */
export const pricesToday = (order: OrderRow, { products, buyer, company }: OrderBasis, today: string) =>
  new Map(
    order.lines.flatMap((l) => {
      const p = products.find((x) => x.id === l.product_id)
      if (!p) return []
      const v = p.attributes.find((x) => x.id === l.variation_id)
      const own = v ? { price: v.price ?? null, surcharge: v.surcharge ?? 0 } : null
      const { price, promo } = unitPrice(p, own, { ...buyer, currency: order.currency }, { ...company, today })
      return [[l.line, (promo ?? price) || null] as const]
    }),
  )

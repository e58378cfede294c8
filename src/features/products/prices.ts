// Prices: one function decides, in browser and server (DECISIONS "Prices").
import type { Buyer } from '#features/readers/rules.ts'

export interface PriceSettings {
  price_table_active: boolean
  promo_price_active: boolean
  importer: boolean
  /** BRL per USD, decimal text with up to 6 decimals. */
  exchange_rate: string
  /** The company's calendar day, yyyy-mm-dd. */
  today: string
}
export interface PriceFacts {
  price: number | null
  price2: number | null
  price3: number | null
  price_promo: number | null
  promo_from: string | null
  promo_until: string | null
}
export interface VariationPrice {
  price: number | null
  surcharge: number
}

/** Millionths of a decimal text: "5.25" → 5250000. */
function micros(rate: string): bigint {
  const [units, decimals = ''] = rate.split('.')
  return BigInt(units || 0) * 1_000_000n + BigInt(decimals.padEnd(6, '0').slice(0, 6))
}

/** Final unit price in cents for this buyer, and the promotional one when it applies. null: no price (Sob consulta). */
export function unitPrice(
  p: PriceFacts,
  v: VariationPrice | null,
  buyer: Buyer,
  s: PriceSettings,
): { price: number | null; promo: number | null } {
  const table = s.price_table_active ? buyer.price_table : 1
  const own = v?.price ?? null
  const listed = own ?? (table === 2 ? p.price2 : table === 3 ? p.price3 : p.price) ?? p.price
  if (listed === null) return { price: null, promo: null }
  const base = listed + (own === null ? (v?.surcharge ?? 0) : 0)
  return {
    price: finish(base, buyer, s),
    promo: isPromoted(p, base, s) ? finish(p.price_promo as number, buyer, s) : null,
  }
}
function isPromoted(p: PriceFacts, base: number, s: PriceSettings): boolean {
  if (!s.promo_price_active || p.price_promo === null || p.price_promo <= 0 || p.price_promo >= base) return false
  return (p.promo_from === null || p.promo_from <= s.today) && (p.promo_until === null || s.today <= p.promo_until)
}
/** Exchange, margin and one rounding, half up; JPY to whole yen. */
function finish(base: number, buyer: Buyer, s: PriceSettings): number {
  const rate = s.importer && buyer.currency === 'BRL' ? micros(s.exchange_rate) : 1_000_000n
  const step = buyer.currency === 'JPY' ? 100n : 1n
  if (rate === 1_000_000n && step === 1n && buyer.margin_bp === 0) return base
  const n = BigInt(base) * rate * BigInt(10_000 + buyer.margin_bp)
  const d = 1_000_000n * 10_000n * step
  return Number(((2n * n + d) / (2n * d)) * step)
}

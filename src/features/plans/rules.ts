// What a plan costs and which plan fits: whole cents, half up, the same in browser, server, mail and PDF.
import { mulDiv } from '#shared/money.ts'

/** A plan's limits and prices; prices in cents a month. */
export interface PlanTerms {
  id: number
  name: string
  products: number
  sellers: number
  price_tables: number
  /** Space for files in MB; a proposal does not say it. */
  files_mb?: number
  monthly: number
  /** For each 100 products more. */
  extra_products: number
  /** For each seller more. */
  extra_seller: number
}
/** Ways to pay (specification §9 "Proposal payment options"); `mensal` pays each month. Discounts in basis points. */
export const OPTIONS = {
  mensal: { months: 1, instalments: 1, discount_bp: 0 },
  pix: { months: 12, instalments: 1, discount_bp: 2000 },
  x12: { months: 12, instalments: 12, discount_bp: 0 },
  x6: { months: 12, instalments: 6, discount_bp: 500 },
  x3: { months: 12, instalments: 3, discount_bp: 1000 },
} as const
export type PayOption = keyof typeof OPTIONS
export const PAY_OPTIONS = Object.keys(OPTIONS) as PayOption[]
/** A promotion on the price before the payment option's own discount. */
export interface Offer {
  percent_bp: number
  why: string
  yearly_only: boolean
  /** Of which plan; null: of every one. */
  plan_id: number | null
}
export const WELCOME_BP = 2000
/** Seconds that the welcome countdown runs, and how long the offer holds. */
export const OFFER = { countdown: 3600, holds: 24 * 3600 }

export interface Need {
  products: number
  sellers: number
  price_tables?: number
}
/** How much a company uses of what plans hold. */
export interface Used {
  products: number
  sellers: number
  /** The highest price table in use. */
  price_tables: number
}
/** Space for files in MB, client cards and categories. */
export interface Kept {
  files_mb: number
  max_files_mb: number
  cards: number
  max_cards: number
  categories: number
}
/** As many as a list shows (migration 0280). */
export const MOST_CATEGORIES = 1000
export interface Extras {
  /** Blocks of 100 products beyond the plan. */
  products: number
  sellers: number
}
/** What of a need a plan does not hold, in blocks that are sold. */
export const extrasFor = (plan: PlanTerms, need: Need): Extras => ({
  products: Math.ceil(Math.max(0, need.products - plan.products) / 100),
  sellers: Math.max(0, need.sellers - plan.sellers),
})
const monthlyOf = (plan: PlanTerms, extras: Extras) =>
  plan.monthly + extras.products * plan.extra_products + extras.sellers * plan.extra_seller

export interface Price<O extends Offer = Offer> {
  option: PayOption
  /** What takes `off`: the best of those that are for this plan and way of paying. */
  offer: O | null
  /** Before any discount: a month, or twelve. */
  full: number
  /** What the offer takes off, and what the way of paying does. */
  off: number
  off_option: number
  total: number
  instalments: number
  /** One of them; the last takes what rounding leaves. */
  each: number
}
/** The price of a plan paid in one way; of several offers one holds. */
export function priceOf<O extends Offer>(
  plan: PlanTerms,
  extras: Extras,
  option: PayOption,
  offers: readonly O[] = [],
): Price<O> {
  const { months, instalments, discount_bp } = OPTIONS[option]
  const full = monthlyOf(plan, extras) * months
  const offer =
    offers
      .filter((o) => (months === 12 || !o.yearly_only) && (o.plan_id === null || o.plan_id === plan.id))
      .sort((a, b) => b.percent_bp - a.percent_bp)[0] ?? null
  const off = offer ? mulDiv(full, offer.percent_bp, 10_000) : 0
  const off_option = mulDiv(full - off, discount_bp, 10_000)
  const total = full - off - off_option
  return { option, offer, full, off, off_option, total, instalments, each: mulDiv(total, 1, instalments) }
}

/** The plan whose month costs least for a need, extras counted; of two that cost the same, the larger. */
export function recommend(plans: PlanTerms[], need: Need): { plan: PlanTerms; extras: Extras; monthly: number } {
  const ranked = plans
    .map((plan) => ({ plan, extras: extrasFor(plan, need), monthly: monthlyOf(plan, extrasFor(plan, need)) }))
    .sort((a, b) => a.monthly - b.monthly || b.plan.products - a.plan.products)
  return ranked[0] as (typeof ranked)[number]
}
/** The cheapest plan that holds a need by itself; undefined when the largest does not. */
export const planThatFits = (plans: PlanTerms[], need: Need) =>
  [...plans]
    .sort((a, b) => a.monthly - b.monthly)
    .find((p) => p.products >= need.products && p.sellers >= need.sellers && p.price_tables >= (need.price_tables ?? 1))

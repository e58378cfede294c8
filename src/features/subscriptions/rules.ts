// A subscription's life: what a change of plan credits, what does not fit a smaller plan, until when a payment reaches.
import { LAST_DAY } from '#features/companies/rules.ts'
import { type Extras, OPTIONS, type PayOption, type Used } from '#features/plans/rules.ts'
import { addDays, addMonths, daysBetween } from '#shared/day.ts'
import { mulDiv } from '#shared/money.ts'

export interface Limits {
  products: number
  sellers: number
  price_tables: number
}
/** What a plan holds with the extras that are bought. */
export const limitsWith = (plan: Limits, extras: Extras): Limits => ({
  products: plan.products + extras.products * 100,
  sellers: plan.sellers + extras.sellers,
  price_tables: plan.price_tables,
})
/** How much does not fit; all zero when everything does. */
export const overBy = (used: Used, limits: Limits): Used => ({
  products: Math.max(0, used.products - limits.products),
  sellers: Math.max(0, used.sellers - limits.sellers),
  price_tables: Math.max(0, used.price_tables - limits.price_tables),
})

export interface Paid {
  amount: number
  covers_from: string
  covers_until: string
}
/** How long a paid period is, and how much of it is left; the day of the change counts as used. */
function lengthOf(paid: Paid, today: string) {
  const whole = Math.max(1, daysBetween(paid.covers_from, paid.covers_until))
  return { whole, left: Math.min(Math.max(0, daysBetween(today, paid.covers_until)), whole) }
}
/** Days that were paid for and are not used yet. */
export const daysLeft = (paid: Paid[], today: string) => paid.reduce((sum, p) => sum + lengthOf(p, today).left, 0)
/** Cents that those days are worth. */
export const creditOf = (paid: Paid[], today: string) =>
  paid.reduce((sum, p) => {
    const { whole, left } = lengthOf(p, today)
    return sum + mulDiv(p.amount, left, whole)
  }, 0)
/** What is left to pay of a price after the credit of the replaced days. */
export const chargeOf = (total: number, credit: number) => Math.max(0, total - credit)
/** The day of the month on which periods end that begin on `from`: the one that is kept while `from` lies on it, or on the
 * last day of a month that is too short for it; else the day of `from`. */
export function anchorOf(from: string, kept: number | null): number {
  const day = Number(from.slice(8))
  const isLast = addDays(from, 1).slice(8) === '01'
  return kept !== null && (kept === day || (kept > day && isLast)) ? kept : day
}
/** That day of a month, or its last. */
function dayOfMonth(first: string, day: number): string {
  const last = addDays(addMonths(first, 1), -1)
  return `${first.slice(0, 8)}${String(Math.min(day, Number(last.slice(8)))).padStart(2, '0')}`
}
/** Until when money reaches from `from`: the whole period for the price, days in proportion for more or less, at most
 * to the last day that a validity may have. A price of 0 gives the whole period. A whole period ends on the day `anchor` of
 * its month, or on its last. */
export function coverage(
  from: string,
  option: PayOption,
  total: number,
  worth: number,
  anchor = anchorOf(from, null),
): string {
  const until = dayOfMonth(addMonths(`${from.slice(0, 7)}-01`, OPTIONS[option].months), anchor)
  if (total <= 0) return until
  const days = Math.floor((worth * daysBetween(from, until)) / total)
  return addDays(from, Math.min(days, Math.max(daysBetween(from, until), daysBetween(from, LAST_DAY))))
}
interface Terms {
  plan_id: number
  extra_products: number
  extra_sellers: number
}
/** The same plan with the same extras is a renewal: full price, and the paid days go on. */
export const isRenewal = (before: Terms, now: Terms) =>
  before.plan_id === now.plan_id &&
  before.extra_products === now.extra_products &&
  before.extra_sellers === now.extra_sellers
/** How a payment option is said. */
export const OPTION_WORDS: Record<PayOption, string> = {
  mensal: 'Mensal no Pix',
  pix: 'Anual à vista no Pix',
  x12: 'Anual em 12x sem juros',
  x6: 'Anual em 6x no cartão',
  x3: 'Anual em 3x no cartão',
}
/** Paid by Pix here; the others are arranged with the consultant. */
export const isPix = (o: PayOption) => o === 'mensal' || o === 'pix'

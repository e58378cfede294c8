// Which discounts there are: the welcome offer within its day, and the coupon that was asked for. The price takes the
// better of the two, never both (rules.ts).
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import type { Tx } from '#server/db.ts'
import { OFFER, type Offer, WELCOME_BP } from '../rules.ts'
import { findCoupon, findOfferOf } from './queries.ts'

export interface Found {
  offers: (Offer & { ends_at: string | null; coupon: string | null })[]
  /** A discount was asked for and does not hold. */
  refused: boolean
}
/** `asked`: the `desconto` of the address, a coupon's code or the welcome offer's percentage. */
export async function findOffers(tx: Tx, company: number | null, asked: string, now: Date): Promise<Found> {
  const welcome = company === null ? null : await welcomeOf(tx, company, now)
  const code = asked.trim().toUpperCase()
  const isWelcome = ['', 'BOASVINDAS', String(WELCOME_BP / 100)].includes(code)
  const coupon = code ? await findCoupon(tx, company, code, dayIn(HOME_ZONE, now)) : undefined
  const fromCoupon = coupon && {
    percent_bp: coupon.percent_bp,
    why: `cupom ${coupon.code}`,
    yearly_only: coupon.yearly_only,
    ends_at: coupon.valid_until,
    coupon: coupon.code,
    plan_id: coupon.plan_id,
  }
  return {
    offers: [welcome, fromCoupon].filter((o) => !!o),
    refused: code !== '' && !coupon && !(isWelcome && welcome),
  }
}
async function welcomeOf(tx: Tx, company: number, now: Date) {
  const c = await findOfferOf(tx, company)
  if (!c?.trial || !c.offer_started_at) return null
  const ends = new Date(c.offer_started_at.getTime() + OFFER.holds * 1000)
  if (ends < now) return null
  return {
    percent_bp: WELCOME_BP,
    why: 'boas-vindas',
    yearly_only: true,
    ends_at: ends.toISOString(),
    coupon: null,
    plan_id: null,
  }
}

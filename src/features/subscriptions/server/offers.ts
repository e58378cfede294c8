// What a plan costs a company on a day: price, the discounts that hold, and the credit of the days it replaces.
import { findOffers, findPlan } from '#features/plans/server/index.ts'
import { type Extras, type PayOption, type PlanTerms, type Price, priceOf } from '#features/plans/rules.ts'
import { findProposalTerms } from '#features/proposals/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { chargeOf, creditOf, isRenewal } from '../rules.ts'
import * as q from './queries.ts'
import type { LockedSubscription } from './writes.ts'

type Found = Awaited<ReturnType<typeof findOffers>>['offers'][number]
export interface Worked {
  price: Price<Found>
  /** What is left to pay after the credit of the replaced days. */
  charge: number
  renewal: boolean
}
/** Of a renewal the full price without offers, and no credit: its paid days go on. */
export async function workOut(
  tx: Tx,
  c: q.Standing,
  wanted: { plan: PlanTerms; extras: Extras; option: PayOption; coupon: string },
  now: Date,
): Promise<Worked> {
  const { plan, extras, option } = wanted
  const today = dayIn(c.time_zone, now)
  const before = c.trial ? undefined : await q.findBefore(tx, c.id, today)
  const terms = { plan_id: plan.id, extra_products: extras.products, extra_sellers: extras.sellers }
  if (before && isRenewal(before, terms)) {
    const price = priceOf<Found>(plan, extras, option)
    return { price, charge: price.total, renewal: true }
  }
  const { offers } = await findOffers(tx, c.id, wanted.coupon, now)
  const price = priceOf(plan, extras, option, offers)
  const credit = before ? creditOf(await q.findPaid(tx, c.id, before.id, today), today) : 0
  return { price, charge: chargeOf(price.total, credit), renewal: false }
}
/** A request that waited, by today's prices; a proposal that still holds keeps its own. */
export async function reprice(tx: Tx, c: q.Standing, s: LockedSubscription, now: Date): Promise<Worked> {
  const found = await findPlan(tx, s.plan_id)
  if (!found) throw new Refusal('not_found')
  const proposal = s.proposal_id === null ? undefined : await findProposalTerms(tx, s.proposal_id, now)
  const plan = { ...found, ...proposal }
  const extras = { products: s.extra_products, sellers: s.extra_sellers }
  return workOut(tx, c, { plan, extras, option: s.option, coupon: s.coupon }, now)
}

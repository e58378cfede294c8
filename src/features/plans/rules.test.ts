import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propose } from '../proposals/rules.ts'
import { coverage, creditOf, overBy } from '../subscriptions/rules.ts'
import { addMonths } from '#shared/day.ts'
import {
  extrasFor,
  OFFER,
  OPTIONS,
  PAY_OPTIONS,
  type PlanTerms,
  planThatFits,
  priceOf,
  recommend,
  WELCOME_BP,
} from './rules.ts'

const plan = (
  id: number,
  name: string,
  products: number,
  sellers: number,
  price_tables: number,
  monthly: number,
): PlanTerms => ({
  id,
  name,
  products,
  sellers,
  price_tables,
  monthly,
  extra_products: 1000,
  extra_seller: 2990,
})
const PLANS = [
  plan(1, 'Profissional', 500, 1, 1, 9990),
  plan(2, 'Diamante', 1500, 5, 2, 19990),
  plan(3, 'Silício', 3000, 10, 3, 34990),
]
const money = {
  plan: fc.constantFrom(...PLANS),
  option: fc.constantFrom(...PAY_OPTIONS),
  extras: fc.record({ products: fc.nat(50), sellers: fc.nat(50) }),
  bp: fc.integer({ min: 0, max: 10_000 }),
}

test('the four ways to pay a year of Diamante cost what the table says', () => {
  const { data } = propose(PLANS, { products: 1500, sellers: 5 })
  assert.equal(data.recommendedPlan.name, 'Diamante')
  assert.deepEqual(data.annual, {
    pix: { total: 191_904, instalments: 1, each: 191_904, saving: 47_976 },
    x12: { total: 239_880, instalments: 12, each: 19_990, saving: 0 },
    x6: { total: 227_886, instalments: 6, each: 37_981, saving: 11_994 },
    x3: { total: 215_892, instalments: 3, each: 71_964, saving: 23_988 },
  })
  assert.deepEqual([data.bestOption, data.bestSaving], ['pix', 47_976])
})
test('prices are whole cents: what is taken off and what is left make the whole, instalments differ from it by less than one cent each', () => {
  fc.assert(
    fc.property(money.plan, money.extras, money.option, money.bp, (p, extras, option, bp) => {
      const price = priceOf(p, extras, option, [{ percent_bp: bp, why: '', yearly_only: false, plan_id: null }])
      for (const v of Object.values(price)) if (typeof v === 'number') assert.ok(Number.isSafeInteger(v))
      assert.equal(price.off + price.off_option + price.total, price.full)
      assert.ok(price.total >= 0 && price.total <= price.full)
      assert.ok(Math.abs(price.each * price.instalments - price.total) <= price.instalments / 2)
      assert.ok(
        Math.abs(price.total - (price.full * (1 - bp / 10_000) * (10_000 - OPTIONS[option].discount_bp)) / 10_000) <= 1,
      )
    }),
  )
})
test('the recommended plan holds the need, and no other costs less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(200), (products, sellers) => {
      const best = recommend(PLANS, { products, sellers })
      assert.ok(
        best.plan.products + best.extras.products * 100 >= products &&
          best.plan.sellers + best.extras.sellers >= sellers,
      )
      for (const p of PLANS) assert.ok(best.monthly <= priceOf(p, extrasFor(p, { products, sellers }), 'mensal').total)
    }),
  )
  assert.equal(planThatFits(PLANS, { products: 501, sellers: 1 })?.name, 'Diamante')
  assert.equal(planThatFits(PLANS, { products: 3001, sellers: 1 }), undefined)
})
test('a year from 29 February ends on 28 February, a month from the 31st on the last day', () => {
  assert.equal(addMonths('2028-02-29', 12), '2029-02-28')
  assert.equal(addMonths('2028-02-29', 48), '2032-02-29')
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
  assert.equal(addMonths('2026-12-31', 2), '2027-02-28')
})
test('unused days are worth their share, never more than was paid, and buy days of the new plan', () => {
  const paid = { amount: 119_880, covers_from: '2026-01-01', covers_until: '2027-01-01' }
  assert.equal(creditOf([paid], '2026-01-01'), 119_880)
  assert.equal(creditOf([paid], '2027-01-01'), 0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), (days) => {
      const today = new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)
      const credit = creditOf([paid], today)
      assert.ok(credit >= 0 && credit <= paid.amount)
    }),
  )
  assert.equal(coverage('2026-06-01', 'mensal', 9990, 3000), '2026-06-10')
  assert.equal(coverage('2026-06-01', 'mensal', 9990, 9990 * 3), '2026-08-30')
  assert.deepEqual(
    overBy({ products: 812, sellers: 4, price_tables: 3 }, { products: 500, sellers: 5, price_tables: 1 }),
    { products: 312, sellers: 0, price_tables: 2 },
  )
})
const [small, middle, large] = PLANS as [PlanTerms, PlanTerms, PlanTerms]
test('products are sold beside a plan by the hundred, a begun one whole', () => {
  const blocks = [500, 501, 600, 601].map((products) => extrasFor(small, { products, sellers: 1 }).products)
  assert.deepEqual(blocks, [0, 1, 1, 2])
})
test('a month is paid at once; a promotion for a year is not for a month', () => {
  const offer = { percent_bp: 1000, why: '', yearly_only: true, plan_id: null }
  const extras = { products: 0, sellers: 0 }
  const { instalments, off, total } = priceOf(small, extras, 'mensal', [offer])
  assert.deepEqual([instalments, off, total], [1, 0, 9990])
  assert.equal(priceOf(small, extras, 'mensal', [{ ...offer, yearly_only: false }]).off, 999)
  assert.equal(priceOf(small, extras, 'x12', [offer]).off, 11_988)
  assert.equal(priceOf(small, extras, 'x12').off, 0)
})
test('of several promotions the one that takes most off holds, of those that are for this plan', () => {
  const extras = { products: 0, sellers: 0 }
  const offer = (percent_bp: number, plan_id: number | null) => ({ percent_bp, why: '', yearly_only: false, plan_id })
  const all = [offer(1000, null), offer(3000, middle.id), offer(2000, null), offer(1500, small.id)]
  const held = (plan: PlanTerms, offers = all) => priceOf(plan, extras, 'mensal', offers).offer
  assert.deepEqual(
    [small, middle, large].map((plan) => held(plan)?.percent_bp),
    [2000, 3000, 2000],
  )
  assert.equal(held(large, all.slice(1, 2)), null, 'meant for another plan')
  assert.equal(held(small, all.toReversed().slice(0, 1))?.percent_bp, 1500)
})
test('who is new gets 20% for a day, with an hour’s countdown', () => {
  assert.deepEqual([WELCOME_BP, OFFER], [2000, { countdown: 3600, holds: 86_400 }])
})
test('of two plans that cost the same the larger is recommended; what fits is the cheapest that holds all, to the last', () => {
  const alike = { ...middle, monthly: small.monthly }
  for (const plans of [
    [small, alike],
    [alike, small],
  ])
    assert.equal(recommend(plans, { products: 1, sellers: 1 }).plan.id, alike.id)
  const fits = (products: number, sellers: number, price_tables?: number) =>
    planThatFits([large, small, middle], { products, sellers, ...(price_tables && { price_tables }) })?.id
  assert.deepEqual([fits(500, 1), fits(1, 5), fits(1, 1, 2), fits(1, 1, 1), fits(1, 6)], [1, 2, 2, 1, 3])
})

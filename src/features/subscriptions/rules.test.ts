import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayOption } from '#features/plans/rules.ts'
import { addMonths } from '#shared/day.ts'
import { anchorOf, chargeOf, coverage, creditOf, daysLeft, isPix, isRenewal, limitsWith, overBy } from './rules.ts'

test('a plan holds what it says and what is bought beside it, products by the hundred', () => {
  const plan = { products: 100, sellers: 2, price_tables: 1 }
  assert.deepEqual(limitsWith(plan, { products: 3, sellers: 4 }), { products: 400, sellers: 6, price_tables: 1 })
})
test('what does not fit a smaller plan is told by kind; at the limit it fits', () => {
  const limits = { products: 100, sellers: 2, price_tables: 1 }
  assert.deepEqual(overBy({ products: 130, sellers: 2, price_tables: 3 }, limits), {
    products: 30,
    sellers: 0,
    price_tables: 2,
  })
  for (const used of [
    { products: 100, sellers: 2, price_tables: 1 },
    { products: 1, sellers: 0, price_tables: 0 },
  ])
    assert.deepEqual(overBy(used, limits), { products: 0, sellers: 0, price_tables: 0 })
})
test('days that were paid for and not used are worth their share; the day of the change is used', () => {
  const month = { amount: 3000, covers_from: '2026-11-01', covers_until: '2026-12-01' }
  assert.equal(daysLeft([month], '2026-11-21'), 10)
  assert.equal(creditOf([month], '2026-11-21'), 1000)
  assert.equal(creditOf([month, month], '2026-11-21'), 2000)
  assert.equal(daysLeft([month, month], '2026-11-21'), 20)
  assert.equal(creditOf([month], '2026-12-05'), 0, 'over')
  assert.equal(creditOf([month], '2026-10-01'), 3000, 'not begun: all of it, and no more')
  assert.equal(daysLeft([month], '2026-10-01'), 30)
  for (const day of ['2026-10-30', '2026-10-31'])
    assert.equal(creditOf([{ ...month, covers_until: '2026-11-01' }], day), 3000, 'a day at least')
})
test('money reaches its share of a month or a year: days more or fewer', () => {
  const month = (worth: number) => coverage('2026-11-21', 'mensal', 3000, worth)
  assert.equal(month(3000), '2026-12-21')
  assert.equal(month(4500), '2027-01-05')
  assert.equal(month(3001), '2026-12-21', 'a cent too much')
  assert.equal(month(3099), '2026-12-21', 'not a whole day')
  assert.equal(month(2999), '2026-12-20', 'a cent too little')
  assert.equal(month(1500), '2026-12-06')
  assert.equal(coverage('2026-11-21', 'pix', 3000, 3000), '2027-11-21')
  assert.equal(coverage('2026-11-21', 'x12', 0, 419_880), '2027-11-21', 'what costs nothing')
  assert.equal(coverage('2026-11-21', 'x12', 1, 419_880), '2100-01-01', 'no further than a company may last')
  assert.equal(coverage('2099-12-21', 'x12', 1, 9990), '2100-12-21')
  assert.deepEqual([chargeOf(3000, 0), chargeOf(3000, 1000), chargeOf(3000, 4500)], [3000, 2000, 0])
})
test('months from the 29th, 30th and 31st end on that day or the last of the month, and no year loses a day', () => {
  const ends = (first: string, option: PayOption, periods: number) => {
    let anchor: number | null = null
    return Array.from({ length: periods }, () => {
      anchor = anchorOf(first, anchor)
      return (first = coverage(first, option, 3000, 3000, anchor))
    })
  }
  assert.deepEqual(ends('2027-01-31', 'mensal', 4), ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  for (const day of ['2027-01-28', '2027-01-29', '2027-01-30', '2027-01-31', '2027-08-31', '2026-12-31'])
    assert.equal(ends(day, 'mensal', 12).at(-1), addMonths(day, 12), day)
  assert.deepEqual(ends('2028-02-29', 'pix', 4), ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  assert.deepEqual(ends('2027-02-28', 'mensal', 2), ['2027-03-28', '2027-04-28'], 'a 28th is no last day')
  // Paid late or given days: another day counts from then on.
  assert.equal(anchorOf('2027-03-05', 31), 5)
  assert.equal(anchorOf('2027-02-28', 31), 31)
  assert.equal(anchorOf('2027-02-27', 31), 27)
})
test('the same plan with the same extras is a renewal, another extra is a change', () => {
  const now = { plan_id: 1, extra_products: 2, extra_sellers: 0 }
  assert.equal(isRenewal(now, { ...now }), true)
  for (const other of [{ plan_id: 2 }, { extra_products: 1 }, { extra_sellers: 1 }])
    assert.equal(isRenewal(now, { ...now, ...other }), false)
})
test('a month and a year at once are paid by Pix here, the rest is arranged', () => {
  assert.deepEqual((['mensal', 'pix', 'x12', 'x6', 'x3'] as const).map(isPix), [true, true, false, false, false])
})

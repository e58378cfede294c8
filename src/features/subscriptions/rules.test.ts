import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverage, creditOf, daysLeft, dueBefore, fits, isPix, limitsWith, overBy } from './rules.ts'

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
  assert.ok(fits(overBy({ products: 100, sellers: 2, price_tables: 1 }, limits)))
  assert.ok(fits(overBy({ products: 1, sellers: 0, price_tables: 0 }, limits)))
  for (const over of [
    { products: 1, sellers: 0, price_tables: 0 },
    { products: 0, sellers: 1, price_tables: 0 },
    { products: 0, sellers: 0, price_tables: 1 },
    { products: 1, sellers: 1, price_tables: 0 },
    { products: 0, sellers: 1, price_tables: 1 },
  ])
    assert.ok(!fits(over))
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
test('a payment reaches a month or a year; what a credit leaves over buys days more', () => {
  assert.deepEqual(coverage('2026-11-21', 'mensal', 3000, 0), { until: '2026-12-21', charge: 3000 })
  assert.deepEqual(coverage('2026-11-21', 'mensal', 3000, 1000), { until: '2026-12-21', charge: 2000 })
  assert.deepEqual(coverage('2026-11-21', 'mensal', 3000, 3000), { until: '2026-12-21', charge: 0 })
  assert.deepEqual(coverage('2026-11-21', 'mensal', 3000, 4500), { until: '2027-01-05', charge: 0 })
  assert.deepEqual(coverage('2026-11-21', 'mensal', 3000, 3001), { until: '2026-12-21', charge: 0 }, 'a cent too much')
  assert.deepEqual(coverage('2026-11-21', 'mensal', 3000, 3099), { until: '2026-12-21', charge: 0 }, 'not a whole day')
  assert.equal(coverage('2026-11-21', 'pix', 3000, 0).until, '2027-11-21')
  assert.deepEqual(coverage('2026-11-21', 'x12', 0, 419_880), { until: '2027-11-21', charge: 0 }, 'what costs nothing')
  assert.equal(coverage('2026-11-21', 'x12', 1, 419_880).until, '2100-01-01', 'no further than a company may last')
  assert.equal(coverage('2099-12-21', 'x12', 1, 9990).until, '2100-12-21')
})
test('the next invoice falls due on the day that was wanted, not after the paid time ends', () => {
  assert.equal(dueBefore('2026-12-21', 10), '2026-12-10')
  assert.equal(dueBefore('2026-12-21', 21), '2026-12-21')
  assert.equal(dueBefore('2026-12-21', 25), '2026-11-25')
  assert.equal(dueBefore('2026-12-21', 5), '2026-12-05')
})
test('a month and a year at once are paid by Pix here, the rest is arranged', () => {
  assert.deepEqual((['mensal', 'pix', 'x12', 'x6', 'x3'] as const).map(isPix), [true, true, false, false, false])
})

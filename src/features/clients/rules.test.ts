import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysLate, rhythm, SILENT_DAYS, usualInterval, usualProducts } from './rules.ts'

test('the usual interval is the median of the days between orders; two orders of one day are one', () => {
  assert.equal(usualInterval([]), null)
  assert.equal(usualInterval(['2026-01-01', '2026-01-01']), null)
  assert.equal(usualInterval(['2026-01-08', '2026-01-01']), 7)
  assert.equal(usualInterval(['2026-01-01', '2026-01-08', '2026-01-19', '2026-06-01']), 11)
  assert.equal(usualInterval(['2026-01-01', '2026-01-08', '2026-01-16']), 8, 'between 7 and 8: the higher half')
})
test('late is who is past the interval; a clock that is behind makes nobody later', () => {
  const days = ['2026-01-01', '2026-01-11']
  assert.deepEqual(rhythm(days, '2026-01-26'), { days_since: 15, interval_days: 10 })
  assert.equal(daysLate(rhythm(days, '2026-01-26')), 5)
  assert.equal(daysLate(rhythm(days, '2026-01-21')), 0)
  assert.deepEqual(rhythm(days.toReversed(), '2026-01-26'), rhythm(days, '2026-01-26'), 'in whatever order they come')
  assert.equal(SILENT_DAYS, 60)
  assert.equal(daysLate(rhythm(['2026-01-01'], '2027-01-01')), 0)
  assert.deepEqual(rhythm(days, '2026-01-05'), { days_since: 0, interval_days: 10 })
})
test('usual products: most often first; a product of one order counts once, however many lines it has; variations apart', () => {
  const line = (order_id: number, product_id: number, quantity: number, specs = {}) => ({
    order_id,
    product_id,
    quantity,
    specs,
    at: new Date(Date.UTC(2026, 0, order_id)),
  })
  const found = usualProducts([
    line(1, 10, 2),
    line(1, 10, 4),
    line(2, 10, 8),
    line(3, 20, 1, { Cor: 'Areia', Tamanho: 'P' }),
    line(4, 20, 5, { Tamanho: 'P', Cor: 'Areia' }),
    line(4, 20, 9, { Cor: 'Preto', Tamanho: 'P' }),
  ])
  assert.deepEqual(
    found.map((p) => [p.product_id, p.specs, p.quantity, p.times, p.last_at.getUTCDate()]),
    [
      [20, { Cor: 'Areia', Tamanho: 'P' }, 3, 2, 4],
      [10, {}, 7, 2, 2],
      [20, { Cor: 'Preto', Tamanho: 'P' }, 9, 1, 4],
    ],
  )
})
test('usual products that stand in as many orders: the one bought last comes first, then by number', () => {
  const line = (order_id: number, product_id: number, day: number) => ({
    order_id,
    product_id,
    quantity: 1,
    specs: {},
    at: new Date(Date.UTC(2026, 0, day)),
  })
  const lines = [line(4, 10, 9), line(1, 10, 1), line(2, 20, 2), line(3, 20, 5), line(5, 40, 3), line(5, 30, 3)]
  assert.deepEqual(
    usualProducts(lines).map((p) => [p.product_id, p.times, p.last_at.getUTCDate()]),
    [
      [10, 2, 9],
      [20, 2, 5],
      [30, 1, 3],
      [40, 1, 3],
    ],
  )
})
test('whoever never ordered has no last order; the last of three is the last', () => {
  assert.deepEqual(rhythm([], '2026-01-26'), { days_since: null, interval_days: null })
  assert.equal(rhythm(['2026-01-01', '2026-01-11', '2026-01-21'], '2026-01-26').days_since, 5)
})
test('the usual quantity is the one in the middle, not the one of the order in the middle', () => {
  const line = (order_id: number, quantity: number) => ({
    order_id,
    product_id: 1,
    specs: {},
    at: new Date(0),
    quantity,
  })
  assert.equal(usualProducts([line(1, 9), line(2, 10), line(3, 2)])[0]?.quantity, 9)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dice } from '../../../test/stranger.ts'
import {
  bookOn,
  commissionOf,
  earns,
  foresee,
  netLines,
  orderCommission,
  type Place,
  type Rate,
  rateFor,
  reached,
  type Spread,
  spreadCommission,
} from './rules.ts'

const rate = (rate_bp: number | null, more: Partial<Rate> = {}): Rate => ({
  seller_id: null,
  category_id: null,
  product_id: null,
  since: '2026-01-01',
  rate_bp,
  ...more,
})
const vase: Place = { product_id: 7, categories: [{ id: 20, master_id: 2 }] }

test('product before category before seller before company; a sub-category before the one above it', () => {
  const all = [
    rate(500),
    rate(600, { seller_id: 1 }),
    rate(700, { category_id: 2 }),
    rate(800, { category_id: 20 }),
    rate(900, { product_id: 7 }),
  ]
  const seen = [5, 4, 3, 2, 1, 0].map((many) => rateFor(bookOn(all.slice(0, many), '2026-11-22'), 1, vase))
  assert.deepEqual(seen, [900, 800, 700, 600, 500, 0])
  assert.equal(rateFor(bookOn(all, '2026-11-22'), 2, { product_id: 8, categories: [] }), 500)
})
test('of several categories of a product the best for the seller; a rate of 0 is a rate', () => {
  const book = bookOn([rate(500), rate(100, { category_id: 20 }), rate(300, { category_id: 21 })], '2026-11-22')
  const both = { product_id: 7, categories: [20, 21].map((id) => ({ id, master_id: null })) }
  assert.equal(rateFor(book, 1, both), 300)
  assert.equal(rateFor(bookOn([rate(500), rate(0, { product_id: 7 })], '2026-11-22'), 1, vase), 0)
})
test('a change holds from its day on: the orders before keep what held then; an emptied one gives way to the next', () => {
  const rates = [rate(1000, { since: '2026-11-10' }), rate(500), rate(null, { product_id: 7, since: '2026-11-10' })]
  rates.push(rate(900, { product_id: 7 }))
  assert.equal(rateFor(bookOn(rates, '2025-12-31'), 1, vase), 0)
  assert.equal(rateFor(bookOn(rates, '2026-11-09'), 1, vase), 900)
  assert.equal(rateFor(bookOn(rates, '2026-11-10'), 1, vase), 1000)
})
test('half up, by line: 2,5 % of R$ 0,20 is one cent, 2,49 % of it none', () => {
  assert.deepEqual(
    [commissionOf(20, 250), commissionOf(20, 249), commissionOf(9_007_199_254, 10_000)],
    [1, 0, 9_007_199_254],
  )
})
test('a discount is spread over the lines to the last cent, whatever the order', () => {
  let seed = 7
  const random = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  for (let n = 0; n < 500; n++) {
    const lines = Array.from({ length: 1 + random(12) }, () => random(100_000))
    const sum = lines.reduce((a, b) => a + b, 0)
    const net = sum - Math.floor((sum * random(101)) / 100)
    const nets = netLines(lines, net)
    assert.equal(
      nets.reduce((a, b) => a + b, 0),
      sum > 0 ? net : 0,
    )
    assert.ok(nets.every((x, i) => x >= 0 && x <= (lines[i] as number) + 1))
  }
})
test('two lines of an order with 10 % off: each line by its own rate', () => {
  const book = bookOn([rate(500), rate(1000, { product_id: 7 })], '2026-11-22')
  const order = { seller_id: 1, net: 18_000, lines: [7, 8].map((product_id) => ({ product_id, total: 10_000 })) }
  assert.equal(
    orderCommission(book, order, (product_id) => ({ product_id, categories: [] })),
    900 + 450,
  )
})
const spread = (more: Partial<Spread> = {}) =>
  spreadCommission({
    month: '2026-09',
    commission: 1000,
    total: 20_000,
    invoiced: false,
    cancelled: null,
    payments: [],
    ...more,
  }).map((e) => `${e.month} ${e.kind} ${e.cents}`)
const paid = (month: string, cents: number, late = false) => ({ month, cents, late })
test('an order is foreseen until it is invoiced, and paid by what was paid of it', () => {
  assert.deepEqual(spread(), ['2026-09 prevista 1000'])
  assert.deepEqual(spread({ invoiced: true }), ['2026-09 faturada 1000'])
  assert.deepEqual(spread({ payments: [paid('2026-10', 5000)] }), ['2026-09 paga 250', '2026-09 prevista 750'])
  assert.deepEqual(spread({ payments: [paid('2026-10', 90_000)] }), ['2026-09 paga 1000'], 'no more than there is')
})
test('what falls away later corrects the month in which it happens', () => {
  const payments = [paid('2026-09', 20_000)]
  assert.deepEqual(spread({ payments, cancelled: '2026-11' }), ['2026-09 paga 1000', '2026-11 correcao -1000'])
  assert.deepEqual(spread({ payments: [...payments, paid('2026-11', -20_000, true)], cancelled: '2026-11' }), [
    '2026-09 paga 1000',
    '2026-11 correcao -1000',
  ])
  assert.deepEqual(spread({ payments: [...payments, paid('2026-10', -5000)] }), [
    '2026-09 paga 1000',
    '2026-09 prevista 250',
    '2026-10 correcao -250',
  ])
  assert.deepEqual(spread({ payments, cancelled: '2026-09' }), [], 'within the own month nothing is left')
  assert.deepEqual(spread({ payments: [...payments, paid('2026-09', -20_000)] }), ['2026-09 prevista 1000'])
})
test('10,000 orders come to their commission, or to nothing, and no month that is over changes', () => {
  const seed = Number(process.env.SEED ?? 1)
  const { next: random } = dice(seed)
  for (let n = 0; n < 10_000; n++) {
    const total = 1 + Math.floor(random() * 100_000)
    const o: Spread = {
      month: '2026-01',
      commission: Math.floor(random() * total),
      total,
      invoiced: random() < 0.5,
      cancelled: null,
      payments: [],
    }
    let net = 0
    let month = 1
    for (let act = 0; act < 6; act++) {
      month += Math.floor(random() * 3)
      const name = `2026-${String(month).padStart(2, '0')}`
      const before = spreadCommission(o)
      if (random() < 0.15) o.cancelled = name
      else {
        const cents = random() < 0.6 ? Math.floor(random() * (total - net)) : -Math.floor(random() * net)
        net += cents
        o.payments = [...o.payments, paid(name, cents)]
      }
      const after = spreadCommission(o)
      const of = (entries: typeof before, kind: string) =>
        entries.filter((e) => e.month < name && e.kind === kind).reduce((sum, e) => sum + e.cents, 0)
      assert.equal(of(after, 'correcao'), of(before, 'correcao'), `seed ${seed}`)
      assert.ok(of(after, 'paga') >= of(before, 'paga') || o.cancelled === o.month, `seed ${seed}`)
      const sum = after.reduce((all, e) => all + e.cents, 0)
      assert.equal(sum, o.cancelled ? 0 : o.commission, `seed ${seed}: ${JSON.stringify(o)}`)
      if (o.cancelled) break
    }
  }
})
test('99,99 % of a target is not all of it', () => {
  assert.deepEqual(
    [reached(9999, 10_000), reached(10_000, 10_000), reached(25_000, 10_000), reached(1, 0)],
    [99, 100, 250, null],
  )
})
test('rates hold from their day on in whatever order they are read', () => {
  const rates = [rate(100), rate(300, { since: '2026-03-01' }), rate(200, { since: '2026-02-01' })]
  for (const read of [rates, rates.toReversed()]) assert.equal(bookOn(read, '2026-11-22').company, 300)
})
test('an order of nothing brings nothing, a cent is given whole', () => {
  assert.deepEqual([netLines([0, 0], 0), netLines([1], 1), netLines([], 0)], [[0, 0], [1], []])
})
test('a cart says what it would bring, and what its discounts take off that, in the company’s currency', () => {
  const book = bookOn([rate(500), rate(1000, { product_id: 7 })], '2026-11-22')
  const lines = [
    { product_id: 7, unit_price: 10_000, quantity: 2, discount_bp: 1000 },
    { product_id: 8, unit_price: 10_000, quantity: 1 },
  ]
  const cart = (rate: string | null) =>
    foresee(book, 1, { lines, discount_bp: 500, rate }, (product_id) => ({ product_id, categories: [] }))
  assert.deepEqual(cart(null), {
    commission: 1710 + 475,
    lost: 290 + 25,
    lines: [
      { commission: 1710, lost: 290 },
      { commission: 475, lost: 25 },
    ],
  })
  assert.deepEqual(cart('5.25').lines, [
    { commission: 8978, lost: 1522 },
    { commission: 2494, lost: 131 },
  ])
})
test('who earns by no percentage is shown no commission; by the least of one product, they are', () => {
  const asked = (...rates: Rate[]) => earns(bookOn(rates, '2026-11-22'), 1)
  assert.deepEqual(
    [asked(), asked(rate(0)), asked(rate(1)), asked(rate(500, { seller_id: 2 }))],
    [false, false, true, false],
  )
  assert.equal(asked(rate(500), rate(0, { seller_id: 1 })), false)
  assert.equal(asked(rate(1, { seller_id: 1 })), true)
  assert.equal(asked(rate(0, { product_id: 7 }), rate(0, { category_id: 2 })), false)
  assert.equal(asked(rate(0, { product_id: 7 }), rate(1, { product_id: 8 })), true)
  assert.equal(asked(rate(1, { category_id: 2 })), true)
})
test('a target of one cent is reached with one', () => assert.equal(reached(1, 1), 100))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { discountOf, totals } from '#features/orders/rules.ts'
import { cartCents, formatCents, parseCents, showCents } from '#shared/money.ts'
import { unitPrice } from './prices.ts'
import { quantityIssue } from './rules.ts'

const settings = {
  price_table_active: true,
  promo_price_active: true,
  importer: false,
  exchange_rate: '1',
  today: '2026-11-21',
}
const facts = { price: 10000, price2: 9000, price3: null, price_promo: null, promo_from: null, promo_until: null }
const buyer = { price_table: 1, margin_bp: 0, currency: 'BRL' }

test('the table decides, an empty one falls back to the first, and only when tables are on', () => {
  assert.equal(unitPrice(facts, null, { ...buyer, price_table: 2 }, settings).price, 9000)
  assert.equal(unitPrice(facts, null, { ...buyer, price_table: 3 }, settings).price, 10000)
  assert.equal(
    unitPrice(facts, null, { ...buyer, price_table: 2 }, { ...settings, price_table_active: false }).price,
    10000,
  )
})
test("a variation's own price replaces, a surcharge adds, a promotion replaces both when it is lower", () => {
  assert.equal(unitPrice(facts, { price: 11800, surcharge: 0 }, buyer, settings).price, 11800)
  assert.equal(unitPrice(facts, { price: null, surcharge: 500 }, buyer, settings).price, 10500)
  assert.deepEqual(unitPrice({ ...facts, price_promo: 8000 }, null, buyer, settings), { price: 10000, promo: 8000 })
  assert.equal(unitPrice({ ...facts, price_promo: 12000 }, null, buyer, settings).promo, null)
})
test('yen has no decimals: the unit is rounded to whole yen', () => {
  assert.equal(unitPrice({ ...facts, price: 1050 }, null, { ...buyer, currency: 'JPY' }, settings).price, 1100)
  assert.equal(showCents(110000, 'JPY'), '¥\u00a01.100')
})
test('a price by the rules equals an independent reckoning in fractions, for any price, rate and margin', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.integer({ min: 1, max: 20_000_000 }),
      fc.integer({ min: 0, max: 100_000 }),
      (price, rate, margin) => {
        const exchange_rate = `${Math.floor(rate / 1e6)}.${String(rate % 1e6).padStart(6, '0')}`
        const got = unitPrice(
          { ...facts, price, price2: null },
          null,
          { ...buyer, margin_bp: margin },
          { ...settings, importer: true, exchange_rate },
        ).price
        // Independent: long division by hand, half up.
        const numerator = BigInt(price) * BigInt(rate) * (10000n + BigInt(margin))
        const whole = numerator / 10_000_000_000n
        const rest = numerator - whole * 10_000_000_000n
        assert.equal(got, Number(rest * 2n >= 10_000_000_000n ? whole + 1n : whole))
      },
    ),
    { numRuns: 2000 },
  )
})
test('totals of any cart equal the sum by hand; lines of 0 or less do not count; the discount is half up', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ unit_price: fc.integer({ min: 0, max: 1_000_000 }), quantity: fc.integer({ min: -5, max: 9999 }) }),
        { maxLength: 30 },
      ),
      fc.integer({ min: 0, max: 10_000 }),
      (lines, bp) => {
        let subtotal = 0n
        for (const l of lines) if (l.quantity > 0) subtotal += BigInt(l.unit_price) * BigInt(l.quantity)
        const twice = subtotal * BigInt(bp) * 2n
        const discount = (twice + 10_000n) / 20_000n
        const sum = totals(lines, bp)
        assert.deepEqual(
          [sum.subtotal, sum.discount, sum.total],
          [Number(subtotal), Number(discount), Number(subtotal - discount)],
        )
      },
    ),
  )
  assert.equal(discountOf(333, 5000), 167)
})
test('money as text goes there and back; 1.234.56, 1,234 and words are no prices', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (c) => assert.equal(parseCents(formatCents(c)), c)),
  )
  for (const [text, cents] of [
    ['1.234,56', 123456],
    ['1234,56', 123456],
    ['1234.56', 123456],
    ['1234', 123400],
    ['0,5', 50],
    ['1.234.567', 123456700],
  ] as const)
    assert.equal(parseCents(text), cents, text)
  for (const text of ['1.234.56', '1,234', '12,3,4', 'abc', '', '1e3', '--1', '1.23.4,5'])
    assert.equal(parseCents(text), null, text)
  assert.equal(cartCents('12,50'), 1250)
  assert.equal(cartCents('abc'), 0)
  assert.equal(formatCents(totals([1, 2, 3].map(() => ({ unit_price: 33, quantity: 1 }))).total), '0,99')
})
test('a quantity off the multiple or below the minimum says so and what would do', () => {
  assert.equal(quantityIssue(6, { min_quantity: 6, multiple: 6 }), null)
  assert.deepEqual(quantityIssue(7, { min_quantity: 1, multiple: 6 }), {
    message: { text: 'Vem em caixas de {n}.', values: { n: 6 } },
    suggestion: 12,
  })
  assert.equal(quantityIssue(2, { min_quantity: 5, multiple: 1 })?.suggestion, 5)
})

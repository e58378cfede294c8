import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { discountOf, totals } from '#features/orders/rules.ts'
import { cartCents, formatCents, parseCents, showCents } from '#shared/money.ts'
import { unitPrice } from './prices.ts'
import { lineIssue, lineSteps, quantityIssue } from './quantity.ts'
import {
  asSold,
  calledBy,
  cardPrice,
  eanIssue,
  firstQuantity,
  offeredTags,
  shownPrice,
  soldOut,
  specsKey,
  specsLabel,
} from './rules.ts'

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
test('minimum and multiple count for each line, or over all lines of what is sold mixed: six and six are twelve', () => {
  const rule = { min_quantity: 12, multiple: 6, mixed: true }
  const line = (product_id: number, quantity: number) => ({ product_id, quantity })
  const of = (quantity: number, others: ReturnType<typeof line>[], mixed = true) => {
    const one = line(1, quantity)
    return lineIssue(one, [one, ...others], { ...rule, mixed })?.suggestion ?? null
  }
  assert.deepEqual([of(6, [line(1, 6)]), of(6, [line(1, 6)], false)], [null, 12])
  assert.equal(of(12, [line(1, 1)], false), null, 'the other line is judged for itself')
  assert.equal(of(9, [line(1, 4)]), 14, 'this line as it would close the sum')
  assert.equal(of(6, [line(2, 6)]), 12, 'another product does not help')
  assert.deepEqual(lineIssue(line(1, 6), [line(1, 6)], rule)?.message, {
    text: 'A partir de {n} unidades.',
    values: { n: 12 },
  })
})
test('a line is stepped in single pieces where other choices of its product count with it', () => {
  const rule = { min_quantity: 12, multiple: 6, mixed: true }
  assert.deepEqual(lineSteps(rule, { Cor: 'Azul' }), { min_quantity: 1, multiple: 1 })
  assert.equal(lineSteps(rule, {}), rule)
  const apart = { ...rule, mixed: false }
  assert.equal(lineSteps(apart, { Cor: 'Azul' }), apart)
})
test('a table decides only where tables are on; a variation’s surcharge goes on top of the table’s price', () => {
  const of = (price_table: number, more = {}) =>
    unitPrice({ ...facts, price3: 8000, ...more }, null, { ...buyer, price_table }, settings).price
  assert.deepEqual(
    [1, 2, 3, 4].map((n) => of(n)),
    [10000, 9000, 8000, 10000],
  )
  assert.equal(of(1, { price: null }), null, 'on request, whatever the other tables say')
  assert.equal(of(2, { price: null }), 9000)
  assert.equal(unitPrice(facts, { price: null, surcharge: 500 }, { ...buyer, price_table: 2 }, settings).price, 9500)
  assert.equal(
    unitPrice(facts, { price: 11800, surcharge: 500 }, buyer, settings).price,
    11800,
    'an own price is whole',
  )
  const none = unitPrice({ ...facts, price: null, price_promo: 1 }, { price: null, surcharge: 500 }, buyer, settings)
  assert.deepEqual(none, { price: null, promo: null })
})
test('a promotion holds from its first day to its last, where it is lower and not nothing', () => {
  const promo = (more: object, uses = {}) =>
    unitPrice({ ...facts, price_promo: 8000, ...more }, null, buyer, { ...settings, ...uses }).promo
  assert.equal(promo({}), 8000)
  assert.equal(promo({}, { promo_price_active: false }), null)
  assert.deepEqual(
    [0, -1, 1, 9999, 10000, null].map((price_promo) => promo({ price_promo })),
    [null, null, 1, 9999, null, null],
  )
  const days = ['2026-11-20', '2026-11-21', '2026-11-22']
  assert.deepEqual(
    days.map((promo_from) => promo({ promo_from })),
    [8000, 8000, null],
  )
  assert.deepEqual(
    days.map((promo_until) => promo({ promo_until })),
    [null, 8000, 8000],
  )
  assert.equal(promo({ promo_from: '2026-11-22', promo_until: '2026-11-30' }), null)
  assert.equal(promo({ promo_from: '2026-11-01', promo_until: '2026-11-20' }), null)
  assert.equal(promo({ promo_from: '2026-11-01', promo_until: '2026-11-30' }), 8000)
})
test('importers change dollars into reais by the day’s rate, for who buys in reais; a margin goes on every price', () => {
  const imported = { ...settings, importer: true, exchange_rate: '5.25' }
  assert.equal(unitPrice(facts, null, buyer, imported).price, 52500)
  assert.equal(unitPrice(facts, null, { ...buyer, currency: 'USD' }, imported).price, 10000)
  assert.equal(unitPrice(facts, null, buyer, { ...imported, importer: false }).price, 10000)
  assert.equal(unitPrice(facts, null, { ...buyer, currency: 'USD', margin_bp: 1 }, imported).price, 10001)
  assert.equal(unitPrice(facts, null, { ...buyer, margin_bp: 1 }, settings).price, 10001)
  for (const [rate, price] of [
    ['5', 50000],
    ['', 0],
    ['.5', 5000],
    ['0.1234567', 1235],
    ['1.000001', 10000],
  ] as const)
    assert.equal(unitPrice(facts, null, buyer, { ...imported, exchange_rate: rate }).price, price, rate)
})
test('the dearest price there is stays to the cent: in reais as it is, imported by the last digit of the rate', () => {
  const dear = { ...facts, price: 999_999_999 }
  assert.equal(unitPrice(dear, null, buyer, settings).price, 999_999_999)
  assert.equal(unitPrice(dear, null, { ...buyer, margin_bp: 10_000 }, settings).price, 1_999_999_998)
  const imported = { ...settings, importer: true, exchange_rate: '1.000001' }
  assert.equal(unitPrice(dear, null, buyer, imported).price, 1_000_000_999)
})
test('yen are rounded half up to whole yen, with and without a margin', () => {
  const yen = (price: number, margin_bp = 0) =>
    unitPrice({ ...facts, price }, null, { ...buyer, currency: 'JPY', margin_bp }, settings).price
  assert.deepEqual(
    [149, 150, 151, 1000].map((p) => yen(p)),
    [100, 200, 200, 1000],
  )
  assert.equal(yen(1000, 500), 1100)
  assert.equal(yen(1000, 499), 1000)
})
test('the first + brings the minimum in whole boxes; a quantity off it is told the next that would do', () => {
  const first = (min_quantity: number, multiple: number) => firstQuantity({ min_quantity, multiple })
  assert.deepEqual(
    [first(0, 0), first(1, 1), first(5, 1), first(5, 6), first(7, 6), first(12, 6)],
    [1, 1, 5, 6, 12, 12],
  )
  const would = (quantity: number, min_quantity: number, multiple: number) =>
    quantityIssue(quantity, { min_quantity, multiple })?.suggestion ?? null
  assert.deepEqual(
    [would(1, 0, 0), would(7, 7, 6), would(6, 7, 6), would(12, 7, 6), would(5, 5, 1), would(4, 5, 1)],
    [null, 12, 12, null, null, 5],
  )
  assert.deepEqual(quantityIssue(4, { min_quantity: 5, multiple: 0 })?.message, {
    text: 'A partir de {n} unidades.',
    values: { n: 5 },
  })
})
test('sold out is what is counted and gone, of every variation; what is not counted never is', () => {
  const left = (...stocks: (number | null)[]) => soldOut({ stock: 0, attributes: stocks.map((stock) => ({ stock })) })
  assert.deepEqual(
    [null, -1, 0, 1].map((stock) => soldOut({ stock, attributes: [] })),
    [false, true, true, false],
  )
  assert.deepEqual([left(0, -2), left(0, 1), left(0, null), left(3), left(0)], [true, false, false, false, true])
})
test('a price is shown with what it was; hidden it is not there, on request it is nothing', () => {
  const p = (price?: number | null, price_promo?: number | null, attributes: object[] = []) =>
    ({ price, price_promo, attributes }) as Parameters<typeof shownPrice>[0]
  assert.equal(shownPrice(p()), undefined)
  assert.deepEqual(shownPrice(p(1000)), { now: 1000, was: null })
  assert.deepEqual(shownPrice(p(null)), { now: null, was: null })
  assert.deepEqual(shownPrice(p(0)), { now: null, was: null })
  assert.deepEqual(shownPrice(p(1000, 800)), { now: 800, was: 1000 })
  for (const promo of [1000, 1200, 0, null]) assert.deepEqual(shownPrice(p(1000, promo)), { now: 1000, was: null })
  assert.deepEqual(shownPrice(p(1000, 1)), { now: 1, was: 1000 })
  assert.deepEqual(shownPrice(p(1000, 800), { price: 900 }), { now: 800, was: 900 })
  assert.deepEqual(shownPrice(p(1000, 800), { price: 900, price_promo: null }), { now: 900, was: null })
  assert.deepEqual(shownPrice(p(1000), { surcharge: 50 }), { now: 1050, was: null })
  assert.deepEqual(shownPrice(p(1000), {}), { now: 1000, was: null })
  assert.deepEqual(shownPrice(p(null), { surcharge: 50 }), { now: null, was: null })
  assert.deepEqual(shownPrice(p(null, 5)), { now: null, was: null })
})
test('a card says the lowest price, and "from" where they differ', () => {
  const card = (price: number | null | undefined, ...surcharges: number[]) =>
    cardPrice({ price, attributes: surcharges.map((surcharge) => ({ surcharge })) })
  assert.equal(card(undefined), undefined)
  assert.equal(card(undefined, 1, 2), undefined)
  assert.deepEqual(card(null), { now: null, was: null, from: false })
  assert.deepEqual(card(1000), { now: 1000, was: null, from: false })
  assert.deepEqual(card(1000, 50, 20, 70), { now: 1020, was: null, from: true })
  assert.deepEqual(card(1000, 0, 0), { now: 1000, was: null, from: false })
  const some = cardPrice({ price: null, attributes: [{ price: null }, { price: 900 }] })
  assert.deepEqual(some, { now: 900, was: null, from: false })
})
test('the check digit of a bar code: 8, 12, 13 or 14 digits, spaces aside', () => {
  for (const good of [
    '',
    '96385074',
    '036000291452',
    '4006381333931',
    '400 6381 333931',
    '14006381333938',
    '7891000315590',
  ])
    assert.equal(eanIssue(good), false, good)
  for (const bad of [
    '96385075',
    '4006381333930',
    '400638133393',
    '123',
    'a4006381333931',
    '4006381333931a',
    '014006381333938',
  ])
    assert.equal(eanIssue(bad), true, bad)
})
test('eight tags are offered, those of most products first, then by name', () => {
  const counts = 'j i c h a g e d f b'.split(' ').map((tag, i) => [tag, i < 2 ? 5 : 1] as const)
  assert.deepEqual(offeredTags(counts), ['i', 'j', 'a', 'b', 'c', 'd', 'e', 'f'])
})
test('a company that uses no tags or no variations shows none; what has none stays as it is', () => {
  const p = { tags: ['novo'], attributes: [{ id: 1 }] }
  const bare = { tags: [], attributes: [] }
  const sold = (variations_active: boolean, tag_active: boolean, x: { tags: string[]; attributes: object[] } = p) =>
    asSold(x, { variations_active, tag_active })
  assert.equal(sold(true, true), p)
  assert.equal(sold(false, false, bare), bare)
  assert.deepEqual(sold(true, false), { tags: [], attributes: p.attributes })
  assert.deepEqual(sold(false, true), { tags: p.tags, attributes: [] })
  assert.deepEqual(sold(false, false), bare)
  assert.equal(sold(false, true, { ...p, attributes: [] }).tags, p.tags)
})
test('choices are the same whatever their order; importers sell in reais and dollars; an address calls by code', () => {
  assert.equal(specsKey({ Tam: 'G', Cor: 'Azul' }), specsKey({ Cor: 'Azul', Tam: 'G' }))
  assert.equal(specsKey({ Cor: 'Azul', Tam: 'G' }), 'Cor=Azul|Tam=G')
  assert.equal(specsLabel({ Cor: 'Azul', Tam: 'G' }), 'Azul · G')
  assert.deepEqual([calledBy({ id: 7, code: 'V-7' }), calledBy({ id: 7, code: '' })], ['V-7', 'id:7'])
})

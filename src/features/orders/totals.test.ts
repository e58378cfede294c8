import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deepestDiscount, discountLimit, lineDiscount, lineTotal, passesMost, termIssue, totals } from './rules.ts'
import { isSignature, pathOf } from './signature.ts'

/** A generator of its own, so that a failure can be tried again by its seed. */
function random(seed: number): (most: number) => number {
  let state = seed >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * (most + 1))
  }
}
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`an order is its lines after their discounts, minus its own, plus freight, to the cent (seed ${SEED})`, () => {
  const r = random(SEED)
  for (let n = 0; n < 3000; n++) {
    const lines = Array.from({ length: 1 + r(6) }, () => ({
      unit_price: r(1) ? r(50_000) : r(99_999_999),
      quantity: r(3) ? r(200) : r(999_999),
      discount_bp: r(1) ? 0 : r(10_000),
    }))
    const share = r(10_000)
    const freight = r(90_000)
    const sum = totals(lines, share, freight)
    // Counted again in exact fractions: a half cent goes up.
    const half = (amount: bigint, bp: number) => (2n * amount * BigInt(bp) + 10_000n) / 20_000n
    let subtotal = 0n
    for (const l of lines) {
      const whole = BigInt(l.unit_price) * BigInt(l.quantity)
      assert.equal(BigInt(lineDiscount(l)), half(whole, l.discount_bp))
      subtotal += whole - half(whole, l.discount_bp)
    }
    assert.equal(BigInt(sum.subtotal), subtotal)
    assert.equal(BigInt(sum.discount), half(subtotal, share))
    assert.equal(BigInt(sum.total), subtotal - half(subtotal, share) + BigInt(freight))
    assert.equal(
      sum.subtotal,
      lines.filter((l) => l.quantity > 0).reduce((x, l) => x + lineTotal(l), 0),
    )
    assert.ok(sum.total >= freight && sum.discount <= sum.subtotal && Number.isSafeInteger(sum.total))
  }
})
test('an order comes to R$ 999.999.999,99 at most, its freight counted and no discount taken off', () => {
  const lines = [{ unit_price: 99_999_999, quantity: 1000, discount_bp: 5000 }]
  assert.deepEqual(
    [999, 1000].map((freight) => passesMost(lines, freight)),
    [false, true],
  )
  const most = [{ unit_price: 99_999_999_999, quantity: 1 }]
  assert.deepEqual([passesMost(most), passesMost(most, 1), passesMost([])], [false, true, false])
})
test('two discounts, one after the other, are compared with the limit as what a piece really gets', () => {
  assert.equal(deepestDiscount([], 1000), 1000)
  assert.equal(deepestDiscount([{ discount_bp: 500 }, {}], 0), 500)
  // 10 % and then 10 % of the rest are 19 %.
  assert.equal(deepestDiscount([{ discount_bp: 1000 }], 1000), 1900)
  assert.equal(deepestDiscount([{ discount_bp: 10_000 }], 5000), 10_000)
  // A fraction of a basis point above the limit is above the limit.
  assert.equal(deepestDiscount([{ discount_bp: 1 }], 1), 2)
  const r = random(7)
  for (let n = 0; n < 2000; n++) {
    const [own, all] = [r(10_000), r(10_000)]
    const left = BigInt(10_000 - own) * BigInt(10_000 - all)
    const deep = BigInt(deepestDiscount([{ discount_bp: own }], all))
    assert.ok((10_000n - deep) * 10_000n <= left && (10_001n - deep) * 10_000n > left, `${own} ${all}`)
  }
  assert.equal(discountLimit(2, 500, 1000), 500)
})
test('a way of paying is one of the list, and no instalment is below its minimum', () => {
  const terms = [
    { name: 'À vista', instalments: 1, least: 0 },
    { name: '30/60/90', instalments: 3, least: 10_000 },
  ]
  assert.equal(termIssue(1, 'À vista', terms), null)
  assert.equal(termIssue(30_000, '30/60/90', terms), null)
  assert.match(JSON.stringify(termIssue(29_999, '30/60/90', terms)), /parcela.*R\$.100,00/)
  assert.match(String(termIssue(30_000, '120 dias', terms)), /lista da empresa/)
  assert.equal(termIssue(30_000, '', terms), null)
  assert.equal(termIssue(30_000, 'o que se combinou', []), null, 'a company without a list takes any words')
})
test('a signature is strokes in a box, and nothing else', () => {
  const path = pathOf([
    [
      [10.4, 20],
      [10.2, 20.1],
      [900, -4],
    ],
    [[5, 5]],
    [],
  ])
  assert.equal(path, 'M10 20L600 0M5 5L5 5')
  assert.ok(isSignature(path))
  for (const bad of ['', 'M1 1', 'M1 1L2 2"/><script>', 'M1 1L2 2 ', 'm1 1l2 2', `M1 1${'L2 2'.repeat(7000)}`])
    assert.ok(!isSignature(bad), bad.slice(0, 30))
})

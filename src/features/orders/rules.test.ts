import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  arrivalStatus,
  deepestDiscount,
  discountLimit,
  isShare,
  lineTotal,
  missingToMinimum,
  MOST_FREIGHT,
  MOST_QUANTITY,
  termIssue,
  totals,
} from './rules.ts'

test('lines without pieces count for nothing; without a discount a line is its whole price', () => {
  const line = (quantity: number) => ({ unit_price: 1000, quantity })
  assert.deepEqual(totals([line(2), line(0), line(-3), line(1)]), {
    subtotal: 3000,
    discount: 0,
    freight: 0,
    total: 3000,
    pieces: 3,
  })
  assert.equal(totals([line(1_000_000)]).total, 1_000_000_000, 'no discount is none, however large the order')
  assert.equal(lineTotal(line(2)), 2000)
  assert.equal(lineTotal({ ...line(2), discount_bp: 1000 }), 1800)
  assert.deepEqual(totals([line(2)], 1000, 500), {
    subtotal: 2000,
    discount: 200,
    freight: 500,
    total: 2300,
    pieces: 2,
  })
})
test('what is missing to the minimum: the company’s, or its own one for first orders', () => {
  const company = { min_order: 10_000, min_first_order: 25_000 }
  assert.equal(missingToMinimum(4000, company, false), 6000)
  assert.equal(missingToMinimum(4000, company, true), 21_000)
  assert.equal(missingToMinimum(10_000, company, false), 0)
  assert.equal(missingToMinimum(99_999, company, true), 0)
  assert.equal(missingToMinimum(4000, { ...company, min_first_order: 0 }, true), 6000, 'none of its own')
  assert.equal(missingToMinimum(0, { ...company, min_first_order: 1 }, true), 1)
})
test('an order begins as new, to be approved, to be adjusted or as a quote, and carries its reasons', () => {
  const a = { queued: false, priceChanged: false, reasons: [] }
  const above = ['desconto_acima']
  assert.deepEqual(arrivalStatus(a), { status: 'novo', reasons: [] })
  assert.deepEqual(arrivalStatus({ ...a, reasons: above }), {
    status: 'aguardando_aprovacao',
    reasons: ['desconto_acima'],
  })
  assert.deepEqual(arrivalStatus({ ...a, priceChanged: true }), { status: 'novo', reasons: ['preco_mudou'] })
  assert.deepEqual(arrivalStatus({ ...a, queued: true }), { status: 'novo', reasons: [] })
  assert.deepEqual(arrivalStatus({ ...a, queued: true, priceChanged: true }), {
    status: 'ajuste_solicitado',
    reasons: ['preco_mudou'],
  })
  assert.deepEqual(arrivalStatus({ ...a, quote: true, queued: true, priceChanged: true, reasons: above }), {
    status: 'orcamento',
    reasons: ['preco_mudou', 'desconto_acima'],
  })
})
test('clients give no discount, sellers their own limit or the company’s, admins any', () => {
  assert.equal(discountLimit(0, 1, 2), null)
  assert.equal(discountLimit(1, 1, 2), null)
  assert.equal(discountLimit(2, 500, 1000), 500)
  assert.equal(discountLimit(2, 0, 1000), 0, 'none at all is a limit')
  assert.equal(discountLimit(2, null, 1000), 1000)
  assert.equal(discountLimit(2, null, null), null)
  assert.equal(discountLimit(3, 500, 1000), 0)
  assert.equal(discountLimit(4, 500, 1000), 0)
  assert.equal(deepestDiscount([{}], 1000), 1000, 'a line without its own has the order’s')
})
test('a percentage is 0 to 100; a quantity, a freight and an instalment have their limits', () => {
  assert.deepEqual([-1, 0, 10_000, 10_001].map(isShare), [false, true, true, false])
  assert.deepEqual([MOST_QUANTITY, MOST_FREIGHT], [999_999, 999_999_999])
  const terms = [{ name: '3x', instalments: 3, least: 10_000 }]
  assert.equal(termIssue(30_000, '3x', terms), null)
  assert.deepEqual(termIssue(29_999, '3x', terms), {
    text: 'Em {term}, cada parcela precisa ser de pelo menos {least}.',
    values: { term: '3x', least: 'R$\u00a0100,00' },
  })
  assert.equal(termIssue(1, '', terms), null)
  assert.equal(termIssue(1, '9x', []), null)
  assert.equal(termIssue(1, '9x', terms), 'Escolha uma forma de pagamento da lista da empresa.')
})

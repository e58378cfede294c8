// What the order pad adds to an order: discounts of single lines, freight, payment terms, delivery, a signature.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: { id: number }
let vase: { id: number }
const TERMS = [
  { name: 'À vista', instalments: 1, least: '0' },
  { name: '30/60/90', instalments: 3, least: '100,00' },
]
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  mug = await aProduct(t, a, { name: 'Caneca', price: '10,00' })
  vase = await aProduct(t, a, { name: 'Vaso', price: '33,33' })
  await put({ payment_terms: TERMS })
})
after(() => t.close())
const put = (body: object, token = a.admin.token) => t.call('PUT', `/api/v1/companies/${a.id}`, { token, body })
const sent = (lines: Parameters<typeof aCart>[0], more = {}, token = a.seller.token) =>
  order(t, a, token, aCart(lines, more))
const read = async (id: number, token = a.admin.token) =>
  (await t.call('GET', `/api/v1/companies/${a.id}/orders/${id}`, { token })).body.data

test('a line has a discount of its own; the order’s comes after it, and freight at the end', async () => {
  const r = await sent(
    [
      { product_id: mug.id, quantity: 3, discount: '5' },
      { product_id: vase.id, quantity: 3, discount: '2,5' },
    ],
    { discount: '4', freight: '25,50', payment_term: 'À vista', delivery_date: '2026-12-01' },
  )
  assert.equal(r.status, 201, JSON.stringify(r.body))
  const o = r.body.data
  // 30,00 − 1,50; 99,99 − 2,50 (2,49975): 28,50 + 97,49 = 125,99 − 5,04 + 25,50
  assert.deepEqual(
    o.lines.map((l: Record<string, string>) => [l.discount_percent, l.discount, l.total]),
    [
      ['5,00', '1,50', '28,50'],
      ['2,50', '2,50', '97,49'],
    ],
  )
  assert.deepEqual([o.subtotal, o.discount, o.freight, o.total], ['125,99', '5,04', '25,50', '146,45'])
  assert.deepEqual([o.status, o.payment_term, o.delivery_date], ['novo', 'À vista', '2026-12-01'])
  const stored = await read(o.id)
  assert.deepEqual([stored.lines, stored.total, stored.freight], [o.lines, o.total, o.freight])
  const receipt = (await t.call('GET', `/api/v2/receipts/${o.receipt_path.split('/').pop()}`)).body.data
  assert.deepEqual([receipt.freight, receipt.delivery_date, receipt.lines[0].total], ['25,50', '2026-12-01', '28,50'])
})
test('above the limit, in one step or in two, the order waits for approval; more than everything is refused', async () => {
  const line = (discount: string, more = {}) => sent([{ product_id: mug.id, quantity: 10, discount }], more)
  assert.equal((await line('10')).body.data.status, 'novo')
  const above = (await line('10,01')).body.data
  assert.deepEqual([above.status, above.reasons], ['aguardando_aprovacao', ['desconto_acima']])
  assert.equal((await line('8', { discount: '8' })).body.data.status, 'aguardando_aprovacao')
  for (const [discount, more, field] of [
    ['100,01', {}, 'product_json.0.discount'],
    ['-1', {}, 'product_json.0.discount'],
    ['dez', {}, 'product_json.0.discount'],
    ['0', { discount: '100,01' }, 'discount'],
  ] as const) {
    const r = await line(discount, more)
    assert.equal(r.status, 422, `${discount} ${JSON.stringify(r.body)}`)
    assert.ok(r.body.errors[field], JSON.stringify(r.body.errors))
  }
  const twice = await sent([
    { product_id: mug.id, quantity: 1, discount: '5' },
    { product_id: mug.id, quantity: 1 },
  ])
  assert.equal(twice.status, 422, 'one item, two discounts')
  const given = await t.call('POST', `/api/v2/companies/${a.id}/order_cart`, {
    token: a.admin.token,
    body: aCart([{ product_id: mug.id, quantity: 1, discount: '100' }]),
  })
  assert.deepEqual([given.body.data.total, given.body.data.status], ['0,00', 'novo'], 'the admin may give it away')
})
test('clients and visitors give themselves no discount, no freight and no signature', async () => {
  for (const token of [a.client.token, await aVisitor(t, a)]) {
    const r = await sent([{ product_id: mug.id, quantity: 1, discount: '5' }], {}, token)
    assert.equal(r.body.code, 'discount_refused')
    for (const more of [{ freight: '1,00' }, { signature: 'M1 1L2 2' }])
      assert.equal((await sent([{ product_id: mug.id, quantity: 1 }], more, token)).status, 422)
  }
})
test('a way of paying is one of the company’s, with its minimum per instalment', async () => {
  const ten = (payment_term: string, quantity: number) => sent([{ product_id: mug.id, quantity }], { payment_term })
  assert.equal((await ten('30/60/90', 30)).status, 201)
  const small = await ten('30/60/90', 29)
  assert.equal(small.status, 422)
  assert.match(small.body.errors.payment_term[0], /parcela precisa ser de pelo menos R\$.100,00/)
  assert.match((await ten('120 dias', 30)).body.errors.payment_term[0], /lista/)
  assert.equal((await ten('', 1)).status, 201)
  // The list is for the company's people, and only its admin writes it.
  const seen = async (token: string) => (await t.call('GET', `/api/v1/companies/${a.id}`, { token })).body.data
  assert.equal((await seen(a.seller.token)).payment_terms[1].least, '100,00')
  assert.equal((await seen(a.client.token)).payment_terms, undefined)
  assert.equal((await put({ payment_terms: [] }, a.seller.token)).status, 403)
  for (const terms of [
    [{ name: '', instalments: 1, least: '0' }],
    [{ name: 'x', instalments: 0, least: '0' }],
    [{ name: 'x', instalments: 49, least: '0' }],
    [{ name: 'x', instalments: 1, least: '-1' }],
    [TERMS[0], { ...TERMS[0], name: 'À VISTA' }],
  ])
    assert.equal((await put({ payment_terms: terms })).status, 422, JSON.stringify(terms))
  assert.equal((await seen(a.admin.token)).payment_terms.length, 2)
})
test('freight does not help to the minimum order', async () => {
  await put({ min_order: '50,00' })
  const r = await sent([{ product_id: mug.id, quantity: 4 }], { freight: '30,00' })
  assert.deepEqual(r.body.data.reasons, ['abaixo_minimo'])
  await put({ min_order: '0' })
})
test('a delivery date exists and is not over; an order from the outbox keeps its own', async () => {
  const on = (delivery_date: string, more = {}) =>
    sent([{ product_id: mug.id, quantity: 1 }], { delivery_date, ...more })
  assert.equal((await on('2026-11-21')).status, 201)
  for (const day of ['2026-11-20', '2026-02-31', '2026-13-45', 'amanhã']) {
    const r = await on(day)
    assert.equal(r.status, 422, day)
    assert.ok(r.body.errors.delivery_date, day)
  }
  assert.equal((await on('2026-11-20', { queued: '1' })).status, 201)
})
test('a signature is strokes, read by the company’s people alone, and goes with who asks to be forgotten', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id, name: 'Padaria Pires' })
  for (const bad of ['<svg onload=alert(1)>', 'M1 1', `M1 1${'L2 2'.repeat(7000)}`])
    assert.equal((await sent([{ product_id: mug.id, quantity: 1 }], { signature: bad })).status, 422)
  const r = await sent([{ product_id: mug.id, quantity: 1 }], { signature: 'M1 1L20 30', client_id: client.id })
  const { id, receipt_path } = r.body.data
  assert.equal((await read(id)).signature, 'M1 1L20 30')
  assert.equal((await read(id, client.token)).signature, undefined)
  assert.equal(
    (await t.call('GET', `/api/v2/receipts/${receipt_path.split('/').pop()}`)).body.data.signature,
    undefined,
  )
  const gone = await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: a.admin.token, body: {} })
  if (gone.status === 200) assert.equal((await read(id)).signature, '')
  else assert.fail(JSON.stringify(gone.body))
})
test('a discount of a line and freight change while the order is open, within the limit, and it is told', async () => {
  const o = (await sent([{ product_id: mug.id, quantity: 10, discount: '5' }])).body.data
  const change = (body: object, token = a.seller.token) =>
    t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, { token, body })
  const r = await change({ lines: [{ line: 1, quantity: 20, discount: '10' }], freight: '12,00' })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual([r.body.data.subtotal, r.body.data.freight, r.body.data.total], ['180,00', '12,00', '192,00'])
  assert.equal(
    r.body.data.events.at(-1).reason,
    'Caneca: 10 → 20, desconto 5% → 10%; Frete: R$\u00a00,00 → R$\u00a012,00',
  )
  assert.equal((await change({ lines: [{ line: 1, quantity: 20, discount: '100,01' }] }, a.admin.token)).status, 422)
  // Who sends quantities alone leaves the discount as it is.
  assert.equal((await change({ lines: [{ line: 1, quantity: 10 }] })).body.data.total, '102,00')
})
test('under hidden prices no discount and no freight is told', async () => {
  const blind = await aPerson(t, a.id, 3, { seller_id: a.seller.id, hide_price: true })
  const r = await sent([{ product_id: mug.id, quantity: 1, discount: '5' }], { client_id: blind.id, freight: '5,00' })
  const seen = await read(r.body.data.id, blind.token)
  assert.deepEqual([seen.freight, seen.total, seen.lines[0].discount, seen.lines[0].price], Array(4).fill(undefined))
})

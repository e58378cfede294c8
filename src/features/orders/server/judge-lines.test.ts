// Lines have one judge: sending, editing, an offer and an accepted change get the same refusals and reasons.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: { id: number }
let dozen: { id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { pedido_pro: true, discount_limit_bp: 1000 })
  mug = await aProduct(t, a, { name: 'Caneca', price: '10,00' })
  dozen = await aProduct(t, a, { name: 'Copo', price: '1,00', multiple: 12, min_quantity: 12 })
})
after(() => t.close())
interface Placed {
  id: number
  token: string
}
const cart = (quantity: number, more: Record<string, unknown> = {}) =>
  aCart([{ product_id: mug.id, quantity }], { client_id: a.client.id, ...more })
async function place(token: string, body: Record<string, unknown>): Promise<Placed> {
  const r = await order(t, a, token, body)
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id, token: r.body.data.receipt_path.split('/').pop() }
}
const edit = (o: Placed, body: object, token = a.seller.token) =>
  t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, { token, body })
const pieces = (quantity: number, more: object = {}) => ({ lines: [{ line: 1, quantity }], ...more })
const read = async (o: Placed) =>
  (await t.call('GET', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.admin.token })).body.data
const standing = async (o: Placed) => {
  const { status, reasons } = await read(o)
  return [status, reasons]
}
const confirmMany = async (o: Placed) =>
  (await t.call('POST', `/api/v2/companies/${a.id}/orders/confirm`, { token: a.admin.token, body: { ids: [o.id] } }))
    .body.data
const company = (set: string, values: unknown[] = []) =>
  t.owner.query(`update companies set ${set} where id = ${a.id}`, values)

test('an order cut below the minimum is left behind by a bulk confirmation', async () => {
  await company('min_order_cents = 5000')
  const o = await place(a.seller.token, cart(6))
  assert.deepEqual(await standing(o), ['novo', []])
  assert.equal((await edit(o, pieces(4))).status, 200)
  assert.deepEqual(await standing(o), ['novo', ['abaixo_minimo']])
  assert.deepEqual((await confirmMany(o)).left[0].reasons, ['abaixo_minimo'])
  assert.equal((await edit(o, pieces(5))).status, 200)
  assert.deepEqual(await standing(o), ['novo', []])
  assert.deepEqual((await confirmMany(o)).confirmed, [o.id])
  await company('min_order_cents = 0')
})
test('the minimum of a first order holds as long as it is the first', async () => {
  await company('min_first_order_cents = 9000')
  const o = await place(a.seller.token, aCart([{ product_id: mug.id, quantity: 9 }], { name: 'Nova', anyway: 1 }))
  assert.equal((await edit(o, pieces(8))).status, 200)
  assert.deepEqual((await standing(o))[1].includes('abaixo_minimo'), true)
  await company('min_first_order_cents = 0')
})
test('what is sold in twelves is sold in twelves, also in a change', async () => {
  const lines = [dozen, mug].map((p) => ({ product_id: p.id, quantity: 12 }))
  const o = await place(a.seller.token, aCart(lines, { client_id: a.client.id }))
  for (const token of [a.seller.token, a.admin.token])
    for (const quantity of [7, 6, 13]) {
      const r = await edit(o, pieces(quantity), token)
      assert.deepEqual([r.status, r.body.code, r.body.lines[0].name], [422, 'lines_refused', 'Copo'])
    }
  assert.equal((await edit(o, pieces(24))).status, 200)
  // The rule of another line, or one that changed since, asks nothing of what stays.
  await t.owner.query('update products set multiple = 50 where id = $1', [dozen.id])
  assert.equal((await edit(o, { lines: [{ line: 2, quantity: 3 }] })).status, 200)
  await t.owner.query('update products set multiple = 12 where id = $1', [dozen.id])
})
test('of what is not sold any more an order gets no more pieces, only fewer', async () => {
  const old = await aProduct(t, a, { name: 'Bule', price: '10,00' })
  const o = await place(a.seller.token, aCart([{ product_id: old.id, quantity: 5 }], { client_id: a.client.id }))
  await t.owner.query('update products set active = false where id = $1', [old.id])
  assert.equal((await edit(o, pieces(6))).body.code, 'lines_refused')
  assert.equal((await edit(o, pieces(4))).status, 200)
})
test('a term that the total does not bear is refused at every door, and another can be chosen', async () => {
  const terms = [
    { name: '3x', instalments: 3, least: 3000 },
    { name: 'à vista', instalments: 1, least: 0 },
  ]
  await company('payment_terms = $1', [JSON.stringify(terms)])
  assert.equal((await order(t, a, a.seller.token, cart(8, { payment_term: '3x' }))).status, 422)
  const o = await place(a.seller.token, cart(9, { payment_term: '3x' }))
  const r = await edit(o, pieces(8))
  assert.deepEqual([r.status, Object.keys(r.body.errors)], [422, ['payment_term']])
  assert.equal((await edit(o, pieces(9, { discount: '10' }))).status, 422)
  assert.equal((await edit(o, pieces(8, { payment_term: 'fiado' }))).status, 422)
  const other = await edit(o, pieces(8, { payment_term: 'à vista' }))
  assert.deepEqual([other.status, other.body.data.payment_term], [200, 'à vista'])
  const quoted = await place(a.seller.token, cart(9, { payment_term: '3x', quote: 1 }))
  const ask = { answer: 'ajuste', revision: 1, lines: [{ line: 1, quantity: 8 }] }
  assert.equal((await t.call('PUT', `/api/v2/receipts/${quoted.token}/quote`, { body: ask })).status, 200)
  const accepted = await t.call('POST', `/api/v2/companies/${a.id}/orders/${quoted.id}/quote/accept`, {
    token: a.seller.token,
    body: { revision: 1 },
  })
  assert.deepEqual([accepted.status, Object.keys(accepted.body.errors)], [422, ['payment_term']])
  // A list that changed since does not stop a change that lowers nothing.
  const [, cash] = terms
  await company('payment_terms = $1', [JSON.stringify([cash])])
  const late = await place(a.seller.token, cart(9))
  await t.owner.query("update orders set payment_term = '3x' where id = $1", [late.id])
  assert.equal((await edit(late, pieces(10))).status, 200)
  await company("payment_terms = '[]'")
})
test('90 % for one piece is not 90 % for 5,000', async () => {
  const o = await place(a.admin.token, cart(1, { discount: '90' }))
  await t.owner.query('update orders set seller_id = $2 where id = $1', [o.id, a.seller.id])
  assert.deepEqual(await standing(o), ['novo', []])
  assert.equal((await edit(o, pieces(5000))).status, 200)
  assert.deepEqual(await standing(o), ['aguardando_aprovacao', ['desconto_acima']])
  assert.deepEqual((await confirmMany(o)).confirmed, [])
  // Another edit does not lose the reason; back at what was given it is gone.
  assert.equal((await edit(o, pieces(4999))).status, 200)
  assert.deepEqual((await standing(o))[1], ['desconto_acima'])
  assert.equal((await edit(o, pieces(1))).status, 200)
  assert.deepEqual((await standing(o))[1], [])
})
test('a discount of a line stays within its pieces, also when the order’s own is moved to it', async () => {
  const lines = [
    { product_id: mug.id, quantity: 2, discount: '50' },
    { product_id: dozen.id, quantity: 12 },
  ]
  const o = await place(a.admin.token, aCart(lines, { client_id: a.client.id }))
  await t.owner.query('update orders set seller_id = $2 where id = $1', [o.id, a.seller.id])
  for (const body of [
    { lines: [{ line: 2, quantity: 12, discount: '50' }] },
    { lines: [], discount: '10' },
    { lines: [{ line: 1, quantity: 3, discount: '50' }] },
  ]) {
    assert.equal((await edit(o, body)).status, 200)
    assert.deepEqual((await standing(o))[1], ['desconto_acima'], JSON.stringify(body))
    const back = {
      lines: [
        { line: 1, quantity: 2, discount: '50' },
        { line: 2, quantity: 12, discount: '0' },
      ],
      discount: '0',
    }
    assert.equal((await edit(o, back)).status, 200)
    assert.deepEqual((await standing(o))[1], [])
  }
  assert.equal((await edit(o, { lines: [{ line: 1, quantity: 1 }] })).status, 200)
  assert.deepEqual((await standing(o))[1], [])
})
test('less freight than the admin set is a new discount; the own freight is not', async () => {
  const o = await place(a.admin.token, cart(3, { freight: '500,00' }))
  await t.owner.query('update orders set seller_id = $2 where id = $1', [o.id, a.seller.id])
  assert.equal((await edit(o, { lines: [], freight: '0' })).status, 200)
  assert.deepEqual(await standing(o), ['aguardando_aprovacao', ['desconto_acima']])
  assert.equal((await edit(o, pieces(4))).status, 200)
  assert.deepEqual((await standing(o))[1], ['desconto_acima'])
  assert.equal((await edit(o, { lines: [], freight: '500,00' })).status, 200)
  assert.deepEqual((await standing(o))[1], [])
  const own = await place(a.seller.token, cart(3, { freight: '20,00' }))
  assert.equal((await edit(own, { lines: [], freight: '0' })).status, 200)
  assert.deepEqual(await standing(own), ['novo', []])
  assert.equal((await edit(own, { lines: [], freight: '30,00' }, a.admin.token)).status, 200)
  assert.equal((await edit(own, { lines: [], freight: '29,99' })).status, 200)
  assert.deepEqual((await standing(own))[1], ['desconto_acima'])
})
test('a seller who discounts beyond the limit waits, whether sending or changing', async () => {
  const sent = await place(a.seller.token, cart(2, { discount: '11' }))
  const changed = await place(a.seller.token, cart(2))
  assert.equal((await edit(changed, { lines: [], discount: '11' })).status, 200)
  for (const o of [sent, changed]) assert.deepEqual(await standing(o), ['aguardando_aprovacao', ['desconto_acima']])
  const told = await t.owner.query(
    "select 1 from person_notices where user_id = $1 and word = 'aprovacao' and href = $2",
    [a.admin.id, `/dashboard/orders/${changed.id}`],
  )
  assert.equal(told.rowCount, 1)
  // An admin who changes the lines gives what is on them.
  assert.equal((await edit(changed, pieces(3), a.admin.token)).status, 200)
  assert.deepEqual((await standing(changed))[1], [])
  assert.equal((await edit(changed, pieces(4))).status, 200)
  assert.deepEqual((await standing(changed))[1], ['desconto_acima'])
})
test('what an admin confirmed is given: taken back, it holds for these pieces', async () => {
  const o = await place(a.seller.token, cart(2, { discount: '30' }))
  const move = (status: string) =>
    t.call('PUT', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.admin.token, body: { status, reason: 'x' } })
  await move('confirmado')
  await move('novo')
  assert.equal((await edit(o, pieces(1))).status, 200)
  assert.deepEqual((await standing(o))[1], [])
  assert.equal((await edit(o, pieces(3))).status, 200)
  assert.deepEqual((await standing(o))[1], ['desconto_acima'])
})
test('a seller may keep the freight that an admin confirmed, and lower it only with approval', async () => {
  const o = await place(a.seller.token, cart(2, { freight: '50,00' }))
  assert.equal((await edit(o, { lines: [], freight: '40,00' })).status, 200)
  assert.deepEqual(await standing(o), ['novo', []])
  assert.deepEqual((await confirmMany(o)).confirmed, [o.id])
  const back = { ids: [o.id] }
  const undone = await t.call('POST', `/api/v2/companies/${a.id}/orders/undo_confirm`, {
    token: a.admin.token,
    body: back,
  })
  assert.deepEqual(undone.body.data.undone, [o.id])
  assert.equal((await edit(o, { lines: [], freight: '39,99' })).status, 200)
  assert.deepEqual(await standing(o), ['aguardando_aprovacao', ['desconto_acima']])
  assert.equal((await edit(o, { lines: [], freight: '40,00' })).status, 200)
  assert.deepEqual((await standing(o))[1], [])
})
test('an offer that is changed and an accepted change carry the reasons of sending', async () => {
  await company('min_order_cents = 5000')
  const o = await place(a.admin.token, cart(6, { quote: 1, discount: '20' }))
  await t.owner.query('update orders set seller_id = $2 where id = $1', [o.id, a.seller.id])
  assert.deepEqual(await standing(o), ['orcamento', ['abaixo_minimo']])
  const ask = { answer: 'ajuste', revision: 1, lines: [{ line: 1, quantity: 700 }] }
  assert.equal((await t.call('PUT', `/api/v2/receipts/${o.token}/quote`, { body: ask })).status, 200)
  const accepted = await t.call('POST', `/api/v2/companies/${a.id}/orders/${o.id}/quote/accept`, {
    token: a.seller.token,
    body: { revision: 1 },
  })
  assert.equal(accepted.status, 200)
  assert.deepEqual(await standing(o), ['aguardando_aprovacao', ['desconto_acima']])
  await company('min_order_cents = 0')
})
test('of many changes at once each leaves the reasons of the lines that stand', async () => {
  await company('min_order_cents = 5000')
  const o = await place(a.seller.token, cart(6))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => edit(o, pieces(1 + (i % 10), { discount: String(i % 3) }))),
  )
  assert.deepEqual([...new Set(answers.map((r) => r.status))], [200])
  const { reasons, subtotal, total, lines } = await read(o)
  assert.equal(reasons.includes('abaixo_minimo'), Number(total.replace(/\D/g, '')) < 5000)
  assert.equal(subtotal, lines[0].total)
  await company('min_order_cents = 0')
})

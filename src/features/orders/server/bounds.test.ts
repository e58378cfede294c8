// What an order may come to, and what of what a stranger sends with it is kept.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aProduct,
  aVisitor,
  type Company,
  order,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: Awaited<ReturnType<typeof aProduct>>
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  mug = await aProduct(t, a, { name: 'Caneca de barro', price: '32,50' })
})
after(() => t.close())

test('of how somebody came an order keeps the known keys, as long as an address may be; nothing else is stored', async () => {
  const utm = { utm_source: 'zap', gclid: 'g'.repeat(5000), [`x${'y'.repeat(5000)}`]: 'z', outra: 'coisa' }
  const r = await order(t, a, await aVisitor(t, a), aCart([{ product_id: mug.id, quantity: 1 }], { utm }))
  assert.equal(r.status, 201)
  const { rows } = await t.owner.query('select utm from orders where id = $1', [r.body.data.id])
  assert.deepEqual(rows[0].utm, { utm_source: 'zap', gclid: 'g'.repeat(300) })
})
test('no cart takes the name under which a sheet brings a past order', async () => {
  const cart = aCart([{ product_id: mug.id, quantity: 1 }], { cart_id: 'historico:1001' })
  const r = await order(t, a, await aVisitor(t, a), cart)
  assert.deepEqual([r.status, Object.keys(r.body.errors ?? {})], [422, ['cart_id']])
})
test('an order whose sum is too large is refused before anything is stored, new, changed or offered', async () => {
  const c = await aCompany(t)
  const dear = await aProduct(t, c, { price: '9.999.999,99', attributes: [{ specs: { Cor: 'Ouro' } }] })
  const plain = await aProduct(t, c, { price: '9.999.999,99' })
  const line = (quantity: number) => [{ product_id: plain.id, quantity }]
  const both = [...line(100), { product_id: dear.id, quantity: 1, specs: { Cor: 'Ouro' } }]
  const most = /passa de 999\.999\.999,99/
  const refused = await order(t, c, c.client.token, aCart(both))
  assert.equal(refused.status, 422)
  assert.match(refused.body.message, most)
  const list = () => t.call('GET', `/api/v1/companies/${c.id}/orders`, { token: c.admin.token })
  assert.equal((await list()).body.total, 0)
  const kept = (await order(t, c, c.seller.token, aCart(line(100)))).body.data
  const quote = (await order(t, c, c.seller.token, aCart(line(1), { quote: '1' }))).body.data
  const change = await t.call('PUT', `/api/v2/companies/${c.id}/orders/${kept.id}/lines`, {
    token: c.admin.token,
    body: { lines: [{ line: 1, quantity: 999_999, discount: '100' }] },
  })
  assert.equal(change.status, 422)
  assert.match(change.body.message, most)
  const asked = await t.call('PUT', `/api/v2${quote.receipt_path.replace('/pedido', '/receipts')}/quote`, {
    body: { answer: 'ajuste', revision: 1, lines: [{ line: 1, quantity: 101 }] },
  })
  assert.equal(asked.status, 200)
  const taken = await t.call('POST', `/api/v2/companies/${c.id}/orders/${quote.id}/quote/accept`, {
    token: c.seller.token,
    body: { revision: 1 },
  })
  assert.match(taken.body.message, most)
  assert.deepEqual((await list()).body.data.map((o: { total: string }) => o.total).toSorted(), [
    '9999999,99',
    '999999999,00',
  ])
})
test('a quote holds for a year at most, to the day, new as well as renewed', async () => {
  const cart = (valid_until: string) =>
    order(t, a, a.seller.token, aCart([{ product_id: mug.id, quantity: 1 }], { quote: '1', valid_until }))
  const [most, more] = ['2027-11-21', '2027-11-22']
  assert.deepEqual((await cart(more)).body.errors, { valid_until: ['Um orçamento vale no máximo um ano.'] })
  const kept = await cart(most)
  assert.equal(kept.status, 201)
  const renew = (valid_until: string) =>
    t.call('PUT', `/api/v2/companies/${a.id}/orders/${kept.body.data.id}/quote`, {
      token: a.seller.token,
      body: { revision: 1, text: 'Vale um ano.', valid_until },
    })
  assert.equal((await renew(more)).status, 422)
  assert.equal((await renew(most)).body.data.valid_until, most)
})

// What an order has to come to: the minimum, that of somebody's first, and nothing for nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const one = ({ id }: { id: number }) => ({ product_id: id, quantity: 1 })

test('somebody’s first order is held to the first minimum: a visitor’s, a client’s, and the seller’s for somebody new; the refusal says what is missing', async () => {
  const c = await aCompany(t, { min_order_cents: 2000, min_first_order_cents: 10_000, pedido_pro: true })
  const p = await aProduct(t, c, { price: '50,00' })
  const send = (token: string, quantity: number, more: Record<string, unknown> = {}) =>
    order(t, c, token, aCart([{ product_id: p.id, quantity }], more))
  const isFirst = async (token: string) => {
    const r = await send(token, 1)
    assert.deepEqual([r.body.code, r.body.missing], ['below_minimum', 5000])
    assert.match(r.body.message, /^Faltam R\$\s50,00 para o pedido mínimo\.$/)
  }
  await isFirst(await aVisitor(t, c))
  await isFirst(c.client.token)
  const reasons = async (token: string, more = {}) => (await send(token, 1, more)).body.data.reasons
  assert.deepEqual(await reasons(c.seller.token), ['abaixo_minimo'], 'somebody new')
  const old = { client_id: c.client.id }
  assert.deepEqual(await reasons(c.seller.token, { ...old, quote: '1' }), ['abaixo_minimo'])
  await isFirst(c.client.token)
  const first = await send(c.client.token, 2)
  assert.equal(first.status, 201)
  assert.equal((await send(c.client.token, 1)).status, 201)
  assert.deepEqual(await reasons(c.seller.token, old), [])
})
test('what is sold on request is ordered by nobody who sees prices; from who sells, or who sees none, it comes to be looked at', async () => {
  const c = await aCompany(t)
  const blind = await aPerson(t, c.id, 3, { hide_price: true })
  const p = await aProduct(t, c, { name: 'Painel sob medida', price: '' })
  const zero = await aProduct(t, c, { name: 'Painel zerado', price: '0,00' })
  const lines = [one(await aProduct(t, c)), one(p), one(zero)]
  for (const token of [c.client.token, await aVisitor(t, c)]) {
    const r = await order(t, c, token, aCart(lines))
    assert.deepEqual([r.status, r.body.code], [422, 'lines_refused'])
    assert.deepEqual(
      r.body.lines.map((l: { name: string; reason: string }) => [l.name, l.reason]),
      ['Painel sob medida', 'Painel zerado'].map((name) => [name, 'Está sob consulta: fale com quem vende.']),
    )
  }
  for (const token of [c.seller.token, c.admin.token, blind.token]) {
    const r = await order(t, c, token, aCart(lines))
    assert.deepEqual([r.status, r.body.data.reasons], [201, ['sem_preco']])
  }
})

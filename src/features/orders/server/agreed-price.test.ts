// Pieces that are added to a line whose agreed price is gone (decision 0116).
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
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { pedido_pro: true, promo_price_active: true, price_table_active: true })
})
after(() => t.close())
interface Placed {
  id: number
  product: number
  token: string
}
/** A seller's order of pieces at 8.00; afterwards they cost `today`. */
async function place(quantity: number, today: number | null, more: Record<string, unknown> = {}): Promise<Placed> {
  const product = await aProduct(t, a, { name: 'Caneca', price: '10,00', price_promo: '8,00' })
  const cart = aCart([{ product_id: product.id, quantity }], { client_id: a.client.id, ...more })
  const r = await order(t, a, a.seller.token, cart)
  assert.equal(r.status, 201, JSON.stringify(r.body))
  assert.equal(r.body.data.lines[0].price, '8,00')
  await costs(product.id, today)
  return { id: r.body.data.id, product: product.id, token: r.body.data.receipt_path.split('/').pop() }
}
const costs = (product: number, today: number | null) =>
  t.owner.query('update products set price_promo = null, price = $2 where id = $1', [product, today])
const edit = (o: Placed, quantity: number, more: object = {}, token = a.seller.token) =>
  t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, {
    token,
    body: { lines: [{ line: 1, quantity }], ...more },
  })
const read = async (o: Placed) =>
  (await t.call('GET', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.admin.token })).body.data
async function changed(o: Placed, quantity: number, more: object = {}, token = a.seller.token) {
  const r = await edit(o, quantity, more, token)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const { status, reasons, lines } = await read(o)
  assert.deepEqual([lines[0].quantity, lines[0].price], [quantity, '8,00'])
  return [status, reasons]
}
const above = ['aguardando_aprovacao', ['desconto_acima']]
const fine = ['novo', []]

test('1 piece at a price that has ended is not 5,000 pieces at it', async () => {
  const o = await place(1, 1000)
  assert.deepEqual(await changed(o, 5000), above)
  const { events } = await read(o)
  assert.ok(events.some((e: { reason: string }) => e.reason.startsWith('Caneca: peças a mais abaixo do preço de hoje')))
  const many = { token: a.admin.token, body: { ids: [o.id] } }
  const confirmed = await t.call('POST', `/api/v2/companies/${a.id}/orders/confirm`, many)
  assert.deepEqual(confirmed.body.data.confirmed, [])
  // Back at what was agreed nothing is given away.
  assert.deepEqual((await changed(o, 1))[1], [])
})
test('while the price holds, or a lower one does, pieces are added as before', async () => {
  for (const today of [800, 700]) {
    const o = await place(1, today)
    assert.deepEqual(await changed(o, 5000), fine)
    // They are agreed: a price that ends later does not reach back.
    await costs(o.product, 1000)
    assert.deepEqual(await changed(o, 4000), fine)
    assert.deepEqual(await changed(o, 5000), fine)
    assert.deepEqual(await changed(o, 50_000), above)
  }
})
test('added pieces are a discount of their line, within the limit in one step as in many', async () => {
  // 100 at 8.00 and 80 more that cost 10.00: 160.00 of 1,600.00 are 10 %.
  const o = await place(100, 1000)
  assert.deepEqual(await changed(o, 180), fine)
  assert.deepEqual((await changed(o, 181))[1], ['desconto_acima'])
  const steps = await place(100, 1000)
  for (const quantity of [120, 140, 160, 180]) assert.deepEqual(await changed(steps, quantity), fine)
  assert.deepEqual(await changed(steps, 190), above)
  assert.deepEqual((await changed(steps, 50))[1], [])
  assert.deepEqual((await changed(steps, 101))[1], [])
  // The seller's own discount comes on top.
  assert.deepEqual((await changed(steps, 101, { discount: '10' }))[1], ['desconto_acima'])
  assert.deepEqual((await changed(steps, 100, { discount: '10' }))[1], [])
})
test('an admin may add at the agreed price, and what the admin agreed stays agreed', async () => {
  const o = await place(1, 1000)
  assert.deepEqual(await changed(o, 500, {}, a.admin.token), fine)
  assert.deepEqual(await changed(o, 499), fine)
  assert.deepEqual(await changed(o, 500), fine)
  assert.deepEqual(await changed(o, 5000), above)
  const move = (status: string) =>
    t.call('PUT', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.admin.token, body: { status, reason: 'x' } })
  assert.equal((await move('confirmado')).status, 200)
  assert.equal((await move('novo')).status, 200)
  assert.deepEqual((await changed(o, 4999))[1], [])
  assert.deepEqual((await changed(o, 5000))[1], [])
})
test('an edit that is sent twice is judged once, and the second writes nothing', async () => {
  const o = await place(1, 1000)
  await edit(o, 5000)
  const first = await read(o)
  await edit(o, 5000)
  const second = await read(o)
  assert.deepEqual(second, first)
  assert.deepEqual([second.status, second.reasons], above)
})
test('another price table of the client is another price of today', async () => {
  const o = await place(1, 800)
  await t.owner.query('update products set price2 = 1000 where id = $1', [o.product])
  await t.owner.query('update users set price_table = 2 where id = $1', [a.client.id])
  assert.deepEqual(await changed(o, 2), above)
  await t.owner.query('update users set price_table = 1 where id = $1', [a.client.id])
  assert.deepEqual((await changed(o, 3))[1], [])
})
test('a variation is compared with its own price', async () => {
  const varied = await aProduct(t, a, {
    name: 'Camisa',
    price: '8,00',
    attributes: [
      { specs: { Cor: 'Azul' }, price: '8,00' },
      { specs: { Cor: 'Verde' }, price: '20,00' },
    ],
  })
  const lines = [{ product_id: varied.id, quantity: 1, specs: { Cor: 'Azul' } }]
  await t.owner.query('update companies set variations_active = true where id = $1', [a.id])
  const r = await order(t, a, a.seller.token, aCart(lines, { client_id: a.client.id }))
  const o = { id: r.body.data.id, product: varied.id, token: '' }
  assert.deepEqual(await changed(o, 50), fine)
  await t.owner.query('update products set price = 5000 where id = $1', [varied.id])
  assert.deepEqual(await changed(o, 60), fine)
  await t.owner.query('update variations set price = 1000 where id = $1', [varied.attributes[0]?.id])
  assert.deepEqual(await changed(o, 600), above)
})
test('pieces that have no price today wait for one, as those of an order that is sent', async () => {
  const o = await place(1, null)
  assert.deepEqual(await changed(o, 2), ['novo', ['sem_preco']])
  assert.deepEqual(await changed(o, 1), fine)
})
test('what a client asks for by the link is judged when the seller accepts it', async () => {
  const asks = async (o: Placed, quantity: number) => {
    const body = { answer: 'ajuste', revision: 1, lines: [{ line: 1, quantity }] }
    assert.equal((await t.call('PUT', `/api/v2/receipts/${o.token}/quote`, { body })).status, 200)
  }
  const accept = async (o: Placed, token: string) => {
    const url = `/api/v2/companies/${a.id}/orders/${o.id}/quote/accept`
    assert.equal((await t.call('POST', url, { token, body: { revision: 1 } })).status, 200)
    const { status, reasons } = await read(o)
    return [status, reasons]
  }
  const o = await place(1, 1000, { quote: 1 })
  await asks(o, 700)
  assert.deepEqual(await accept(o, a.seller.token), above)
  const fewer = await place(10, 1000, { quote: 1 })
  await asks(fewer, 9)
  assert.deepEqual(await accept(fewer, a.seller.token), fine)
  const given = await place(1, 1000, { quote: 1 })
  await asks(given, 700)
  assert.deepEqual(await accept(given, a.admin.token), ['confirmado', []])
})
test('a renewed offer agrees all its pieces at today’s price', async () => {
  const o = await place(1, 1000, { quote: 1 })
  assert.deepEqual(await changed(o, 20), ['orcamento', ['desconto_acima']])
  const renewed = await t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/quote`, {
    token: a.seller.token,
    body: { revision: 2, renew: 1, valid_until: '2026-12-01', prices: [{ line: 1, price: '10,00' }] },
  })
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
  const { reasons, lines } = await read(o)
  assert.deepEqual([reasons, lines[0].price], [[], '10,00'])
})

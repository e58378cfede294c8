// Who sees which orders, and what of them.
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
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let b: Company
let mug: Awaited<ReturnType<typeof aProduct>>
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
  mug = await aProduct(t, a, { name: 'Caneca de barro', price: '32,50' })
})
after(() => t.close())
const move = (c: Company, token: string, id: number, status: string) =>
  t.call('PUT', `/api/v1/companies/${c.id}/orders/${id}`, { token, body: { status } })
const read = (c: Company, token: string, id: number) =>
  t.call('GET', `/api/v1/companies/${c.id}/orders/${id}`, { token })

test('a seller sees its own orders, a client its own, another company and another seller none', async () => {
  const { id } = (await order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity: 1 }]))).body.data
  const stranger = await aPerson(t, a.id, 2)
  const sibling = await aPerson(t, a.id, 3)
  for (const p of [stranger, sibling]) {
    assert.equal((await read(a, p.token, id)).status, 404)
    assert.equal(
      (await t.call('GET', `/api/v1/companies/${a.id}/orders?seller_id=${a.seller.id}`, { token: p.token })).body.total,
      0,
    )
    assert.equal((await move(a, p.token, id, 'cancelado')).status, 404)
  }
  assert.equal((await read(b, b.admin.token, id)).status, 404)
  assert.equal((await read(a, b.admin.token, id)).status, 404)
})
test('the list: pages, search, status, period and order', async () => {
  const c = await aCompany(t)
  const p = await aProduct(t, c, { price: '5,00' })
  for (const [name, quantity] of [
    ['Padaria Central', 1],
    ['Mercado Azul', 3],
    ['Padaria do Zé', 2],
  ] as const) {
    await order(t, c, c.client.token, aCart([{ product_id: p.id, quantity }], { name }))
  }
  await t.owner.query(
    "update orders set received_at = received_at + (number - 1) * interval '1 day' where company_id = $1",
    [c.id],
  )
  const list = async (query: string) =>
    (await t.call('GET', `/api/v1/companies/${c.id}/orders?${query}`, { token: c.admin.token })).body
  assert.deepEqual(
    (await list('')).data.map((o: { number: number }) => o.number),
    [3, 2, 1],
  )
  assert.deepEqual(
    (await list('limit=1&page=2')).data.map((o: { number: number }) => o.number),
    [2],
  )
  assert.equal((await list('limit=1')).total, 3)
  assert.equal((await list('search=padaria')).total, 2)
  assert.equal((await list('name=mercado')).total, 1)
  assert.equal((await list('order=total')).data[0].name, 'Mercado Azul')
  assert.equal((await list('status=confirmado')).total, 0)
  assert.equal((await list('from=2026-11-22&until=2026-11-22')).total, 1)
})
test('hide_price: no price in the order, the list or the receipt', async () => {
  const blind = await aPerson(t, a.id, 3, { hide_price: true, seller_id: a.seller.id })
  const r = await order(t, a, blind.token, aCart([{ product_id: mug.id, quantity: 2 }]))
  const list = await t.call('GET', `/api/v1/companies/${a.id}/orders`, { token: blind.token })
  const receipt = await t.call('GET', `/api/v2/receipts/${r.body.data.receipt_path.split('/').pop()}`)
  for (const answer of [r, list, receipt]) {
    assert.ok(answer.status < 300)
    assert.doesNotMatch(JSON.stringify(answer.body), /32,50|65,00|"total":"|"price"/)
  }
  assert.equal((await read(a, a.admin.token, r.body.data.id)).body.data.total, '65,00')
  const sorted = await t.call('GET', `/api/v1/companies/${a.id}/orders?order=total`, { token: blind.token })
  assert.deepEqual([sorted.status, sorted.body.code], [422, 'order_by_price'], 'their order would tell which is dearer')
})
test('who sees no prices learns from a refusal only that the minimum is not reached, and no guessed price is confirmed', async () => {
  const c = await aCompany(t, { min_order_cents: 50_000 })
  const { id } = await aProduct(t, c, { price: '40,00' })
  await t.owner.query('update users set hide_price = true where id = any($1)', [[c.public_user, c.client.id]])
  for (const token of [await aVisitor(t, c), c.client.token]) {
    const send = (quantity: number, price: string, more = {}) =>
      order(t, c, token, aCart([{ product_id: id, quantity, price }], more))
    const { body } = await send(1, '1,00')
    assert.deepEqual(Object.keys(body).toSorted(), ['code', 'message', 'status'])
    assert.equal(body.code, 'below_minimum')
    for (const more of [{}, { queued: '1' }])
      for (const price of ['40,00', '39,99']) {
        const { data } = (await send(20, price, more)).body
        assert.deepEqual([data.status, data.reasons], ['novo', []], price)
      }
  }
})
test('the receipt link: masked, cancels while new, repeats nothing else, and ends after 90 days', async () => {
  const r = await order(
    t,
    a,
    await aVisitor(t, a),
    aCart([{ product_id: mug.id, quantity: 1 }], { document: '529.982.247-25' }),
  )
  const url = `/api/v2/receipts/${r.body.data.receipt_path.split('/').pop()}`
  const seen = await t.call('GET', url)
  assert.equal(seen.status, 200)
  assert.equal(seen.headers['x-robots-tag'], 'noindex')
  assert.doesNotMatch(JSON.stringify(seen.body), /99714|52998224725|orders_email/)
  assert.equal((await t.call('PUT', url, { body: { status: 'confirmado' } })).status, 403)
  assert.equal((await t.call('PUT', url, { body: { status: 'cancelado' } })).body.data.status, 'cancelado')
  assert.match((await read(a, a.admin.token, r.body.data.id)).body.data.events.at(-1).who, /pelo link/)
  assert.equal((await t.call('GET', `/api/v2/receipts/${'a'.repeat(24)}`)).status, 404)
  await t.owner.query("update orders set updated_at = updated_at - interval '91 days' where id = $1", [r.body.data.id])
  assert.equal((await t.call('GET', url)).status, 404)
})

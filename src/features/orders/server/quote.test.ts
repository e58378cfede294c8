// A quote: offered until a day, numbered at once, holding nothing, before anybody answers it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { orderMessage } from '../message.ts'
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
before(async () => {
  t = await startTestApp()
  a = await aCompany(t, { min_order_cents: 10_000 })
  mug = await aProduct(t, a, { name: 'Caneca', price: '10,00', stock: 100 })
})
after(() => t.close())
const quote = (more: object = {}, token = a.seller.token, quantity = 3) =>
  order(t, a, token, aCart([{ product_id: mug.id, quantity }], { quote: 1, client_id: a.client.id, ...more }))
const stock = async () => (await t.call('GET', `/api/v1/products/${mug.id}`, { token: a.admin.token })).body.data.stock
const move = (id: number, status: string, token = a.seller.token, reason = '') =>
  t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token, body: { status, reason } })

test('a quote has its number at once, holds seven days and no stock, and no minimum stops it', async () => {
  const before = await stock()
  const r = await quote()
  assert.equal(r.status, 201, JSON.stringify(r.body))
  const o = r.body.data
  assert.deepEqual(
    [o.status, o.valid_until, o.revision, o.answer, o.answered_at],
    ['orcamento', '2026-11-28', 1, '', null],
  )
  assert.ok(o.number > 0)
  assert.equal(await stock(), before)
  const next = (await quote({ valid_until: '2026-12-24' })).body.data
  assert.deepEqual([next.number, next.valid_until], [o.number + 1, '2026-12-24'])
  const list = await t.call('GET', `/api/v1/companies/${a.id}/orders?status=orcamento`, { token: a.seller.token })
  assert.deepEqual(
    list.body.data.slice(0, 2).map((x: { valid_until: string }) => x.valid_until),
    ['2026-12-24', '2026-11-28'],
  )
  const held = (await order(t, a, a.seller.token, aCart([{ product_id: mug.id, quantity: 2 }]))).body.data
  assert.deepEqual([held.valid_until, held.revision], [null, 0])
})
test('the same cart is the same quote; sent as an order it is another one', async () => {
  const cart = aCart([{ product_id: mug.id, quantity: 1 }], { quote: 1 })
  const both = await Promise.all([order(t, a, a.seller.token, cart), order(t, a, a.seller.token, cart)])
  assert.equal(both[0].body.data.id, both[1].body.data.id)
  const asOrder = { ...cart, quote: undefined }
  assert.equal((await order(t, a, a.seller.token, asOrder)).body.code, 'idempotency_key_reused')
})
test('clients, visitors and companies without the digital order send none; days are days', async () => {
  const visitor = await aVisitor(t, a)
  for (const token of [a.client.token, visitor]) {
    const r = await order(t, a, token, aCart([{ product_id: mug.id, quantity: 30 }], { quote: 1 }))
    assert.deepEqual([r.status, r.body.code], [403, 'forbidden'])
  }
  for (const valid_until of ['2026-11-20', '2026-02-30', '2028-01-01']) {
    const r = await quote({ valid_until })
    assert.equal(r.status, 422, valid_until)
    assert.ok(r.body.errors.valid_until, JSON.stringify(r.body))
  }
  assert.equal((await quote({ valid_until: '2026-11-21' })).status, 201)
  const b = await aCompany(t, { pedido_pro: false })
  const p = await aProduct(t, b)
  const r = await order(t, b, b.seller.token, aCart([{ product_id: p.id, quantity: 1 }], { quote: 1 }))
  assert.deepEqual([r.status, r.body.code], [403, 'quotes_off'])
  assert.equal(
    (await order(t, b, b.seller.token, aCart([{ product_id: mug.id, quantity: 1 }], { quote: 1 }))).status,
    403,
  )
})
test('the company says how long its quotes hold', async () => {
  const put = (quote_days: unknown) =>
    t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body: { quote_days } })
  for (const bad of [0, 366, 'sete']) assert.equal((await put(bad)).status, 422, String(bad))
  assert.equal((await put(15)).body.data.quote_days, 15)
  assert.equal((await quote()).body.data.valid_until, '2026-12-06')
  await put(7)
})
test('a blocked client gets a quote and no order, not out of the quote either', async () => {
  const blocked = await aPerson(t, a.id, 3, { seller_id: a.seller.id, blocked: true })
  const r = await quote({ client_id: blocked.id }, a.seller.token, 20)
  assert.equal(r.status, 201)
  const sent = await move(r.body.data.id, 'novo')
  assert.deepEqual([sent.status, sent.body.code], [409, 'client_blocked'])
})
test('what its seller makes an order of holds stock, keeps its number and is told by mail only then', async () => {
  const before = await stock()
  const o = (await quote()).body.data
  const mails = async () =>
    Number((await t.owner.query(`select count(*) from mails where key = 'pedido-${a.id}-${o.id}'`)).rows[0].count)
  const r = await move(o.id, 'novo')
  assert.deepEqual([r.body.data.status, r.body.data.number, r.body.data.answer], ['novo', o.number, 'aceito'])
  assert.equal(await stock(), before - 3)
  assert.equal(await mails(), 0)
  const still = (await quote()).body.data
  await t.jobs()
  const { until } = await import('../../../../test/kit.ts')
  await until(async () => (await mails()) === 1)
  const untold = await t.owner.query('select mailed_at from orders where id = $1', [still.id])
  assert.equal(untold.rows[0].mailed_at, null)
})
test('above the seller’s limit a quote waits for approval when it becomes an order', async () => {
  const o = (await quote({ discount: '20' })).body.data
  assert.deepEqual([o.status, o.reasons.includes('desconto_acima')], ['orcamento', true])
  assert.equal((await move(o.id, 'novo')).body.data.status, 'aguardando_aprovacao')
  const other = (await quote({ discount: '20' })).body.data
  assert.equal((await move(other.id, 'novo', a.admin.token)).body.data.status, 'novo')
})
test('after its last day, by the company’s calendar, a quote only ends', async () => {
  const [o, held] = [await quote({ valid_until: '2026-11-21' }), await quote({ valid_until: '2026-11-21' })].map(
    (r) => r.body.data,
  )
  // São Paulo's midnight is 03:00 UTC; a session lives 12 idle hours.
  t.clock.set('2026-11-21T21:00:00Z')
  await stock()
  await t.call('GET', '/api/v1/auth/me', { token: a.seller.token })
  t.clock.set('2026-11-22T02:59:00Z')
  assert.equal((await move(held.id, 'novo')).status, 200)
  t.clock.set('2026-11-22T03:01:00Z')
  const r = await move(o.id, 'novo')
  assert.deepEqual([r.status, r.body.code, r.body.valid_until], [409, 'quote_ended', '2026-11-21'])
  assert.match(r.body.message, /venceu em 21\/11\/2026/)
  assert.equal((await move(o.id, 'cancelado')).body.data.status, 'cancelado')
  t.clock.set('2026-11-21T12:00:00Z')
})
test('a company that sells only what is there refuses the step and names what is left', async () => {
  const o = (await quote({}, a.seller.token, 500)).body.data
  await t.owner.query('update companies set refuse_without_stock = true where id = $1', [a.id])
  const r = await move(o.id, 'novo')
  assert.deepEqual([r.status, r.body.code], [409, 'sem_estoque'])
  assert.match(r.body.message, /Caneca: restam \d+/)
  await t.owner.query('update companies set refuse_without_stock = false where id = $1', [a.id])
  const sold = (await move(o.id, 'novo')).body.data
  assert.deepEqual([sold.status, sold.reasons.includes('sem_estoque')], ['novo', true])
})
test('its words for the chat say what it is, until when, and where it is answered', () => {
  const words = orderMessage(
    {
      number: 62,
      name: 'Padaria Pires',
      phone: '',
      total: 3000,
      currency: 'BRL',
      description: '',
      lines: [{ quantity: 3, name: 'Caneca', code: 'CN-1', specs: {}, total: 3000 }],
      priced: true,
      status: 'orcamento',
      valid_until: '2026-11-28',
    },
    'Ateliê',
    'https://x/pedido/abc',
  )
  assert.match(words, /^\*Orçamento 62 · Ateliê\*/)
  assert.match(
    words,
    /Válido até 28\/11\/2026\.\nAceite, mude quantidades ou pergunte aqui, sem senha: https:\/\/x\/pedido\/abc$/,
  )
})

// A quote is answered by its link, line by line; its seller answers back. Nobody accepts what he has not read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inCompany } from '#server/db.ts'
import { findOrder, type Locked } from '#features/orders/server/index.ts'
import { answer } from './answer.ts'
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
let b: Company
let mug: { id: number }
let bowl: { id: number }
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  b = await aCompany(t)
  mug = await aProduct(t, a, { name: 'Caneca', price: '10,00', stock: 100 })
  bowl = await aProduct(t, a, { name: 'Tigela', price: '20,00', multiple: 6, min_quantity: 6 })
})
after(() => t.close())
interface Quoted {
  id: number
  number: number
  token: string
}
async function aQuote(more: object = {}, who = a): Promise<Quoted> {
  const lines = [
    { product_id: mug.id, quantity: 3 },
    { product_id: bowl.id, quantity: 6 },
  ]
  const r = await order(t, who, a.seller.token, aCart(lines, { quote: 1, client_id: a.client.id, ...more }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id, number: r.body.data.number, token: r.body.data.receipt_path.split('/').pop() }
}
const look = async (o: Quoted) => (await t.call('GET', `/api/v2/receipts/${o.token}/quote`)).body.data
const say = (o: Quoted, answer: string, more: object = {}) =>
  t.call('PUT', `/api/v2/receipts/${o.token}/quote`, { body: { answer, revision: 1, ...more } })
const path = (o: { id: number }, company = a.id) => `/api/v2/companies/${company}/orders/${o.id}/quote`
const desk = (o: Quoted, token = a.seller.token) => t.call('GET', path(o), { token })
const accept = (o: Quoted, revision = 1, token = a.seller.token) =>
  t.call('POST', `${path(o)}/accept`, { token, body: { revision } })
const again = (o: Quoted, body: object, token = a.seller.token) => t.call('PUT', path(o), { token, body })
const read = async (o: Quoted, token = a.admin.token) =>
  (await t.call('GET', `/api/v1/companies/${a.id}/orders/${o.id}`, { token })).body.data
const stock = async () => (await t.call('GET', `/api/v1/products/${mug.id}`, { token: a.admin.token })).body.data.stock
const price = (id: number, value: string) =>
  t.call('POST', `/api/v1/products/${id}`, { token: a.admin.token, body: { price: value } })
const ASKED = {
  lines: [
    { line: 1, quantity: 5 },
    { line: 2, quantity: 12 },
  ],
  text: 'Entrega na sexta?',
}

test('accepted by the link it is an order with the same number, at the prices of the offer, and holds its stock then', async () => {
  const [o, had] = [await aQuote(), await stock()]
  const seen = await look(o)
  assert.deepEqual([seen.open, seen.ended, seen.revision, seen.answer, seen.talk], [true, false, 1, '', []])
  assert.deepEqual(seen.lines[1], { line: 2, min_quantity: 6, multiple: 6, mixed: true, gone: false })
  await price(mug.id, '99,00')
  const r = await say(o, 'aceito')
  assert.deepEqual([r.status, r.body.data.answer, r.body.data.open], [200, 'aceito', false], JSON.stringify(r.body))
  const sold = await read(o)
  assert.deepEqual([sold.status, sold.number, sold.total], ['novo', o.number, '150,00'])
  assert.equal(await stock(), had - 3)
  await price(mug.id, '10,00')
})
test('the same answer twice is one; another answer is told what stands', async () => {
  const [o, had] = [await aQuote(), await stock()]
  assert.equal((await say(o, 'aceito')).status, 200)
  assert.equal((await say(o, 'aceito')).status, 200)
  assert.equal(await stock(), had - 3)
  const other = await say(o, 'recusado', { text: 'Caro' })
  assert.deepEqual([other.status, other.body.code, other.body.answer], [409, 'quote_answered', 'aceito'])
  assert.match(other.body.message, /já foi aceito em 21\/11\/2026/)
  const asked = await aQuote()
  assert.equal((await say(asked, 'ajuste', ASKED)).status, 200)
  assert.equal((await say(asked, 'ajuste', ASKED)).body.data.talk.length, 1)
  assert.equal((await say(asked, 'ajuste', { ...ASKED, text: 'Outra' })).body.code, 'quote_answered')
})
test('two people at once: the lock lets the second read the first’s answer', async () => {
  const o = await aQuote()
  const [x, y] = await Promise.all([say(o, 'aceito'), say(o, 'recusado', { text: 'Comprei de outro' })])
  assert.equal(x.status + y.status, 609)
  assert.equal((x.status === 200 ? y : x).body.code, 'quote_answered')
  assert.equal((await look(o)).talk.length, 1)
})
test('refused with a reason it ends; without one it is asked for', async () => {
  const o = await aQuote()
  const bare = await say(o, 'recusado')
  assert.ok(bare.status === 422 && bare.body.errors.text, JSON.stringify(bare.body))
  assert.equal((await say(o, 'recusado', { text: 'Achei mais barato' })).body.data.answer, 'recusado')
  const ended = await read(o)
  assert.deepEqual([ended.status, ended.events.at(-1).reason], ['cancelado', 'Achei mais barato'])
})
test('other quantities and a question wait for the seller, who reads old → new and accepts: same number, prices of the offer', async () => {
  const [o, had] = [await aQuote(), await stock()]
  const r = await say(o, 'ajuste', ASKED)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const waiting = await read(o)
  assert.deepEqual([waiting.status, waiting.answer, waiting.total], ['ajuste_solicitado', 'ajuste', '150,00'])
  const seen = (await desk(o)).body.data
  assert.deepEqual(
    seen.talk[0].lines.map((l: { name: string; was: number; now: number }) => [l.name, l.was, l.now]),
    [
      ['Caneca', 3, 5],
      ['Tigela', 6, 12],
    ],
  )
  assert.deepEqual([seen.talk[0].text, seen.talk[0].ours], ['Entrega na sexta?', false])
  const took = await accept(o)
  assert.equal(took.status, 200, JSON.stringify(took.body))
  assert.equal((await accept(o)).status, 200)
  const sold = await read(o)
  assert.deepEqual([sold.status, sold.number, sold.total, sold.answer], ['novo', o.number, '290,00', 'aceito'])
  assert.equal(await stock(), had - 5)
})
test('a line goes with 0; not the last, not off its multiple, not beyond any number, not one that is not there', async () => {
  const o = await aQuote()
  const ask = (...lines: [number, unknown][]) =>
    say(o, 'ajuste', { lines: lines.map(([line, quantity]) => ({ line, quantity })) })
  const off = await ask([2, 7])
  assert.deepEqual([off.status, off.body.code, off.body.lines[0].name], [422, 'lines_refused', 'Tigela'])
  assert.match(off.body.message, /Tigela: Vem em caixas de 6/)
  for (const bad of [-1, 1_000_000, 1.5, 'dez']) assert.equal((await ask([1, bad])).status, 422, String(bad))
  assert.ok((await ask([1, 0], [2, 0])).body.errors.lines)
  assert.ok((await ask([1, 3])).body.errors.text)
  assert.equal((await ask([9, 3])).body.code, 'quote_changed')
  assert.equal((await ask([2, 0])).status, 200)
  await accept(o)
  const sold = await read(o)
  assert.deepEqual([sold.lines.length, sold.total], [1, '30,00'])
})
test('changed by the seller meanwhile, the offer that was read is not the one that is accepted', async () => {
  const o = await aQuote()
  const changed = await t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, {
    token: a.seller.token,
    body: { lines: [{ line: 1, quantity: 9 }] },
  })
  assert.deepEqual([changed.status, changed.body.data.revision], [200, 2])
  const r = await say(o, 'aceito')
  assert.deepEqual([r.status, r.body.code, r.body.revision], [409, 'quote_changed', 2])
  assert.deepEqual((await look(o)).talk[0].lines[0].now, 9)
  assert.equal((await say(o, 'aceito', { revision: 2 })).status, 200)
  assert.equal((await read(o)).total, '210,00')
})
test('the seller answers a question and the client may answer again', async () => {
  const o = await aQuote()
  await say(o, 'ajuste', { text: 'Faz em 60 dias?' })
  assert.equal((await accept(o)).body.code, 'bad_transition')
  assert.equal((await again(o, { revision: 1 })).status, 422)
  const r = await again(o, { revision: 1, text: 'Faço em 45.', valid_until: '2026-12-05' })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual([r.body.data.revision, r.body.data.answer, r.body.data.valid_until], [2, '', '2026-12-05'])
  const seen = await look(o)
  assert.deepEqual(
    seen.talk.map((x: { ours: boolean; text: string; who: string }) => [x.ours, x.text, x.who]),
    [
      [false, 'Faz em 60 dias?', ''],
      [true, 'Faço em 45.', ''],
    ],
  )
  assert.equal((await say(o, 'aceito', { revision: 2 })).status, 200)
  assert.equal((await again(o, { revision: 2, text: 'Oi' })).body.code, 'bad_transition')
})
test('after its last day it is answered by nobody; asked for again, it is renewed with today’s prices, old → new', async () => {
  const o = await aQuote({ valid_until: '2026-11-21' })
  assert.ok((await say(o, 'renovar')).body.errors.answer)
  // São Paulo's midnight is 03:00 UTC; a session lives 12 idle hours.
  t.clock.set('2026-11-21T21:00:00Z')
  for (const token of [a.seller.token, a.admin.token, b.admin.token, a.client.token])
    await t.call('GET', '/api/v1/auth/me', { token })
  t.clock.set('2026-11-22T03:01:00Z')
  assert.equal((await look(o)).ended, true)
  for (const [what, more] of [
    ['aceito', {}],
    ['recusado', { text: 'Caro' }],
    ['ajuste', ASKED],
  ] as const)
    assert.equal((await say(o, what, more)).body.code, 'quote_ended', what)
  assert.equal((await say(o, 'renovar')).body.data.answer, 'renovar')
  assert.equal((await say(o, 'renovar')).status, 200)
  await price(mug.id, '12,00')
  const { prices } = (await desk(o)).body.data
  assert.deepEqual(
    prices.map((p: { name: string; was: string; now: string }) => [p.name, p.was, p.now]),
    [['Caneca', '10,00', '12,00']],
  )
  assert.equal((await again(o, { revision: 1, text: 'Vale' })).body.code, 'quote_ended')
  const until = { revision: 1, renew: 1, valid_until: '2026-11-30' }
  assert.equal((await again(o, until)).body.code, 'quote_changed')
  const r = await again(o, { ...until, prices: [{ line: 1, price: '12,00' }] })
  assert.deepEqual(
    [r.body.data.revision, r.body.data.ended, r.body.data.prices],
    [2, false, []],
    JSON.stringify(r.body),
  )
  assert.equal((await read(o)).total, '156,00')
  assert.equal((await say(o, 'aceito', { revision: 2 })).status, 200)
  await price(mug.id, '10,00')
})
test('a renewed quote shows no price to a client who may know none, neither read nor answered by the link', async () => {
  const blind = await aPerson(t, a.id, 3, { seller_id: a.seller.id, hide_price: true })
  const o = await aQuote({ client_id: blind.id })
  await price(mug.id, '13,37')
  const renewed = await again(o, { revision: 1, renew: 1, text: 'Renovado', prices: [{ line: 1, price: '13,37' }] })
  assert.deepEqual(
    [renewed.status, renewed.body.data.talk[0].prices[0].now],
    [200, '13,37'],
    JSON.stringify(renewed.body),
  )
  const said = await say(o, 'ajuste', { revision: 2, text: 'Chega quando?' })
  for (const offer of [said.body.data, await look(o)]) {
    assert.deepEqual([offer.talk[0].text, offer.talk[0].who], ['Renovado', ''])
    assert.doesNotMatch(JSON.stringify(offer), /10,00|13,37/)
  }
  await price(mug.id, '10,00')
})
test('renewed, what is sold on request by now keeps the price that was offered', async () => {
  const asked = await aProduct(t, a, { name: 'Painel', price: '50,00' })
  const lines = [asked, mug].map(({ id }) => ({ product_id: id, quantity: 2 }))
  const r = await order(t, a, a.seller.token, aCart(lines, { quote: 1, client_id: a.client.id }))
  const o = { ...r.body.data, token: '' } as Quoted
  await price(asked.id, '')
  assert.deepEqual((await desk(o)).body.data.prices, [])
  assert.equal((await again(o, { revision: 1, renew: 1, valid_until: '2026-12-20' })).status, 200)
  assert.equal((await read(o)).total, '120,00')
})
test('what is still offered is not marked as paid, also while both sides talk about it', async () => {
  const [o, sold] = [await aQuote(), await aQuote()]
  assert.equal((await say(o, 'ajuste', ASKED)).status, 200)
  assert.equal((await say(sold, 'aceito')).status, 200)
  const paid = await t.call('PUT', `/api/v2/companies/${a.id}/orders/paid`, {
    token: a.admin.token,
    body: { ids: [o.id, sold.id], paid: '1' },
  })
  assert.deepEqual(paid.body.data.changed, [sold.id])
  assert.equal((await read(o)).paid_at, null)
})
test('a product that is gone is named; without it the rest is asked for and accepted', async () => {
  const gone = await aProduct(t, a, { name: 'Vaso', price: '5,00' })
  const r = await order(
    t,
    a,
    a.seller.token,
    aCart(
      [gone, mug].map((p) => ({ product_id: p.id, quantity: 2 })),
      { quote: 1 },
    ),
  )
  const o = { ...r.body.data, token: r.body.data.receipt_path.split('/').pop() } as Quoted
  await t.call('POST', `/api/v1/products/${gone.id}`, { token: a.admin.token, body: { active: 0 } })
  const refused = await say(o, 'aceito')
  assert.deepEqual([refused.status, refused.body.code], [422, 'lines_refused'])
  assert.deepEqual(
    refused.body.lines.map((l: { name: string }) => l.name),
    ['Vaso'],
  )
  assert.equal((await look(o)).lines[0].gone, true)
  assert.equal((await say(o, 'ajuste', { lines: [{ line: 1, quantity: 0 }] })).status, 200)
  assert.equal((await accept(o)).status, 200)
  assert.equal((await read(o)).total, '20,00')
})
test('a client that was blocked meanwhile, a closed company, a seller’s limit: each is said', async () => {
  const blocked = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const o = await aQuote({ client_id: blocked.id })
  await t.owner.query('update users set blocked = true where id = $1', [blocked.id])
  assert.deepEqual((await say(o, 'aceito')).body.code, 'client_blocked')
  assert.equal((await say(o, 'ajuste', ASKED)).status, 200)
  assert.equal((await accept(o)).body.code, 'client_blocked')
  assert.equal((await read(o)).total, '150,00')
  await t.owner.query('update companies set is_blocked = true where id = $1', [a.id])
  assert.equal((await say(await aQuoteOf(o), 'aceito')).body.code, 'catalogue_closed')
  await t.owner.query('update companies set is_blocked = false where id = $1', [a.id])
  const deep = await aQuote({ discount: '30' })
  await say(deep, 'aceito')
  assert.equal((await read(deep)).status, 'aguardando_aprovacao')
})
/** The same link once more. */
const aQuoteOf = (o: Quoted) => Promise.resolve(o)
test('a stranger’s token, an order that is no quote, another company, another seller and a client find nothing', async () => {
  const o = await aQuote()
  const wrong = { ...o, token: 'x'.repeat(24) }
  assert.deepEqual([(await say(wrong, 'aceito')).status, (await look(wrong))?.open], [404, undefined])
  const plain = (await order(t, a, a.seller.token, aCart([{ product_id: mug.id, quantity: 1 }]))).body.data
  const bare = { ...plain, token: plain.receipt_path.split('/').pop() } as Quoted
  assert.equal((await say(bare, 'aceito')).status, 404)
  assert.equal((await desk(bare)).status, 404)
  const other = await aPerson(t, a.id, 2)
  const visitor = await aVisitor(t, a)
  const calls = (token: string) => [desk(o, token), accept(o, 1, token), again(o, { revision: 1, text: 'Oi' }, token)]
  for (const [token, status] of [
    [other.token, 404],
    [b.admin.token, 404],
    [a.client.token, 403],
    [visitor, 403],
    ['', 401],
  ] as const)
    for (const r of await Promise.all(calls(token))) assert.equal(r.status, status, JSON.stringify(r.body))
  assert.equal((await read(o)).revision, 1)
})
test('a quote goes no other way: not by the receipt’s own answer, not by the client’s list, not half', async () => {
  const o = await aQuote()
  const receipt = await t.call('PUT', `/api/v2/receipts/${o.token}`, { body: { status: 'novo' } })
  assert.deepEqual([receipt.status, receipt.body.code, receipt.body.allowed], [409, 'bad_transition', []])
  const listed = await t.call('PUT', `/api/v1/companies/${a.id}/orders/${o.id}`, {
    token: a.client.token,
    body: { status: 'novo' },
  })
  assert.equal(listed.status, 409)
  assert.deepEqual((await read(o, a.client.token)).next, [])
  await t.owner.query('update companies set refuse_without_stock = true where id = $1', [a.id])
  await t.owner.query('update products set stock = 1 where id = $1', [mug.id])
  const short = await say(o, 'aceito')
  assert.deepEqual([short.status, short.body.code], [409, 'sem_estoque'])
  assert.deepEqual([(await look(o)).answer, await stock()], ['', 1])
})

test('twin: answered from what was read before the lock, the order is cancelled under the one who accepted', async () => {
  await t.owner.query('update companies set refuse_without_stock = false where id = $1', [a.id])
  const o = await aQuote()
  const read = await inCompany(t.kit.pool, a.id, (tx) => findOrder(tx, o.id))
  assert.ok(read)
  assert.equal((await say(o, 'aceito')).status, 200)
  const stale: Locked = {
    ...read,
    time_zone: 'America/Sao_Paulo',
    refuse_without_stock: false,
    blocked: false,
    confirmed_at: null,
  }
  const no = { answer: 'recusado', revision: 1, text: 'Caro' } as const
  await inCompany(t.kit.pool, a.id, (tx) => answer(tx, read, stale, no, t.clock.now()))
  assert.equal((await look(o)).answer, 'recusado')
})
test('twin: without the count of offers what nobody has read is accepted', async () => {
  const o = await aQuote()
  await t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, {
    token: a.seller.token,
    body: { lines: [{ line: 1, quantity: 9 }] },
  })
  await t.owner.query('update orders set revision = 1 where id = $1', [o.id])
  assert.equal((await say(o, 'aceito')).status, 200)
  const old = await aQuote({ valid_until: '2026-11-22' })
  await t.owner.query("update orders set valid_until = '2026-11-01' where id = $1", [old.id])
  assert.equal((await say(old, 'aceito')).body.code, 'quote_ended')
})
test('who asks to be forgotten leaves no word in the answers; what was asked of the lines stays', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const o = await aQuote({ client_id: client.id })
  assert.equal((await say(o, 'ajuste', { ...ASKED, text: 'Fale com Luciana' })).status, 200)
  const erased = await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: a.admin.token })
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  const { rows } = await t.owner.query('select who, reason, talk from order_events where order_id = $1', [o.id])
  assert.doesNotMatch(JSON.stringify(rows), /Luciana/)
  assert.equal(rows.at(-1).talk.lines.length, 2)
})

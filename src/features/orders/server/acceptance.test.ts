// What a change of lines undoes, and moves that name the revision which their sender saw.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

const SIGNED = 'M10 10L50 50L90 20'
let t: TestApp
let a: Company
let mug: { id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { pedido_pro: true })
  mug = await aProduct(t, a, { name: 'Caneca', price: '10,00' })
})
after(() => t.close())
interface Placed {
  id: number
  token: string
}
async function place(token: string, more: Record<string, unknown> = {}): Promise<Placed> {
  const r = await order(t, a, token, aCart([{ product_id: mug.id, quantity: 2 }], more))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id, token: r.body.data.receipt_path.split('/').pop() }
}
const bySeller = (more: Record<string, unknown> = {}) => place(a.seller.token, { client_id: a.client.id, ...more })
const edit = (o: Placed, quantity: number, token = a.seller.token) =>
  t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, { token, body: { lines: [{ line: 1, quantity }] } })
const url = (o: Placed) => `/api/v1/companies/${a.id}/orders/${o.id}`
const read = async (o: Placed, token = a.admin.token) => (await t.call('GET', url(o), { token })).body.data
const move = (o: Placed, status: string, more: object = {}, token = a.admin.token) =>
  t.call('PUT', url(o), { token, body: { status, reason: 'x', ...more } })
const answerQuote = (o: Placed, body: object) => t.call('PUT', `/api/v2/receipts/${o.token}/quote`, { body })
const accept = (o: Placed, revision: number, token = a.client.token, more: object = {}) =>
  t.call('POST', `/api/v2/companies/${a.id}/orders/${o.id}/acceptance`, { token, body: { revision, ...more } })
const confirmMany = async (body: object) =>
  (await t.call('POST', `/api/v2/companies/${a.id}/orders/confirm`, { token: a.admin.token, body })).body.data
const told = async (o: Placed, word: string, user = a.client.id) =>
  (
    await t.owner.query('select 1 from person_notices where user_id = $1 and word = $2 and href like $3', [
      user,
      word,
      `%/${o.id}`,
    ])
  ).rowCount

test('a signature ends with the lines that it was given for, and is asked for again', async () => {
  const o = await bySeller({ signature: SIGNED })
  assert.equal((await read(o)).signature, SIGNED)
  assert.equal((await edit(o, 900)).status, 200)
  const changed = await read(o)
  assert.deepEqual([changed.signature, changed.answer, changed.status, changed.total], ['', 'mudou', 'novo', '9000,00'])
  assert.deepEqual((await confirmMany({ ids: [o.id] })).left[0].reasons, ['aceite_pendente'])
  // The company's people accept nothing in the client's name: they bring a new signature.
  assert.equal((await accept(o, changed.revision, a.seller.token)).status, 422)
  const signed = await accept(o, changed.revision, a.seller.token, { signature: SIGNED })
  assert.deepEqual([signed.status, signed.body.data.signature, signed.body.data.answer], [200, SIGNED, 'aceito'])
  await edit(o, 3, a.admin.token)
  assert.equal((await accept(o, changed.revision + 1, a.admin.token, { signature: SIGNED })).status, 200)
  assert.deepEqual((await confirmMany({ ids: [o.id] })).confirmed, [o.id])
})
test('an accepted quote that is changed is accepted no more, stays an order, and is accepted again', async () => {
  const o = await bySeller({ quote: 1 })
  assert.equal((await answerQuote(o, { answer: 'aceito', revision: 1 })).status, 200)
  const counted = async () =>
    (await t.call('GET', `/api/v1/companies/${a.id}/orders?sold=1&limit=1000`, { token: a.admin.token })).body.total
  const sold = await counted()
  assert.equal((await edit(o, 700)).status, 200)
  const changed = await read(o)
  assert.deepEqual([changed.status, changed.answer, changed.revision], ['novo', 'mudou', 2])
  // A status that staff reach accepts nothing; nor does it become a quote under discussion.
  await move(o, 'ajuste_solicitado')
  assert.deepEqual([(await read(o)).answer, await counted()], ['mudou', sold])
  assert.equal((await move(o, 'novo', {}, a.seller.token)).status, 200)
  assert.equal((await read(o)).answer, 'mudou')
  assert.equal((await answerQuote(o, { answer: 'aceito', revision: 2 })).body.code, 'quote_answered')
  const late = await accept(o, 1)
  assert.deepEqual([late.status, late.body.code, late.body.total], [409, 'order_changed', '7000,00'])
  const by = await t.call('POST', `/api/v2/receipts/${o.token}/acceptance`, { body: { revision: 2 } })
  assert.deepEqual([by.status, by.body.data.answer], [200, 'aceito'])
  assert.equal(await told(o, 'ajuste_aceito', a.seller.id), 1)
  assert.equal((await accept(o, 2)).status, 200, 'the same once more changes nothing')
  assert.equal((await read(o)).events.filter((e: { kind: string }) => e.kind === 'aceite').length, 1)
})
test('a client who accepts the adjustment accepts the lines that changed', async () => {
  const o = await bySeller({ quote: 1 })
  await answerQuote(o, { answer: 'aceito', revision: 1 })
  await move(o, 'ajuste_solicitado')
  await edit(o, 3)
  assert.equal((await move(o, 'novo', { revision: 2 }, a.client.token)).status, 200)
  assert.equal((await read(o)).answer, 'aceito')
})
test('an order that nobody accepted or signed waits for no acceptance, and accepts none', async () => {
  const o = await place(a.client.token)
  await edit(o, 3)
  assert.equal((await read(o)).answer, '')
  assert.deepEqual((await accept(o, 1)).body.code, 'bad_transition')
  assert.deepEqual((await confirmMany({ ids: [o.id] })).confirmed, [o.id])
})
test('another client, a colleague and another company accept nothing', async () => {
  const o = await bySeller({ signature: SIGNED })
  await edit(o, 3)
  const b = await aCompany(t)
  const client = await aPerson(t, a.id, 3)
  const colleague = await aPerson(t, a.id, 2)
  assert.deepEqual(
    [
      (await accept(o, 1, client.token)).status,
      (await accept(o, 1, colleague.token, { signature: SIGNED })).status,
      (await accept(o, 1, b.admin.token, { signature: SIGNED })).status,
    ],
    [404, 404, 404],
  )
  assert.equal((await read(o)).answer, 'mudou')
})
test('a client is told of a change of the own order, and of a quote that it is another offer', async () => {
  const o = await place(a.client.token)
  assert.equal((await edit(o, 900)).status, 200)
  assert.equal(await told(o, 'mudado'), 1)
  const offered = await bySeller({ quote: 1 })
  assert.equal((await edit(offered, 4)).status, 200)
  assert.deepEqual([await told(offered, 'oferta'), await told(offered, 'mudado')], [2, 0])
})
test('a move that names another revision is refused with the new total, at every door', async () => {
  const o = await place(a.client.token)
  const seen = (await read(o)).revision
  await edit(o, 5000)
  for (const r of [
    await move(o, 'confirmado', { revision: seen }),
    await move(o, 'cancelado', { revision: seen }, a.client.token),
    await t.call('PUT', `/api/v2/receipts/${o.token}`, { body: { status: 'cancelado', revision: seen } }),
  ])
    assert.deepEqual(
      [r.status, r.body.code, r.body.total, r.body.revision],
      [409, 'order_changed', '50000,00', seen + 1],
    )
  const many = await confirmMany({ ids: [o.id], revisions: { [o.id]: seen } })
  assert.deepEqual([many.confirmed, many.left[0].reasons], [[], ['pedido_mudou']])
  assert.equal((await read(o)).status, 'novo')
  assert.equal((await move(o, 'confirmado', { revision: seen + 1 })).status, 200)
})
test('without a revision a move is compared with nothing; discount and freight count as changes', async () => {
  const o = await place(a.client.token)
  const lines = { token: a.admin.token, body: { lines: [], freight: '5,00' } }
  assert.equal((await t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, lines)).body.data.revision, 1)
  assert.equal((await move(o, 'confirmado', { revision: 0 })).status, 409)
  assert.equal((await move(o, 'confirmado')).status, 200)
})
test('a client without prices learns that the order changed, and no sum', async () => {
  const blind = await aPerson(t, a.id, 3, { seller_id: a.seller.id, hide_price: true })
  const o = await place(blind.token)
  await edit(o, 9)
  const r = await move(o, 'cancelado', { revision: 0 }, blind.token)
  assert.deepEqual([r.status, r.body.code, r.body.total], [409, 'order_changed', undefined])
  assert.doesNotMatch(r.body.message, /90/)
})
test('of many who confirm what they saw while it changes, none confirms another total', async () => {
  const o = await place(a.client.token)
  const acts = Array.from({ length: 20 }, (_, i) =>
    i % 2 ? move(o, 'confirmado', { revision: 0 }) : edit(o, 10 + i, a.seller.token),
  )
  await Promise.all(acts)
  const { status, revision, total } = await read(o)
  assert.ok(status === 'novo' ? revision > 0 : total === '20,00', `${status} ${total}`)
})
test('undoing a confirmation is over after its minute; the step back then says why', async () => {
  const o = await place(a.client.token)
  const undo = async () =>
    (
      await t.call('POST', `/api/v2/companies/${a.id}/orders/undo_confirm`, {
        token: a.admin.token,
        body: { ids: [o.id] },
      })
    ).body.data
  await move(o, 'confirmado')
  t.clock.forward(61_000)
  const late = await undo()
  assert.deepEqual([late.undone, late.left[0].reasons], [[], ['prazo_passou']])
  assert.equal((await move(o, 'novo', { reason: '' })).status, 422)
  assert.equal((await move(o, 'novo')).status, 200)
  await move(o, 'confirmado')
  t.clock.forward(60_000)
  assert.deepEqual((await undo()).undone, [o.id])
})

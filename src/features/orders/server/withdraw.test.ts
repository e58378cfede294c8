// A request for an adjustment: its text, who may take it back, until when, and what the order is again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  mug = (await aProduct(t, a, { name: 'Caneca', price: '10,00', stock: 100 })).id
})
after(() => t.close())

interface Placed {
  id: number
  token: string
}
async function place(more: object = {}, token = a.client.token, quantity = 3): Promise<Placed> {
  const r = await order(t, a, token, aCart([{ product_id: mug, quantity }], { ...more }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id, token: r.body.data.receipt_path.split('/').pop() }
}
const aQuote = (more: object = {}) => place({ quote: 1, client_id: a.client.id, ...more }, a.seller.token)
const path = ({ id }: Placed, company = a.id) => `/api/v1/companies/${company}/orders/${id}`
const read = async (o: Placed, token = a.admin.token) => (await t.call('GET', path(o), { token })).body.data
const receipt = async (o: Placed) => (await t.call('GET', `/api/v2/receipts/${o.token}`)).body.data
const move = async (o: Placed, status: string, token = a.admin.token, reason = '') => {
  const r = await t.call('PUT', path(o), { token, body: { status, reason } })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data
}
const ask = (o: Placed, token = a.admin.token, text = 'Tire a caneca') => move(o, 'ajuste_solicitado', token, text)
const answer = (o: Placed, body: object) =>
  t.call('PUT', `/api/v2/receipts/${o.token}/quote`, { body: { revision: 1, ...body } })
const askByLink = async (o: Placed, more: object = {}) => {
  const r = await answer(o, { answer: 'ajuste', text: 'Em azul?', ...more })
  assert.equal(r.status, 200, JSON.stringify(r.body))
}
const withdraw = (o: Placed, token: string | null = a.admin.token, company = a.id) =>
  t.call('DELETE', `/api/v2/companies/${company}/orders/${o.id}/adjustment`, token ? { token } : {})
const withdrawByLink = (o: Placed) => t.call('DELETE', `/api/v2/receipts/${o.token}/adjustment`)
const stock = async () => (await t.call('GET', `/api/v1/products/${mug}`, { token: a.admin.token })).body.data.stock
const write = (o: Placed, token: string, key = newCart()) =>
  t.call('POST', `/api/v2/companies/${a.id}/conversations/pedido/${o.id}`, { token, body: { key, text: 'Pode ser' } })
/** Everything of an order that a refused call must leave as it was. */
const stateOf = async (o: Placed) =>
  (
    await t.owner.query(
      `select o::text, (select array_agg(e::text order by e.id) from order_events e where e.order_id = o.id) as events
        from orders o where id = $1`,
      [o.id],
    )
  ).rows[0]

test('the text of a request reaches receipt, client and staff, line by line', async () => {
  const o = await place()
  const text = 'Falta o CNPJ.\nE <b>duas</b> canecas a menos.'
  await ask(o, a.seller.token, text)
  const { at, ...staff } = (await read(o)).adjustment
  assert.equal(at, t.clock.now().toISOString())
  assert.deepEqual(staff, { ours: true, who: (await read(o)).events.at(-1).who, text })
  for (const seen of [await read(o, a.client.token), await receipt(o)])
    assert.deepEqual(seen.adjustment, { at, ours: true, who: '', text })
  await move(o, 'novo', a.client.token)
  assert.equal((await read(o)).adjustment, null)
  assert.equal(
    (await t.call('PUT', path(o), { token: a.admin.token, body: { status: 'ajuste_solicitado' } })).status,
    200,
  )
  assert.equal((await read(o)).adjustment.text, '')
  const long = { status: 'cancelado', reason: 'x'.repeat(501) }
  assert.equal((await t.call('PUT', path(o), { token: a.admin.token, body: long })).status, 422)
})
test('taken back, an order has the status of before and its stock; history keeps both', async () => {
  const [o, had] = [await place(), await stock()]
  await ask(o)
  assert.equal(await stock(), had + 3)
  assert.equal((await read(o)).withdrawable, true)
  const r = await withdraw(o)
  assert.deepEqual([r.status, r.body.data.status, r.body.data.adjustment], [200, 'novo', null])
  assert.deepEqual([r.body.data.withdrawable, r.body.data.editable], [false, true])
  assert.equal(await stock(), had)
  const steps = r.body.data.events.map((e: Record<string, string>) => [e.kind, e.from, e.to, e.reason])
  assert.deepEqual(steps, [
    ['', null, 'novo', ''],
    ['', 'novo', 'ajuste_solicitado', 'Tire a caneca'],
    ['ajuste_retirado', 'ajuste_solicitado', 'novo', ''],
  ])
})
test('an order that waited for approval waits for it again', async () => {
  const o = await place({ client_id: a.client.id, discount: '50' }, a.seller.token)
  assert.equal((await read(o)).status, 'aguardando_aprovacao')
  await ask(o)
  assert.equal((await withdraw(o)).body.data.status, 'aguardando_aprovacao')
  assert.ok((await read(o)).reasons.includes('desconto_acima'))
})
test('a quote waits for its first answer again and can be accepted', async () => {
  const [o, had] = [await aQuote(), await stock()]
  await askByLink(o, { lines: [{ line: 1, quantity: 5 }] })
  const before = await receipt(o)
  assert.deepEqual([before.status, before.answer, before.withdrawable], ['ajuste_solicitado', 'ajuste', true])
  assert.deepEqual([before.adjustment.ours, before.adjustment.text], [false, 'Em azul?'])
  const r = await withdrawByLink(o)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const { status, answer: said, answered_at, revision, adjustment } = r.body.data
  assert.deepEqual([status, said, answered_at, revision, adjustment], ['orcamento', '', null, 1, null])
  assert.equal(await stock(), had)
  assert.equal((await answer(o, { answer: 'aceito' })).status, 200)
  assert.equal((await read(o)).status, 'novo')
})
test('asked once more in a quote under discussion, only that request is taken back', async () => {
  const o = await aQuote()
  await askByLink(o)
  const url = `/api/v2/companies/${a.id}/orders/${o.id}/quote`
  assert.equal(
    (await t.call('PUT', url, { token: a.seller.token, body: { revision: 1, text: 'Só verde' } })).status,
    200,
  )
  assert.deepEqual([(await receipt(o)).adjustment, (await receipt(o)).withdrawable], [null, false])
  await askByLink(o, { revision: 2, text: 'Quando?' })
  const { status, answer: said, adjustment } = (await withdrawByLink(o)).body.data
  assert.deepEqual([status, said, adjustment], ['ajuste_solicitado', '', null])
  const { talk } = (await t.call('GET', `/api/v2/receipts/${o.token}/quote`)).body.data
  assert.deepEqual(
    talk.map((s: { kind: string; withdrawn: boolean }) => [s.kind, s.withdrawn]),
    [
      ['ajuste', false],
      ['oferta', false],
      ['ajuste', true],
    ],
  )
  assert.equal((await answer(o, { answer: 'aceito', revision: 2 })).status, 200)
})
test('an ended quote stays ended, and a request to renew is none for an adjustment', async () => {
  const o = await aQuote({ valid_until: '2026-11-22' })
  const other = await aQuote({ valid_until: '2026-11-22' })
  await askByLink(o)
  t.clock.set('2026-11-23T15:00:00Z')
  assert.equal((await withdrawByLink(o)).body.data.status, 'orcamento')
  assert.equal((await answer(o, { answer: 'aceito' })).body.code, 'quote_ended')
  assert.equal((await answer(other, { answer: 'renovar' })).status, 200)
  assert.equal((await withdrawByLink(other)).body.code, 'adjustment_over')
  t.clock.set('2026-11-21T12:00:00Z')
})
test('of the company, only who asked or an admin takes a request back', async () => {
  const colleague = await aPerson(t, a.id, 1)
  for (const [asker, mine, others] of [
    [a.seller.token, [a.seller.token, a.admin.token, colleague.token], [a.client.token]],
    [a.admin.token, [a.admin.token, colleague.token], [a.client.token, a.seller.token]],
  ] as const) {
    const o = await place()
    for (const token of mine) {
      await ask(o, asker)
      const before = await stateOf(o)
      for (const other of others) {
        assert.equal((await read(o, other)).withdrawable, false)
        assert.deepEqual([(await withdraw(o, other)).body.code, await stateOf(o)], ['forbidden', before])
      }
      assert.deepEqual([(await withdrawByLink(o)).status, await stateOf(o)], [403, before])
      assert.equal((await read(o, token)).withdrawable, true)
      assert.equal((await withdraw(o, token)).status, 200)
    }
  }
})
test('of the client, the client and the holder of the link, and nobody of the company', async () => {
  const o = await aQuote()
  for (const take of [() => withdraw(o, a.client.token), () => withdrawByLink(o)]) {
    await askByLink(o)
    const before = await stateOf(o)
    for (const { token } of [a.seller, a.admin]) {
      assert.equal((await read(o, token)).withdrawable, false)
      assert.deepEqual([(await withdraw(o, token)).status, await stateOf(o)], [403, before])
    }
    assert.equal((await read(o, a.client.token)).withdrawable, true)
    assert.equal((await take()).body.data.status, 'orcamento')
  }
})
test('strangers, other companies and colleagues find no order to take it back from', async () => {
  const [o, b] = [await place(), await aCompany(t)]
  await ask(o)
  const before = await stateOf(o)
  const [client, seller] = [await aPerson(t, a.id, 3), await aPerson(t, a.id, 2)]
  const refused = [
    [await withdraw(o, null), 401],
    [await withdraw(o, await aVisitor(t, a)), 403],
    [await withdraw(o, client.token), 404],
    [await withdraw(o, seller.token), 404],
    [await withdraw(o, b.admin.token), 404],
    [await withdraw(o, b.admin.token, b.id), 404],
    [await withdrawByLink({ ...o, token: 'x'.repeat(22) }), 404],
  ] as const
  for (const [r, status] of refused) assert.equal(r.status, status, JSON.stringify(r.body))
  assert.deepEqual(await stateOf(o), before)
})
test('whatever happens to the order after a request keeps it from being taken back', async () => {
  const lines = { lines: [{ line: 1, quantity: 2 }] }
  const put = (o: Placed, what: string, body: object) =>
    t.call('PUT', `/api/v2/companies/${a.id}/orders/${what.replace(':id', String(o.id))}`, {
      token: a.admin.token,
      body: { ...body },
    })
  const byLink = (o: Placed) =>
    t.call('POST', `/api/v2/receipts/${o.token}/messages`, { body: { key: newCart(), text: 'Pode ser' } })
  const after: Record<string, (o: Placed) => Promise<unknown>> = {
    'the client writes': (o) => write(o, a.client.token),
    'the link writes': byLink,
    'the asker writes': (o) => write(o, a.admin.token),
    'lines change': (o) => put(o, ':id/lines', lines),
    'it is paid': (o) => put(o, 'paid', { ids: [o.id], paid: '1' }),
    'it is accepted': (o) => move(o, 'novo', a.client.token),
    'it is confirmed': (o) => move(o, 'confirmado'),
    'it is cancelled': (o) => move(o, 'cancelado', a.client.token),
  }
  for (const [what, happens] of Object.entries(after)) {
    const o = await place()
    await ask(o)
    await happens(o)
    assert.equal((await read(o)).withdrawable, false, what)
    const before = await stateOf(o)
    const r = await withdraw(o)
    assert.deepEqual([r.status, r.body.code, await stateOf(o)], [409, 'adjustment_over', before], what)
  }
})
test('a note of the staff and a message sent twice do not answer a request', async () => {
  const [o, key] = [await place(), newCart()]
  await write(o, a.client.token, key)
  await ask(o)
  assert.equal((await write(o, a.client.token, key)).status, 200)
  const note = { token: a.admin.token, body: { internal_note: 'Ligar amanhã' } }
  assert.equal((await t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/note`, note)).status, 200)
  assert.equal((await withdraw(o)).body.data.status, 'novo')
})
test('an order that came so from the outbox has nothing to take back', async () => {
  const cart = aCart([{ product_id: mug, quantity: 1, price: '9,00' }], { queued: 1, client_id: a.client.id })
  const r = await order(t, a, a.seller.token, cart)
  const o = { id: r.body.data.id, token: '' }
  assert.deepEqual([r.body.data.status, r.body.data.adjustment], ['ajuste_solicitado', null])
  for (const token of [a.seller.token, a.admin.token, a.client.token])
    assert.equal((await withdraw(o, token)).body.code, 'adjustment_over')
  assert.equal((await read(o)).status, 'ajuste_solicitado')
})
test('the same call twice, also at the same moment, takes one request back once', async () => {
  const [o, had] = [await place(), await stock()]
  await ask(o)
  const both = await Promise.all([withdraw(o), withdraw(o)])
  assert.deepEqual(
    [...both, await withdraw(o)].map((r) => [r.status, r.body.data.status]),
    Array(3).fill([200, 'novo']),
  )
  assert.equal((await withdraw(o, a.seller.token)).body.code, 'adjustment_over', 'it was never the seller’s')
  assert.deepEqual([await stock(), (await read(o)).events.length], [had, 3])
})
test('of a step and a taking back at the same moment one happens', async () => {
  for (const [first, second] of [
    ['move', 'withdraw'],
    ['withdraw', 'move'],
  ]) {
    const [o, had] = [await place(), await stock()]
    await ask(o)
    const holder = await t.owner.connect()
    await holder.query('begin')
    await holder.query('select 1 from orders where id = $1 for update', [o.id])
    const acts = {
      move: () => t.call('PUT', path(o), { token: a.client.token, body: { status: 'cancelado' } }),
      withdraw: () => withdraw(o),
    }
    const one = acts[first as 'move']()
    await untilLocked(t.owner)
    const two = acts[second as 'move']()
    await untilLocked(t.owner, 2)
    await holder.query('rollback')
    holder.release()
    const [x, y] = await Promise.all([one, two])
    if (first === 'move') {
      assert.deepEqual([x.status, y.status, (await read(o)).status], [200, 409, 'cancelado'])
      assert.equal(await stock(), had + 3)
      continue
    }
    // Back as new, it is the client's to cancel.
    assert.deepEqual([x.status, y.status], [200, 200])
    assert.equal(await stock(), had + 3)
  }
})

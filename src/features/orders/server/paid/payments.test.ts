// Paid is an amount: payments and refunds as rows, the status follows, whatever happens to the order.
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
} from '../../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: { id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { pedido_pro: true })
  mug = await aProduct(t, a, { price: '10,00' })
})
after(() => t.close())
const place = async (more: Record<string, unknown> = {}) =>
  (
    await order(
      t,
      a,
      a.seller.token,
      aCart([{ product_id: mug.id, quantity: 10 }], { client_id: a.client.id, ...more }),
    )
  ).body.data.id as number
const pay = (id: number, body: object, token = a.admin.token) =>
  t.call('POST', `/api/v2/companies/${a.id}/orders/${id}/payments`, { token, body })
const mark = async (ids: number[], paid = '1') =>
  (await t.call('PUT', `/api/v2/companies/${a.id}/orders/paid`, { token: a.admin.token, body: { ids, paid } })).body
    .data.changed
const url = (id: number) => `/api/v1/companies/${a.id}/orders/${id}`
const read = async (id: number, token = a.admin.token) => (await t.call('GET', url(id), { token })).body.data
const move = (id: number, status: string, token = a.admin.token) =>
  t.call('PUT', url(id), { token, body: { status, reason: 'x' } })
const sums = async (id: number) => {
  const { payment_status, paid, open, refunded } = await read(id)
  return [payment_status, paid, open, refunded]
}

test('payments add up, each with its day, person and note', async () => {
  const id = await place()
  assert.deepEqual(await sums(id), ['nao_controlado', '0,00', '100,00', '0,00'])
  assert.equal((await pay(id, { amount: '40,00', day: '2026-11-20', note: 'Sinal' })).status, 200)
  assert.deepEqual(await sums(id), ['parcial', '40,00', '60,00', '0,00'])
  assert.equal((await pay(id, { amount: '60,00' })).status, 200)
  const o = await read(id, a.seller.token)
  assert.deepEqual([o.payment_status, o.paid_at], ['pago', t.clock.now().toISOString()])
  assert.deepEqual(
    o.payments.map((p: Record<string, string>) => [p.amount, p.day, p.note]),
    [
      ['40,00', '2026-11-20', 'Sinal'],
      ['60,00', '2026-11-21', ''],
    ],
  )
  assert.ok(o.payments.every((p: { who: string }) => p.who === o.events.at(-1).who && p.who !== ''))
  const kinds = o.events.map((e: Record<string, string>) => [e.kind, e.reason])
  assert.deepEqual(kinds.slice(1), [
    ['pago', 'R$\u00a040,00, 20/11/2026: Sinal'],
    ['pago', 'R$\u00a060,00, 21/11/2026'],
  ])
})
test('an order that grows after it was paid is paid in part', async () => {
  const id = await place()
  assert.deepEqual(await mark([id]), [id])
  assert.equal((await read(id)).payment_status, 'pago')
  const body = { lines: [{ line: 1, quantity: 900 }] }
  await t.call('PUT', `/api/v2/companies/${a.id}/orders/${id}/lines`, { token: a.seller.token, body })
  assert.deepEqual(await sums(id), ['parcial', '100,00', '8900,00', '0,00'])
  assert.equal((await read(id)).paid_at, null)
  assert.deepEqual(await mark([id]), [id])
  assert.deepEqual(await sums(id), ['pago', '9000,00', '0,00', '0,00'])
})
test('a paid order that is cancelled shows its money until it goes back', async () => {
  for (const cancel of [
    (id: number) => move(id, 'cancelado', a.client.token),
    async (id: number) => {
      const token = (await read(id)).receipt_path.split('/').pop()
      return t.call('PUT', `/api/v2/receipts/${token}`, { body: { status: 'cancelado' } })
    },
  ]) {
    const id = await place()
    await mark([id])
    assert.equal((await cancel(id)).status, 200)
    assert.deepEqual((await sums(id)).slice(0, 2), ['pago', '100,00'])
    assert.equal((await pay(id, { amount: '1,00' })).status, 409, 'it takes no more money')
    assert.equal((await pay(id, { amount: '30,00', refund: '1', note: 'Pix' })).status, 200)
    assert.deepEqual((await sums(id)).slice(0, 2), ['parcial', '70,00'])
    assert.equal((await pay(id, { amount: '70,01', refund: '1' })).status, 422)
    assert.deepEqual(await mark([id], '0'), [id])
    const [status, paid, , refunded] = await sums(id)
    assert.deepEqual([status, paid, refunded], ['pendente', '0,00', '100,00'])
    assert.deepEqual(await mark([id], '0'), [], 'nothing is left to give back')
  }
})
test('a payment above the total is kept, and the rest is to be given back', async () => {
  const id = await place()
  assert.equal((await pay(id, { amount: '120,00' })).status, 422, 'only when it is said')
  assert.equal((await pay(id, { amount: '120,00', over: '1' })).status, 200)
  assert.deepEqual(await sums(id), ['pago', '120,00', '-20,00', '0,00'])
  assert.equal((await pay(id, { amount: '999999999,99', over: '1' })).status, 422, 'more than any order comes to')
  const body = { lines: [{ line: 1, quantity: 5 }] }
  await t.call('PUT', `/api/v2/companies/${a.id}/orders/${id}/lines`, { token: a.seller.token, body })
  assert.deepEqual(await sums(id), ['pago', '120,00', '-70,00', '0,00'])
  assert.equal((await pay(id, { amount: '70,00', refund: '1' })).status, 200)
  assert.deepEqual(await sums(id), ['pago', '50,00', '0,00', '70,00'])
  await move(id, 'cancelado')
  assert.deepEqual(await sums(id), ['pago', '50,00', '-50,00', '70,00'])
})
test('amounts that cannot be are refused: none, too much, in the future, on no day', async () => {
  const id = await place()
  for (const body of [
    { amount: '0' },
    { amount: '-1,00' },
    { amount: '100,01' },
    { amount: 'dez' },
    { amount: '1,00', day: '2026-11-22' },
    { amount: '1,00', day: '2026-02-30' },
    { amount: '1,00', refund: '1' },
    { amount: '1,00', note: 'x'.repeat(301) },
  ])
    assert.equal((await pay(id, body)).status, 422, JSON.stringify(body))
  assert.deepEqual(await sums(id), ['nao_controlado', '0,00', '100,00', '0,00'])
  const quote = await place({ quote: 1 })
  assert.equal((await pay(quote, { amount: '1,00' })).status, 409)
  assert.deepEqual(await mark([quote]), [])
})
test('of 50 payments at once no more comes in than the order comes to', async () => {
  const id = await place()
  const answers = await Promise.all(Array.from({ length: 50 }, () => pay(id, { amount: '7,00' })))
  const paid = answers.filter((r) => r.status === 200).length
  assert.ok(paid > 0 && paid <= 14)
  const { rows } = await t.owner.query(
    'select o.paid_cents::int as paid, sum(p.cents)::int as sum from orders o join order_payments p on p.order_id = o.id where o.id = $1 group by 1',
    [id],
  )
  assert.deepEqual(rows, [{ paid: paid * 700, sum: paid * 700 }])
})
test('a form that saw another amount writes nothing', async () => {
  const id = await place()
  await pay(id, { amount: '40,00' })
  const late = await pay(id, { amount: '40,00', was: { paid: '0,00' } })
  assert.deepEqual([late.status, late.body.code, late.body.current], [409, 'changed_elsewhere', { paid: '40,00' }])
  assert.equal((await pay(id, { amount: '40,00', was: { paid: '40,00' } })).status, 200)
})
test('only an admin of the company writes payments; its client reads none', async () => {
  const id = await place()
  const b = await aCompany(t)
  assert.deepEqual(
    [
      (await pay(id, { amount: '1,00' }, a.seller.token)).status,
      (await pay(id, { amount: '1,00' }, a.client.token)).status,
      (await pay(id, { amount: '1,00' }, b.admin.token)).status,
    ],
    [403, 403, 404],
  )
  await pay(id, { amount: '40,00', note: 'Sinal' })
  const token = (await read(id)).receipt_path.split('/').pop()
  for (const seen of [await read(id, a.client.token), (await t.call('GET', `/api/v2/receipts/${token}`)).body.data])
    assert.doesNotMatch(JSON.stringify(seen), /Sinal|payment_status|payments|40,00|"paid"|refunded/)
})
test('a seller who sees no prices sees that money came, and no amount', async () => {
  const blind = await aPerson(t, a.id, 2, { hide_price: true })
  const id = await place()
  await t.owner.query('update orders set seller_id = $2 where id = $1', [id, blind.id])
  await pay(id, { amount: '40,00' })
  const seen = await read(id, blind.token)
  assert.deepEqual([seen.payment_status, seen.paid, seen.payments.length], ['parcial', undefined, 1])
  assert.doesNotMatch(JSON.stringify([seen.payments, seen.events]), /40,00/)
})

// The day of an order that a wrong clock dated is corrected: figures, targets and commissions follow, paid months stay.
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
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const TODAY = '2026-11-28T15:00:00Z'
const AHEAD = '2027-01-03T15:00:00Z'
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
const put = (c: Company, url: string, body: object, token = c.admin.token) => t.call('PUT', url, { token, body })
const correct = (c: Company, id: number, body: object, token = c.admin.token) =>
  put(c, `/api/v2/companies/${c.id}/orders/${id}/day`, { reason: 'Relógio adiantado', ...body }, token)
const read = async (c: Company, id: number) =>
  (await t.call('GET', `/api/v1/companies/${c.id}/orders/${id}`, { token: c.admin.token })).body.data
const move = async (c: Company, id: number, status: string) =>
  assert.equal((await put(c, `/api/v1/companies/${c.id}/orders/${id}`, { status, reason: 'x' })).status, 200)
const month = async (c: Company, name: string) => {
  const { body } = await t.call('GET', `/api/v2/commissions?month=${name}`, { token: c.seller.token })
  const s = body.data.sellers[0]
  return [s.orders, s.total, s.reached, s.prevista, s.paga, s.correcao]
}
const rate = (c: Company, percent: string, since: string) => put(c, '/api/v2/commissions/rates', { percent, since })
/** A company at 10 %, with an order of 100,00 that the server's clock dated 3 January 2027. */
async function ahead() {
  await at(TODAY)
  const c = await aCompany(t)
  await rate(c, '10', '2026-01-01')
  await put(c, '/api/v2/commissions/targets', { seller_id: c.seller.id, month: '2026-01', target: '200,00' })
  const { id: product } = await aProduct(t, c, { price: '100,00' })
  await at(AHEAD)
  const placed = await order(t, c, c.client.token, aCart([{ product_id: product, quantity: 1 }]))
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  return { c, id: placed.body.data.id as number, number: placed.body.data.number as number }
}
const eventsOf = async (id: number) =>
  (await t.owner.query("select reason from order_events where order_id = $1 and kind = 'dia' order by id", [id])).rows

const soldOn = async (c: Company, day: string) =>
  (await t.call('GET', `/api/v2/figures/curve?from=${day}&until=${day}`, { token: c.admin.token })).body.data.sums
    .orders

test('figures, targets, open commissions and lists follow the corrected day; number and hour stay', async () => {
  const { c, id, number } = await ahead()
  await at(TODAY)
  assert.deepEqual(await month(c, '2027-01'), [1, '100,00', 50, '10,00', '0,00', '0,00'])
  assert.equal(await soldOn(c, '2027-01-03'), 1)
  const r = await correct(c, id, { day: '2026-11-27', was: '2027-01-03' })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual([r.body.data.number, r.body.data.received_at], [number, '2026-11-27T15:00:00.000Z'])
  assert.deepEqual(await month(c, '2027-01'), [0, '0,00', 0, '0,00', '0,00', '0,00'])
  assert.deepEqual(await month(c, '2026-11'), [1, '100,00', 50, '10,00', '0,00', '0,00'])
  const idsOn = async (day: string) =>
    (
      await t.call('GET', `/api/v1/companies/${c.id}/orders?from=${day}&until=${day}`, { token: c.admin.token })
    ).body.data.map((o: { id: number }) => o.id)
  assert.deepEqual([await idsOn('2026-11-27'), await idsOn('2027-01-03')], [[id], []])
  assert.deepEqual([await soldOn(c, '2026-11-27'), await soldOn(c, '2027-01-03')], [1, 0])
})
test('history and log keep both days, the reason and who corrected; the same call twice writes once', async () => {
  const { c, id, number } = await ahead()
  await at(TODAY)
  for (let n = 0; n < 2; n++) assert.equal((await correct(c, id, { day: '2026-11-28', was: '2027-01-03' })).status, 200)
  assert.deepEqual(await eventsOf(id), [{ reason: '03/01/2027 → 28/11/2026: Relógio adiantado' }])
  const { kind, who } = (await read(c, id)).events.at(-1)
  assert.deepEqual([kind, who.length > 0], ['dia', true])
  const { rows } = await t.owner.query(
    "select user_id, name, changes from logs where object = 'order' and object_id = $1",
    [id],
  )
  const changes = { received_day: ['2027-01-03', '2026-11-28'] }
  assert.deepEqual(rows, [{ user_id: c.admin.id, name: String(number), changes }])
})
test('a corrected day of today is not ahead of the server', async () => {
  const { c, id } = await ahead()
  await at('2026-11-28T10:00:00Z')
  const r = await correct(c, id, { day: '2026-11-28' })
  assert.equal(r.body.data?.received_at, '2026-11-28T10:00:00.000Z', JSON.stringify(r.body))
})
test('the commission of an order with payments stays in its month to the cent; its sale moves', async () => {
  const { c, id } = await ahead()
  await move(c, id, 'confirmado')
  await put(c, `/api/v2/companies/${c.id}/orders/paid`, { ids: [id], paid: '1' })
  assert.deepEqual(await month(c, '2027-01'), [1, '100,00', 50, '0,00', '10,00', '0,00'])
  assert.equal((await correct(c, id, { day: '2026-11-27' })).status, 200)
  assert.deepEqual(await month(c, '2027-01'), [0, '0,00', 0, '0,00', '10,00', '0,00'])
  assert.deepEqual(await month(c, '2026-11'), [1, '100,00', 50, '0,00', '0,00', '0,00'])
  // Corrected once more, it is still the month of the payment.
  assert.equal((await correct(c, id, { day: '2026-10-27' })).status, 200)
  assert.deepEqual(await month(c, '2027-01'), [0, '0,00', 0, '0,00', '10,00', '0,00'])
  assert.deepEqual(await month(c, '2026-10'), [1, '100,00', 50, '0,00', '0,00', '0,00'])
  await at('2027-02-03T15:00:00Z')
  await move(c, id, 'cancelado')
  assert.deepEqual(await month(c, '2027-01'), [0, '0,00', 0, '0,00', '10,00', '0,00'])
  assert.deepEqual(await month(c, '2027-02'), [0, '0,00', 0, '0,00', '0,00', '-10,00'])
})
test('a refund between the two months is a correction in its own month', async () => {
  const { c, id } = await ahead()
  await move(c, id, 'confirmado')
  await at(TODAY)
  await put(c, `/api/v2/companies/${c.id}/orders/paid`, { ids: [id], paid: '1' })
  await at(AHEAD)
  assert.equal((await correct(c, id, { day: '2026-10-27' })).status, 200)
  await at('2026-12-10T15:00:00Z')
  const url = `/api/v2/companies/${c.id}/orders/${id}/payments`
  const back = await t.call('POST', url, { token: c.admin.token, body: { amount: '40,00', refund: '1' } })
  assert.equal(back.status, 200, JSON.stringify(back.body))
  assert.deepEqual(await month(c, '2026-12'), [0, '0,00', 0, '0,00', '0,00', '-4,00'])
  assert.deepEqual((await month(c, '2027-01')).slice(3), ['4,00', '10,00', '0,00'])
})
test('percentages that were frozen by the wrong day become those of the corrected one, unless paid', async () => {
  const { c, id } = await ahead()
  await rate(c, '50', '2027-01-01')
  await move(c, id, 'confirmado')
  assert.deepEqual((await month(c, '2027-01')).slice(3), ['50,00', '0,00', '0,00'])
  assert.equal((await correct(c, id, { day: '2026-11-27' })).status, 200)
  assert.deepEqual((await month(c, '2026-11')).slice(3), ['10,00', '0,00', '0,00'])
})
test('only an admin of the company corrects a day; days that there are not, or to come, change nothing', async () => {
  const { c, id } = await ahead()
  await at(TODAY)
  const b = await aCompany(t)
  const day = '2026-11-27'
  const refused: [Promise<{ status: number; body: unknown }>, number][] = [
    [correct(c, id, { day }, c.seller.token), 403],
    [correct(c, id, { day }, c.client.token), 403],
    [correct(b, id, { day }), 404],
    [correct(c, id, { day }, b.admin.token), 404],
    [correct(c, id, { day: '2026-11-29' }), 422],
    [correct(c, id, { day: '2026-02-30' }), 422],
    [correct(c, id, { day: '1999-12-31' }), 422],
    [correct(c, id, { day: '2026-11-27T12:00:00Z' }), 422],
    [correct(c, id, { day: '' }), 422],
    [correct(c, id, { day, reason: ' ' }), 422],
    [correct(c, id, { day, was: '2026-11-20' }), 409],
  ]
  for (const [call, status] of refused) {
    const r = await call
    assert.equal(r.status, status, JSON.stringify(r.body))
  }
  await move(c, id, 'cancelado')
  assert.equal((await correct(c, id, { day })).status, 409)
  assert.deepEqual([(await read(c, id)).received_at, await eventsOf(id)], ['2027-01-03T15:00:00.000Z', []])
})
test('of two corrections at once that saw the same day, one is written', async () => {
  const { c, id } = await ahead()
  await at(TODAY)
  const holder = await t.owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from orders where id = $1 for update', [id])
  const both = ['2026-11-26', '2026-11-27'].map((day) => correct(c, id, { day, was: '2027-01-03' }))
  await untilLocked(t.owner, 2)
  await holder.query('rollback')
  holder.release()
  const statuses = (await Promise.all(both)).map((r) => r.status)
  assert.deepEqual(
    statuses.toSorted((x, y) => x - y),
    [200, 409],
  )
  assert.equal((await eventsOf(id)).length, 1)
})

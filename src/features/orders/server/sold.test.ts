import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { ANSWERS } from '../quote.ts'
import { isSold } from '../sold.ts'
import { STATUSES } from '../status.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t, { pedido_pro: true })
})
after(() => t.close())

test('counts the same orders in SQL and in TypeScript', async () => {
  const all = STATUSES.flatMap((status) =>
    ANSWERS.flatMap((answer) => [null, '2026-11-26'].map((valid_until) => ({ status, answer, valid_until }))),
  )
  const { rows } = await t.owner.query<{ is: boolean }>(
    `select app.counts_as_order(o->>'status', (o->>'valid_until')::date, o->>'answer') as is
     from jsonb_array_elements($1::jsonb) with ordinality as x(o, n) order by n`,
    [JSON.stringify(all)],
  )
  assert.deepEqual(
    rows.map((r) => r.is),
    all.map(isSold),
  )
  assert.ok(rows.some((r) => r.is) && rows.some((r) => !r.is))
})
test('a quote under discussion counts nowhere, an accepted one everywhere', async () => {
  const { id: mug } = await aProduct(t, a, { price: '10,00' })
  const client_id = await aClient(t, a, { company_name: 'Bar do Zé' })
  const sent = await order(t, a, a.seller.token, aCart([{ product_id: mug, quantity: 3 }], { quote: 1, client_id }))
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const { id, receipt_path } = sent.body.data
  const token = receipt_path.split('/').pop()
  const lines = [{ line: 1, quantity: 2 }]
  const answer = (body: object) => t.call('PUT', `/api/v2/receipts/${token}/quote`, { body: { revision: 1, ...body } })
  assert.equal((await answer({ answer: 'ajuste', text: 'Menos um.', lines })).status, 200)
  const get = async (path: string) => (await t.call('GET', path, { token: a.admin.token })).body
  const counted = async () => {
    const [sold, client, habits, spots, paid] = [
      await get(`/api/v1/companies/${a.id}/orders?sold=1&client_id=${client_id}`),
      await get(`/api/v2/clients/${client_id}`),
      await get(`/api/v2/clients/${client_id}/habits`),
      await get('/api/v2/map/clients'),
      await t.call('PUT', `/api/v2/companies/${a.id}/orders/paid`, {
        token: a.admin.token,
        body: { ids: [id], paid: true },
      }),
    ]
    return {
      sold: sold.total,
      card: client.data.last_order_at !== null,
      usual: habits.data.usual.length,
      last: habits.data.last_orders.length,
      map: spots.data.find((s: { id: number }) => s.id === client_id).last_order_at !== null,
      paid: paid.body.data.changed.length,
    }
  }
  assert.deepEqual(await counted(), { sold: 0, card: false, usual: 0, last: 0, map: false, paid: 0 })
  const accept = { token: a.seller.token, body: { revision: 1 } }
  const accepted = await t.call('POST', `/api/v2/companies/${a.id}/orders/${id}/quote/accept`, accept)
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.deepEqual(await counted(), { sold: 1, card: true, usual: 1, last: 1, map: true, paid: 1 })
})

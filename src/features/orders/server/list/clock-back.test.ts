// The server's clock was a day ahead and is set back: new orders and notices come above those of the day ahead.
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
} from '../../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  mug = (await aProduct(t, a)).id
})
after(() => t.close())
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
async function place(): Promise<number> {
  const r = await order(t, a, a.client.token, aCart([{ product_id: mug, quantity: 1 }]))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data.number
}
const get = async (url: string) => {
  const r = await t.call('GET', url, { token: a.admin.token })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data as { number: number }[]
}
const list = async (query = '') => (await get(`/api/v1/companies/${a.id}/orders?${query}`)).map((o) => o.number)
/** The client's last orders, on the card of an order. */
const habits = async (): Promise<number[]> => {
  const r = await t.call('GET', `/api/v2/clients/${a.client.id}/habits`, { token: a.admin.token })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data.last_orders.map((o: { number: number }) => o.number)
}
const notices = async (query = '') => (await get(`/api/v2/notices?${query}`)).map((n) => n.number)

test('new orders and their notices come above, page by page, and numbers go on', async () => {
  await at('2026-11-28T12:00:00Z')
  const first = await place()
  await at('2026-11-29T12:00:00Z')
  const ahead = [await place(), await place()]
  await at('2026-11-28T13:00:00Z')
  const back = [await place(), await place()]
  const numbers = [first, ...ahead, ...back]
  assert.deepEqual(numbers, [1, 2, 3, 4, 5])
  const newest = numbers.toReversed()
  assert.deepEqual(await list(), newest)
  assert.deepEqual(
    [...(await list('limit=2')), ...(await list('limit=2&page=2')), ...(await list('limit=2&page=3'))],
    newest,
  )
  assert.deepEqual(await habits(), newest)
  assert.deepEqual(await notices(), newest)
  assert.deepEqual([...(await notices('limit=3')), ...(await notices('limit=3&page=2'))], newest)
  assert.deepEqual(await list('order=oldest'), [1, 4, 5, 2, 3], 'negative control: by moment they are in between')
})
test('what lies ahead in other orders changes no list without them', async () => {
  await at('2026-11-28T14:00:00Z')
  assert.deepEqual(await list('until=2026-11-28'), [5, 4, 1])
})
test('once the moments are past, the list goes by moments again', async () => {
  await at('2026-11-29T13:00:00Z')
  const last = await place()
  assert.deepEqual(await list(), [last, 3, 2, 5, 4, 1])
  assert.deepEqual(await habits(), [last, 3, 2, 5, 4])
})

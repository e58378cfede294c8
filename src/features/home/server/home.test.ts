import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { clientLinkToken } from '#server/session.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import type { DayEntry } from '../contract.ts'

let t: TestApp
let a: Company
let vase: number
let other: Person
let hers: Person
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-09-01T12:00:00Z')
  a = await aCompany(t)
  await t.owner.query("update users set company_name = 'Padaria Pires' where id = $1", [a.client.id])
  // Only what a test itself does has opened the catalogue.
  other = await aPerson(t, a.id, 2, { name: 'Bruno' })
  hers = await aPerson(t, a.id, 3, { seller_id: other.id, company_name: 'Hotel Serra Verde' })
  await t.owner.query('delete from openings')
  vase = (await aProduct(t, a, { name: 'Vaso', price: '100,00' })).id
})
/** Another moment, at which everybody is still signed in. */
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
const place = async (token: string, more: object = {}) =>
  (await order(t, a, token, aCart([{ product_id: vase, quantity: 1 }], { ...more }))).body.data.id as number
const dayList = async (token = a.seller.token, query = '') =>
  (await t.call('GET', `/api/v2/home/today${query}`, { token })).body.data as {
    entries: DayEntry[]
    total: number
    put_off: number
  }
const causes = async (token = a.seller.token) =>
  (await dayList(token)).entries.map((e) => [e.name, ...e.causes.map((c) => `${c.reason} ${c.days}`)].join(', '))
const putOff = (body: object, token = a.seller.token) => t.call('PUT', '/api/v2/home/put_off', { token, body })
/** Orders on these days, as their client. */
async function habit(client: Person, ...days: string[]): Promise<void> {
  for (const day of days) {
    await at(`${day}T15:00:00Z`)
    await place(client.token)
  }
}

test('a client who orders every ten days is on the list from the eleventh day on, and gone with the next order', async () => {
  await habit(a.client, '2026-09-01', '2026-09-11', '2026-09-21')
  await at('2026-10-01T12:00:00Z')
  assert.deepEqual(await causes(), [])
  await at('2026-10-02T12:00:00Z')
  assert.deepEqual(await causes(), ['Padaria Pires, atrasado 11'])
  const [entry] = (await dayList()).entries
  assert.equal(entry?.causes[0]?.interval_days, 10)
  assert.ok(entry?.link.includes(clientLinkToken(t.config.appKey, { id: a.client.id, link_version: 1 })))
  await place(a.client.token)
  assert.deepEqual(await causes(), [])
})
test('the company’s day decides: 23:30 in São Paulo is still that day', async () => {
  await habit(a.client, '2026-09-01', '2026-09-11')
  await at('2026-09-22T02:30:00Z')
  assert.deepEqual(await causes(), [])
  await at('2026-09-22T03:00:00Z')
  assert.deepEqual(await causes(), ['Padaria Pires, atrasado 11'])
})
test('what was cancelled is no order; neither are quotes, and a removed or blocked client is nobody to call', async () => {
  await habit(a.client, '2026-09-01', '2026-09-11', '2026-09-12')
  const { rows } = await t.owner.query('select max(id) as id from orders where company_id = $1', [a.id])
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${rows[0].id}`, {
    token: a.admin.token,
    body: { status: 'cancelado' },
  })
  await at('2026-09-22T12:00:00Z')
  assert.deepEqual(await causes(), ['Padaria Pires, atrasado 11'])
  await t.owner.query('update users set blocked = true where id = $1', [a.client.id])
  assert.deepEqual(await causes(), [])
  await t.owner.query('update users set blocked = false, active = false where id = $1', [a.client.id])
  assert.deepEqual(await causes(), [])
})
test('who opened the catalogue, by name or by the personal link, and did not order: one row a day and person; visitors leave none', async () => {
  const open = () => t.call('GET', '/api/v1/auth/me', { token: a.client.token })
  await open()
  await open()
  await t.call('GET', '/api/v1/auth/me', { token: await aVisitor(t, a) })
  await t.call('GET', '/api/v1/auth/me', { token: a.seller.token })
  const user_id = clientLinkToken(t.config.appKey, { id: hers.id, link_version: 1 })
  await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: a.path, user_id } })
  const rows = (await t.owner.query('select user_id, day::text from openings order by user_id')).rows
  assert.deepEqual(
    rows.map((r) => [Number(r.user_id), r.day]),
    [
      [a.client.id, '2026-09-01'],
      [hers.id, '2026-09-01'],
    ],
  )
  assert.deepEqual(
    [await causes(), await causes(other.token)],
    [['Padaria Pires, abriu 0'], ['Hotel Serra Verde, abriu 0']],
  )
  await at('2026-09-04T12:00:00Z')
  assert.deepEqual(await causes(), ['Padaria Pires, abriu 3'])
  await place(a.client.token)
  assert.deepEqual(await causes(), [])
})
test('quotes without an answer from the next day on, adjustments at once, each with its receipt', async () => {
  const quote = await place(a.seller.token, { client_id: a.client.id })
  await t.owner.query("update orders set status = 'orcamento' where id = $1", [quote])
  assert.deepEqual(await causes(), [])
  await at('2026-09-02T12:00:00Z')
  const typed = await place(a.seller.token, { name: 'Mercado Novo', phone: '12988887777' })
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${typed}`, {
    token: a.admin.token,
    body: { status: 'ajuste_solicitado' },
  })
  const seen = await causes()
  assert.equal(seen.length, 2)
  assert.match(seen[0] ?? '', /^Mercado Novo, ajuste 0/)
  assert.match(seen[1] ?? '', /^Padaria Pires, orcamento 1/)
  for (const e of (await dayList()).entries) assert.match(e.link, /\/pedido\/[\w-]{22,}$/)
})
test('put off is gone until tomorrow, for this seller, and can be brought back; twice is once', async () => {
  await habit(a.client, '2026-09-01', '2026-09-11')
  await at('2026-09-30T12:00:00Z')
  for (let n = 0; n < 2; n++) assert.equal((await putOff({ client_id: a.client.id, off: '1' })).status, 200)
  assert.deepEqual([(await dayList()).total, (await dayList()).put_off], [0, 1])
  assert.equal((await putOff({ client_id: a.client.id, off: '0' })).status, 200)
  assert.deepEqual([(await dayList()).total, (await dayList()).put_off], [1, 0])
  await Promise.all([1, 2, 3, 4].map(() => putOff({ client_id: a.client.id, off: '1' })))
  assert.equal((await dayList()).total, 0)
  await at('2026-10-01T03:00:00Z')
  assert.equal((await dayList()).total, 1)
})
test("another portfolio's seller sees nothing of it and can put nothing of it off; clients, visitors and admins have no such list", async () => {
  await habit(a.client, '2026-09-01', '2026-09-11')
  await at('2026-09-30T12:00:00Z')
  assert.equal(JSON.stringify(await dayList(other.token)).includes('Padaria'), false)
  assert.equal((await putOff({ client_id: a.client.id, off: '1' }, other.token)).status, 404)
  assert.equal((await putOff({ order_id: await place(a.seller.token), off: '1' }, other.token)).status, 404)
  const b = await aCompany(t)
  assert.equal((await putOff({ client_id: a.client.id, off: '1' }, b.seller.token)).status, 404)
  // Their own client has just signed in; nobody else is there.
  assert.deepEqual(
    (await dayList(b.seller.token)).entries.map((e) => e.client_id),
    [b.client.id],
  )
  for (const body of [{ off: '1' }, { client_id: a.client.id, order_id: 1, off: '1' }])
    assert.equal((await putOff(body)).status, 422)
  const calls = ['/api/v2/home/today', '/api/v2/home/seller', '/api/v2/home/company']
  for (const token of [a.client.token, await aVisitor(t, a)])
    for (const url of calls) assert.equal((await t.call('GET', url, { token })).status, 403)
  assert.equal((await t.call('GET', calls[0] as string, { token: a.admin.token })).status, 403)
  assert.equal((await t.call('GET', calls[1] as string, { token: a.admin.token })).status, 403)
  assert.equal((await t.call('GET', calls[2] as string, { token: a.seller.token })).status, 403)
  assert.equal((await putOff({ client_id: a.client.id, off: '1' }, a.admin.token)).status, 403)
})
test("the seller's day and month are their own; who sees no prices reads counts without money", async () => {
  await place(a.client.token)
  await place(hers.token)
  const read = async () => (await t.call('GET', '/api/v2/home/seller', { token: a.seller.token })).body.data
  assert.deepEqual((await read()).today, { orders: 1, total: '100,00' })
  assert.equal((await read()).month.total, '100,00')
  await t.owner.query('update users set hide_price = true where id = $1', [a.seller.id])
  assert.deepEqual((await read()).today, { orders: 1 })
  assert.doesNotMatch(JSON.stringify(await read()), /100,00|total|target/)
})
test('the admin: the month so far against the same days of the one before, what waits, runs out, ends, and is silent', async () => {
  await habit(a.client, '2026-08-10', '2026-08-25', '2026-09-03')
  await habit(hers, '2026-06-30', '2026-07-01')
  await at('2026-09-10T15:00:00Z')
  const id = await place(a.client.token)
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, {
    token: a.admin.token,
    body: { status: 'ajuste_solicitado' },
  })
  await aProduct(t, a, { name: 'Sem estoque', stock: 0 })
  await aProduct(t, a, { stock: 0, active: '0', price_promo: '5,00', promo_until: '2026-09-12' })
  await aProduct(t, a, { price_promo: '5,00', promo_until: '2026-09-17' })
  await aProduct(t, a, { price_promo: '5,00', promo_until: '2026-09-18' })
  const read = async (token = a.admin.token) => (await t.call('GET', '/api/v2/home/company', { token })).body.data
  const home = await read()
  assert.deepEqual(
    [home.today, home.month, home.before],
    [
      { orders: 1, total: '100,00' },
      { orders: 2, total: '200,00' },
      { orders: 1, total: '100,00' },
    ],
  )
  const sum = (days: { orders: number }[]) => days.reduce((n, d) => n + d.orders, 0)
  assert.deepEqual([home.days.length, sum(home.days), home.days[9]], [10, 2, { orders: 1, total: '100,00' }])
  assert.deepEqual([home.days_before.length, home.days_before[24].orders], [31, 1])
  assert.deepEqual(home.waiting, {
    novo: 5,
    aguardando_aprovacao: 0,
    ajuste_solicitado: 1,
    assinatura: 0,
    enderecos: 0,
    links: 0,
  })
  assert.deepEqual([home.out_of_stock, home.promotions, home.silent], [1, { ending: 1, first: '2026-09-17' }, 1])
  const products = async (only: string) =>
    (await t.call('GET', `/api/v1/products?only=${only}`, { token: a.admin.token })).body.total
  const counts = (await t.call('GET', '/api/v2/products/counts', { token: a.admin.token })).body.data
  assert.deepEqual([await products('out'), await products('ending'), counts.out, counts.ending], [1, 1, 1, 1])
  const orders = async (query: string) =>
    (await t.call('GET', `/api/v1/companies/${a.id}/orders?${query}`, { token: a.admin.token })).body.total
  assert.deepEqual([await orders('sold=1&from=2026-09-10'), await orders('sold=1&from=2026-09-01')], [1, 2])
  const listed = await t.call('GET', '/api/v2/clients?order=silent', { token: a.admin.token })
  assert.deepEqual([listed.body.total, listed.body.data[0].company_name], [1, 'Hotel Serra Verde'])
  assert.deepEqual(
    home.sellers.map((s: Person) => s.id),
    [a.seller.id, other.id],
  )
  const b = await aCompany(t)
  const empty = await read(b.admin.token)
  assert.deepEqual([empty.month.orders, empty.silent, empty.waiting.novo, empty.out_of_stock], [0, 0, 0, 0])
})
test('the last of March against all of February', async () => {
  await habit(a.client, '2026-02-28', '2026-03-31')
  const { before } = (await t.call('GET', '/api/v2/home/company', { token: a.admin.token })).body.data
  assert.equal(before.orders, 1)
})
test('openings go with the person: removed or erased, nobody was here', async () => {
  const days = async () =>
    (
      await t.owner.query('select user_id, day::text from openings where company_id = $1 order by day', [a.id])
    ).rows.map((r) => r.day)
  const open = () => t.call('GET', '/api/v1/auth/me', { token: a.client.token })
  await at('2026-11-30T12:00:01Z')
  await open()
  assert.equal((await days()).at(-1), '2026-11-30')
  await habit(a.client, '2026-12-01', '2026-12-02')
  await at('2026-12-20T12:00:00Z')
  await putOff({ client_id: a.client.id, off: '1' })
  const erased = await t.call('POST', `/api/v2/users/${a.client.id}/anonymise`, { token: a.admin.token })
  assert.equal(erased.status, 200)
  const left = await t.owner.query('select 1 from put_offs where company_id = $1', [a.id])
  assert.deepEqual([await days(), left.rowCount], [[], 0])
})

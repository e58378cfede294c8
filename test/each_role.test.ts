// What several may do and hardly anybody tries as each of them: signing out everywhere, one's own devices, a colleague's
// visits and dates, the operator's tables. Who may gets it, and it is so afterwards (test/answered.test.ts counts them all).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
  until,
} from './kit.ts'
import { type PushSimulator, pushSimulator } from './push_simulator.ts'

let t: TestApp
let a: Company
let service: PushSimulator
before(async () => {
  service = await pushSimulator()
  t = await startTestApp({ config: { pushHosts: [service.origin] } })
  a = await aCompany(t)
  await t.jobs()
})
after(async () => {
  service.close()
  await t.close()
})
const ask = async (token: string, method: string, url: string, body?: object) => {
  const r = await t.call(method, url, { token, ...(body && { body }) })
  assert.ok(r.status < 300, `${method} ${url}: ${r.status} ${JSON.stringify(r.body)}`)
  return r.body.data
}
const refused = async (token: string) => (await t.call('GET', '/api/v1/auth/me', { token })).status

for (const [role, level] of [
  ['a client', 3],
  ['a seller', 2],
  ['an admin', 1],
  ['an operator', 0],
] as const)
  test(`${role} signs out here, then everywhere, and is out`, async () => {
    const company = level === 0 ? null : a.id
    const one = await aPerson(t, company, level, level === 3 ? { seller_id: a.seller.id } : {})
    const again = async () =>
      (await t.call('POST', '/api/v1/auth/login', { body: { email: one.email, password: 'segredo-de-teste' } })).body
        .token as string
    const [here, phone, tablet] = [await again(), await again(), await again()]
    await ask(here, 'POST', '/api/v1/auth/logout')
    assert.deepEqual([await refused(here), await refused(phone)], [401, 200])
    if (level !== 0) {
      const open = (await ask(tablet, 'GET', `/api/v2/users/${one.id}/sessions`)) as unknown[]
      assert.equal(open.length, 3, 'the first of the person, the phone and the tablet')
      await ask(tablet, 'DELETE', `/api/v2/users/${one.id}/sessions`)
      assert.deepEqual([await refused(phone), await refused(one.token)], [401, 401])
    }
    const last = await again()
    await ask(last, 'POST', '/api/v1/auth/logoutAll')
    assert.equal(await refused(last), 401)
  })
for (const role of ['client', 'seller', 'admin'] as const)
  test(`the ${role} keeps a device for notices, names who orders on it, tries it and lets it go; the answer about measurement is kept`, async () => {
    const { token } = a[role]
    const settings = async () => (await t.call('GET', '/api/v2/notices/settings', { token })).body.data
    const browser = service.browser((await settings()).key)
    const { endpoint, p256dh, auth } = browser
    await ask(token, 'PUT', '/api/v2/notices/devices', { endpoint, p256dh, auth, language: 'pt' })
    const [{ id }] = (await settings()).devices
    await ask(token, 'PUT', `/api/v2/notices/devices/${id}`, { names: '1' })
    assert.equal((await settings()).devices[0].names, true)
    await ask(token, 'POST', `/api/v2/notices/devices/${id}/test`)
    await until(async () => browser.received.length === 1)
    await ask(token, 'DELETE', `/api/v2/notices/devices/${id}`)
    assert.deepEqual((await settings()).devices, [])
    await ask(token, 'POST', '/api/v2/consents', { visitor: `visitante-${role}`, granted: '0' })
    const kept = await t.owner.query('select granted from consents where visitor = $1', [`visitante-${role}`])
    assert.deepEqual(kept.rows, [{ granted: false }])
  })
test('the admin checks in at a seller’s visit, takes a date out of the agenda and answers a quote as its seller would; a seller finds a product by its code', async () => {
  const { admin, seller, client } = a
  const visit = newCart()
  await ask(seller.token, 'POST', '/api/v2/visits', { key: visit, client_id: client.id, day: '2026-12-01' })
  await ask(admin.token, 'POST', `/api/v2/visits/${visit}/checkin`, { key: newCart(), at: '2026-11-21T12:00:00Z' })
  assert.ok((await ask(seller.token, 'GET', `/api/v2/visits/${visit}`)).checked_in_at)

  const key = newCart()
  const day = '2026-11-24'
  const event = { title: 'Feira', notes: '', all_day: '0', starts: `${day}T09:00`, ends: `${day}T10:00`, rule: '' }
  await ask(admin.token, 'POST', '/api/v2/calendar/events', { key, ...event })
  await ask(admin.token, 'DELETE', `/api/v2/calendar/events/${key}?scope=all&day=${day}`)
  const agenda = await ask(admin.token, 'GET', `/api/v2/calendar?from=${day}&until=2026-11-25`)
  assert.ok(!JSON.stringify(agenda).includes('Feira'))

  const { id } = await aProduct(t, a, { code: 'JR-1', price: '10,00' })
  assert.equal((await ask(seller.token, 'GET', '/api/v2/products/by_code/JR-1')).id, id)
  assert.deepEqual(await ask(seller.token, 'GET', '/api/v2/entities/search'), [])
  const named = await ask(admin.token, 'POST', '/api/v2/products/named', { texts: '["JR-1"]' })
  assert.deepEqual(
    named.map((p: { id: number }) => p.id),
    [id],
  )
  assert.ok((await ask(seller.token, 'POST', `/api/v2/companies/${a.id}/offer`)).started_at)
  const quote = (await order(t, a, seller.token, aCart([{ product_id: id, quantity: 1 }], { quote: '1' }))).body.data
  const open = `/api/v2/companies/${a.id}/orders/${quote.id}/quote`
  await ask(admin.token, 'PUT', open, { revision: 1, text: 'Vale até sexta' })
  const { revision } = await ask(admin.token, 'GET', open)
  const answer = { answer: 'ajuste', revision, lines: [{ line: 1, quantity: 3 }] }
  const told = await t.call('PUT', `/api/v2${quote.receipt_path.replace('/pedido', '/receipts')}/quote`, {
    body: answer,
  })
  assert.equal(told.status, 200)
  await ask(admin.token, 'POST', `/api/v2/companies/${a.id}/orders/${quote.id}/quote/accept`, { revision })
  const accepted = await ask(seller.token, 'GET', `/api/v1/companies/${a.id}/orders/${quote.id}`)
  assert.equal(accepted.total, '30,00')
})
test('the operator makes and changes a plan, a coupon and a reseller, and reads a company’s subscription', async () => {
  const { token } = await aPerson(t, null, 0)
  const most = { products: '100', sellers: '2', price_tables: '1', admins: '1', clients: '100' }
  const plan = { name: 'Feira', ...most, monthly: '50,00', extra_products: '1,00', extra_seller: '5,00' }
  const { id } = await ask(token, 'POST', '/api/v2/plans', plan)
  assert.equal((await ask(token, 'PUT', `/api/v2/plans/${id}`, { ...plan, name: 'Mercado' })).name, 'Mercado')
  const coupon = await ask(token, 'POST', '/api/v2/coupons', { code: 'FEIRA', percent: '10' })
  assert.equal(
    (await ask(token, 'PUT', `/api/v2/coupons/${coupon.id}`, { code: 'FEIRA', percent: '20' })).percent,
    '20,00',
  )
  const link = { redirect_link: 'https://rep.test/assine' }
  const reseller = await ask(token, 'POST', '/api/v2/resellers', { name: 'Rep Sul', ...link })
  await ask(token, 'PUT', `/api/v2/resellers/${reseller.id}`, { name: 'Rep Norte', ...link })
  const names = (await ask(token, 'GET', '/api/v2/resellers')).map((r: { name: string }) => r.name)
  assert.deepEqual(names, ['Rep Norte'])
  assert.deepEqual((await ask(token, 'GET', `/api/v2/subscription/?company_id=${a.id}`)).invoices, [])
})

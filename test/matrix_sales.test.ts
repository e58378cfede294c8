// Home, commissions, calendar, visits and notices, each call as each role.
import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
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
  until,
} from './kit.ts'
import { OPTIONS } from './brochure_kit.ts'
import { type Asked, eachRole } from './roles.ts'

let t: TestApp
let a: Company
let b: Company
let operator: string
let visitor: string
let product: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
  operator = (await aPerson(t, null, 0)).token
  visitor = await aVisitor(t, a)
  product = (await aProduct(t, a)).id
})
after(() => t.close())

test('home, map and commissions: each call as each role; a colleague and another company read nothing of it', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const client_id = await aClient(t, a, { company_name: 'Cliente ALFA' })
  await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 1 }], { client_id }))
  const seller_id = a.seller.id
  const seller = [401, 403, 403, 403, 200, 403, 200, 403]
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const admin = [401, 403, 403, 403, 403, 404, 403, 200]
  const rows: Asked[] = [
    ['GET', '/api/v2/home/today', undefined, seller],
    ['GET', '/api/v2/home/seller', undefined, seller],
    ['GET', '/api/v2/home/company', undefined, [401, 403, 403, 403, 403, 200, 403, 200]],
    ['GET', '/api/v2/map/clients', undefined, staff],
    ['PUT', '/api/v2/home/put_off', { client_id, off: '1' }, [401, 403, 403, 403, 404, 403, 200, 403]],
    ['GET', '/api/v2/commissions', undefined, staff],
    ['GET', `/api/v2/commissions/orders?seller_id=${seller_id}`, undefined, staff],
    ['GET', '/api/v2/commissions/rates', undefined, staff],
    ['PUT', '/api/v2/commissions/rates', { seller_id, percent: '5' }, admin],
    ['PUT', '/api/v2/commissions/targets', { seller_id, month: '2026-11', target: '100,00' }, admin],
  ]
  const rates = 'select r::text from commission_rates r where company_id = $1'
  const others = `select p::text as x from put_offs p where company_id = $1 union all ${rates}`
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    `select string_agg(x, '' order by x) as s from (${others}) y`,
  )
})
test('calendar: each call as each role; a colleague and another company find nothing, and clients, visitors and operators are refused', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const body = (title: string) => ({
    key: newCart(),
    title,
    notes: '',
    all_day: '0',
    starts: '2026-11-24T09:00',
    ends: '2026-11-24T10:00',
    rule: '',
  })
  const own = body('Cliente ALFA')
  await t.call('POST', '/api/v2/calendar/events', { token: a.seller.token, body: own })
  const event = `/api/v2/calendar/events/${own.key}`
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const found = [401, 403, 403, 403, 404, 404, 200, 200]
  const rows: Asked[] = [
    ['GET', '/api/v2/calendar?from=2026-11-22&until=2026-11-29', undefined, staff],
    ['POST', event, { key: newCart(), scope: 'all', day: '2026-11-24', notes: 'a' }, found.with(7, 422)],
    ['GET', '/api/v2/calendar/link', undefined, staff],
    ['POST', '/api/v2/calendar/link', {}, staff],
    ['DELETE', '/api/v2/calendar/link', undefined, staff],
    ['DELETE', `${event}?scope=all&day=2026-11-24`, undefined, [401, 403, 403, 403, 404, 404, 200, 404]],
    ['POST', '/api/v2/calendar/events', body('Reunião'), [401, 403, 403, 403, 200, 200, 422, 422]],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    "select string_agg(e::text, '' order by e.id) as s from events e where company_id = $1",
  )
})
test('notices: each call as each role; a colleague’s and another company’s settings and devices are their own', async () => {
  const colleague = await aPerson(t, a.id, 2)
  await aClient(t, a, { name: 'Cliente ALFA', seller_id: a.seller.id })
  await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }], { name: 'Cliente ALFA' }))
  const [first] = (await t.call('GET', '/api/v2/notices', { token: a.seller.token })).body.data
  const keys = createECDH('prime256v1')
  const device = {
    endpoint: 'https://push.teste.example/abc',
    p256dh: keys.generateKeys('base64url'),
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    language: 'pt',
  }
  const kept = await t.call('PUT', '/api/v2/notices/devices', { token: a.seller.token, body: device })
  const { id } = kept.body.data.devices[0]
  const named = [401, 200, 403, 403, 200, 200, 200, 200]
  const seller = [401, 404, 403, 403, 404, 404, 200, 404]
  const rows: Asked[] = [
    ['GET', '/api/v2/notices', undefined, named],
    ['PUT', '/api/v2/notices/read', { ids: [first.id], read: '1' }, named],
    ['GET', '/api/v2/notices/settings', undefined, named],
    ['PUT', '/api/v2/notices/settings', { off: [] }, named],
    ['PUT', `/api/v2/notices/devices/${id}`, { names: '1' }, seller],
    ['POST', `/api/v2/notices/devices/${id}/test`, {}, seller],
    ['DELETE', `/api/v2/notices/devices/${id}`, undefined, seller],
    ['PUT', '/api/v2/notices/devices', device, named],
  ]
  const stands = `select string_agg(x, '' order by x) as s from (
    select d::text as x from push_devices d where company_id = $1 union all
    select n::text from person_notices n where company_id = $1 union all
    select s::text from notice_settings s where company_id = $1) y`
  await eachRole({ t, a, b, visitor, operator }, rows, colleague, stands)
})
test('visits: each call as each role; a colleague and another company find nothing, and clients, visitors and operators are refused', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const client_id = await aClient(t, a, { company_name: 'Cliente ALFA' })
  const planned = { key: newCart(), client_id, day: '2026-12-01' }
  await t.call('POST', '/api/v2/visits', { token: a.seller.token, body: planned })
  const visit = `/api/v2/visits/${planned.key}`
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const found = [401, 403, 403, 403, 404, 404, 200, 200]
  // Whoever sends the same thing under the same name as somebody else is refused.
  const once = found.with(7, 422)
  const rows: Asked[] = [
    ['GET', '/api/v2/visits?from=2026-11-30&until=2026-12-30', undefined, staff],
    ['GET', visit, undefined, found],
    ['POST', '/api/v2/visits', { key: newCart(), client_id, day: '2026-12-02' }, once],
    ['POST', visit, { key: newCart(), day: '2026-12-03' }, once],
    ['POST', `${visit}/checkin`, { key: newCart(), at: '2026-12-03T10:00:00.000Z' }, once],
    ['POST', `${visit}/report`, { key: newCart(), result: 'pedido' }, once],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    "select string_agg(v::text, '' order by v.id) as s from visits v where company_id = $1",
  )
})
test('conversations and templates: each call as each role; a client and a link read the own alone', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const made = await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))
  const { id, receipt_path } = made.body.data
  const templates = `/api/v2/companies/${a.id}/message_templates`
  const template = await t.call('POST', templates, {
    token: a.admin.token,
    body: { name: 'Oi', text: 'Oi, {cliente}' },
  })
  const list = `/api/v2/companies/${a.id}/conversations`
  const key = 'uma-chave-para-todos'
  const own = [401, 200, 403, 403, 404, 404, 200, 200]
  // Under one key the first writes, and the others are told that it is taken.
  const writing = [401, 200, 403, 403, 404, 404, 422, 422]
  const staff = [401, 403, 403, 403, 200, 404, 200, 200]
  const anyone = [200, 200, 200, 200, 200, 200, 200, 200]
  const link = `/api/v2/receipts/${receipt_path.split('/').pop()}/messages`
  const words = { name: 'Oi', text: 'Oi' }
  const rows: Asked[] = [
    ['GET', list, undefined, [401, 200, 403, 403, 200, 404, 200, 200]],
    ['GET', `${list}/pedido/${id}`, undefined, own],
    ['POST', `${list}/pedido/${id}`, { key, text: 'Olá' }, writing],
    ['POST', `${list}/pedido/${id}/read`, { until: 1 }, own],
    ['GET', `${list}/cliente/${a.client.id}`, undefined, own],
    ['GET', link, undefined, anyone],
    ['POST', link, { key: 'uma-chave-do-link-aqui', text: 'Oi' }, anyone],
    ['POST', `${link}/read`, { until: 1 }, anyone],
    ['GET', templates, undefined, staff],
    ['POST', templates, words, [401, 403, 403, 403, 200, 404, 200, 200]],
    ['PUT', `${templates}/${template.body.data.id}`, words, [401, 403, 403, 403, 404, 404, 404, 200]],
    ['DELETE', `${templates}/${template.body.data.id}`, undefined, [401, 403, 403, 403, 404, 404, 404, 200]],
  ]
  const said = 'select m::text as x from messages m where company_id = $1'
  const others = `${said} union all select p::text from message_templates p where company_id = $1`
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    `select string_agg(x, '' order by x) as s from (${others}) y`,
  )
})
test('figures: each call as each role; a colleague and another company read nothing of it', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const client_id = await aClient(t, a, { company_name: 'Cliente ALFA' })
  await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 1 }], { client_id }))
  const period = 'from=2026-11-01&until=2026-11-30'
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const admin = [401, 403, 403, 403, 403, 200, 403, 200]
  const rows: Asked[] = [
    ['GET', '/api/v2/figures/glance', undefined, staff],
    ['GET', `/api/v2/figures/curve?${period}`, undefined, staff],
    ['GET', `/api/v2/figures/ranking?by=client&${period}`, undefined, staff],
    ['GET', `/api/v2/figures/together?${period}`, undefined, staff],
    ['GET', `/api/v2/figures/csv?by=client&${period}`, undefined, staff],
    ['GET', '/api/v2/figures/showcase', undefined, admin],
    ['PUT', '/api/v2/figures/showcase', { sites: 'www.loja.com.br', most: 4 }, admin],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    "select string_agg(s::text, '') as s from showcases s where company_id = $1",
  )
})
test('orders on paper: each call as each role; whoever holds the link reads that one', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const client_id = await aClient(t, a, { company_name: 'Cliente ALFA' })
  const { body } = await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 1 }], { client_id }))
  const { id, receipt_path } = body.data
  await eachRole(
    { t, a, b, visitor, operator },
    [['GET', `/api/v2/companies/${a.id}/orders/${id}/pdf`, undefined, [401, 404, 403, 403, 404, 404, 200, 200]]],
    colleague,
    "select string_agg(o::text, '' order by id) as s from orders o where company_id = $1",
  )
  for (const token of [undefined, a.client.token, visitor, operator, colleague.token, b.admin.token, a.seller.token]) {
    const r = await t.call('GET', `/api/v2/receipts/${receipt_path.split('/').at(-1)}/pdf`, { ...(token && { token }) })
    assert.equal(r.status, 200, r.body.message)
  }
})
test('sales material: each call as each role; who sells draws it, and nobody else', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const rows: Asked[] = [
    ['POST', '/api/v2/material/plan', { kind: 'poster' }, staff],
    ['POST', '/api/v2/material', { kind: 'poster', format: 'png', width: 200 }, staff],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    "select string_agg(c::text, '' order by id) as s from companies c where id = $1",
  )
})
test('PDF catalogues: each call as each role; a colleague and another company find nothing of it, and what is behind a link is everybody’s', async () => {
  await t.jobs()
  const colleague = await aPerson(t, a.id, 2)
  const made = await t.call('POST', '/api/v2/catalogs', { token: a.seller.token, body: OPTIONS })
  const { id } = made.body.data as { id: number }
  const found = await t.owner.query<{ token: string }>('select token from catalogs where id = $1', [id])
  const token = found.rows[0]?.token
  await until(
    async () => (await t.owner.query("select 1 from catalogs where id = $1 and status = 'pronto'", [id])).rowCount,
  )
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const own = [401, 403, 403, 403, 404, 404, 200, 200]
  const all = [200, 200, 200, 200, 200, 200, 200, 200]
  const { title: _, ...shape } = OPTIONS
  const rows: Asked[] = [
    ['GET', '/api/v2/catalogs', undefined, staff],
    ['POST', '/api/v2/catalogs/photos', shape, staff],
    ['GET', `/api/v2/catalogs/${id}/file`, undefined, own],
    ['GET', `/api/v2/catalogs/${token}`, undefined, all],
    ['GET', `/api/v2/catalogs/${token}/pdf`, undefined, all],
    ['POST', `/api/v2/catalogs/${token}/renew`, undefined, all],
    ['DELETE', `/api/v2/catalogs/${id}`, undefined, [401, 403, 403, 403, 404, 404, 200, 404]],
  ]
  const stands = 'select string_agg(id || status, $$$$ order by id) as s from catalogs where company_id = $1'
  await eachRole({ t, a, b, visitor, operator }, rows, colleague, stands)
})

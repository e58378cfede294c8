// What links the company's own programs, each call as each role.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, aVisitor, type Company, startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { type Asked, eachRole } from './roles.ts'

let t: TestApp
let a: Company
let b: Company
let operator: string
let visitor: string
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
  operator = (await aPerson(t, null, 0)).token
  visitor = await aVisitor(t, a)
})
after(() => t.close())
const admins = [401, 403, 403, 403, 403, 200, 403, 200]
const admin = [401, 403, 403, 403, 403, 404, 403, 200]

test('messages to other systems: each call as each role; only the own admin finds them, and what is denied changes nothing', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const body = { name: 'Cliente ALFA', url: 'https://exemplo.com/x', events: ['order.created'] }
  const made = await t.call('POST', '/api/v2/webhooks', { token: a.admin.token, body })
  const { id } = made.body.data.webhook
  const url = `/api/v2/webhooks/${id}`
  await t.call('POST', `${url}/test`, { token: a.admin.token })
  const [delivery] = (await t.call('GET', `${url}/deliveries`, { token: a.admin.token })).body.data
  assert.ok(delivery)
  const rows: Asked[] = [
    ['GET', '/api/v2/webhooks', undefined, admins],
    ['POST', '/api/v2/webhooks', { ...body, name: 'Outro' }, admins],
    ['PUT', url, { name: 'Cliente ALFA 2' }, admin],
    ['POST', `${url}/secret`, {}, admin],
    ['POST', `${url}/test`, {}, admin],
    ['GET', `${url}/deliveries`, undefined, admin],
    ['POST', `${url}/deliveries/${delivery.id}/again`, {}, admin],
    ['POST', `${url}/again`, {}, admin],
    ['DELETE', url, undefined, admin],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    `select string_agg(x, '' order by x) as s from (select w::text as x from webhooks w where company_id = $1
      union all select d::text from webhook_deliveries d where company_id = $1) y`,
  )
})
test('keys: each call as each role; only the own admin finds them, and what is denied changes nothing', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const body = { name: 'Cliente ALFA', scopes: ['orders:read'] }
  const { id } = (await t.call('POST', '/api/v2/keys', { token: a.admin.token, body })).body.data.key
  const rows: Asked[] = [
    ['GET', '/api/v2/keys', undefined, admins],
    ['POST', '/api/v2/keys', { ...body, name: 'Outra' }, admins],
    ['DELETE', `/api/v2/keys/${id}`, undefined, admin],
  ]
  const stands = "select string_agg(k::text, '' order by id) as s from api_keys k where company_id = $1"
  await eachRole({ t, a, b, visitor, operator }, rows, colleague, stands)
})
test('catalogues by address: each call as each role; only the own admin finds them, and what is denied changes nothing', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const body = { name: 'Cliente ALFA', url: 'https://exemplo.com/x.csv', every_hours: 24 }
  const { id } = (await t.call('POST', '/api/v2/feeds', { token: a.admin.token, body })).body.data
  const url = `/api/v2/feeds/${id}`
  const rows: Asked[] = [
    ['GET', '/api/v2/feeds', undefined, admins],
    ['POST', '/api/v2/feeds', { ...body, name: 'Outro' }, admins],
    // Nothing is fetched for who may not: an address of numbers is refused before.
    ['POST', '/api/v2/feeds/preview', { url: 'https://10.0.0.1/' }, [401, 403, 403, 403, 403, 422, 403, 422]],
    ['PUT', url, { name: 'Cliente ALFA 2' }, admin],
    ['POST', `${url}/run`, {}, admin],
    ['GET', `${url}/runs`, undefined, admin],
    ['DELETE', url, undefined, admin],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    `select string_agg(x, '' order by x) as s from (select f::text as x from feeds f where company_id = $1
      union all select r::text from feed_runs r where company_id = $1) y`,
  )
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'
import { platformDay } from './index.ts'

let t: TestApp
let a: Company
let operator: { token: string; id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { name: 'Casa Aroeira' })
  operator = await aPerson(t, null, 0)
})
after(() => t.close())
const op = (method: string, url: string, body?: unknown) =>
  t.call(method, url, { token: operator.token, ...(body !== undefined && { body }) })
const COMPANY = {
  orders_email: 'pedidos@nova.test',
  valid_until: '2027-05-31',
  max_users_admin: '1',
  max_users_seller: '2',
  max_users_client: '50',
}

test('the operator creates a company with exactly the fields of the specification; its catalogue opens at once', async () => {
  const r = await op('POST', '/api/v1/companies', { name: 'Empório Girassol', ...COMPANY })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const c = r.body.data
  assert.deepEqual(
    [c.path, c.valid_until, c.max_users_seller, c.trial, c.orders_email],
    ['emporio-girassol', '2027-05-31', 2, '0', 'pedidos@nova.test'],
  )
  assert.equal(
    (await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: 'emporio-girassol' } })).status,
    200,
  )
  assert.equal(
    (await op('POST', '/api/v1/companies', { name: 'Empório Girassol', ...COMPANY })).body.data.path,
    'emporio-girassol-2',
  )
  const found = await op('GET', '/api/v2/companies/search/girassol')
  assert.deepEqual(
    [found.body.data.length, (await op('GET', '/api/v1/companies?limit=1&page=1')).body.data.length],
    [2, 1],
  )
  assert.ok((await op('GET', '/api/v1/companies')).body.total >= 3)
})
test('a taken or reserved path, a date that has passed or does not exist, an unknown plan: refused by name, nothing made', async () => {
  const count = async () => (await t.owner.query('select count(*)::int as n from companies')).rows[0].n
  const before = await count()
  for (const [field, value] of Object.entries({
    path: 'www',
    valid_until: '2026-11-20',
    plan_id: 99,
    max_users_admin: 0,
    orders_email: 'x',
  })) {
    const r = await op('POST', '/api/v1/companies', { name: 'Outra', ...COMPANY, [field]: value })
    assert.equal(r.status, 422, field)
    assert.ok(r.body.errors[field]?.[0], `${field}: ${JSON.stringify(r.body)}`)
  }
  assert.match(
    (await op('POST', '/api/v1/companies', { name: 'Outra', ...COMPANY, path: a.path })).body.errors.path[0],
    /outra empresa/,
  )
  assert.match(
    (await op('POST', '/api/v1/companies', { name: 'Outra', ...COMPANY, valid_until: '2027-02-29' })).body.errors
      .valid_until[0],
    /não existe/,
  )
  assert.equal(await count(), before)
})
test('the first admin gets a link to choose a password', async () => {
  await t.jobs()
  const r = await op('POST', '/api/v1/companies', {
    name: 'Com Admin',
    ...COMPANY,
    admin_name: 'Rosa',
    admin_email: 'rosa@comadmin.test',
  })
  const mail = await until(async () =>
    (await op('GET', `/api/v2/mails?company_id=${r.body.data.id}`)).body.data.find(
      (m: { status: string }) => m.status === 'enviada',
    ),
  )
  assert.deepEqual([mail.template, mail.recipient], ['password', 'rosa@comadmin.test'])
  const { rows } = await t.owner.query(
    "select params ? 'secret' as secret from mails where recipient = 'rosa@comadmin.test'",
  )
  assert.equal(rows[0].secret, false)
})
test('limits, validity, plan, reseller and a block are the operator’s; two operators do not write over each other', async () => {
  const one = await op('PUT', `/api/v1/companies/${a.id}`, { valid_until: '2028-01-31', max_users_seller: 7 })
  assert.deepEqual([one.body.data.valid_until, one.body.data.max_users_seller], ['2028-01-31', 7])
  const version = one.body.data.version
  assert.equal((await op('PUT', `/api/v1/companies/${a.id}`, { max_users_seller: 8, version })).status, 200)
  const late = await op('PUT', `/api/v1/companies/${a.id}`, { max_users_seller: 9, version })
  assert.deepEqual([late.status, late.body.code, late.body.current.max_users_seller], [409, 'changed_elsewhere', 8])
  const plan = await op('PUT', `/api/v1/companies/${a.id}`, { plan_id: 2 })
  assert.deepEqual(
    [plan.body.data.plan_name, plan.body.data.max_products, plan.body.data.max_users_seller],
    ['Diamante', 1500, 5],
  )
  await op('PUT', `/api/v1/companies/${a.id}`, { is_blocked: '1', blocked_reason: 'pagamento contestado' })
  assert.equal(
    (await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: a.path } })).body.code,
    'catalogue_closed',
  )
  assert.equal((await op('PUT', `/api/v1/companies/${a.id}`, { is_blocked: '0' })).body.data.blocked_reason, '')
})
test('a reseller’s link replaces every subscribe action of its companies, until it goes', async () => {
  assert.match(
    (await op('POST', '/api/v2/resellers', { name: 'Rep Norte', redirect_link: 'javascript:alert(1)' })).body.errors
      .redirect_link[0],
    /https/,
  )
  const rep = (await op('POST', '/api/v2/resellers', { name: 'Rep Norte', redirect_link: 'https://rep.test/assine' }))
    .body.data
  await op('PUT', `/api/v1/companies/${a.id}`, { reseller_id: rep.id })
  const read = async () =>
    (await t.call('GET', `/api/v1/companies/${a.id}`, { token: a.admin.token })).body.data.reseller
  assert.deepEqual(await read(), { name: 'Rep Norte', redirect_link: 'https://rep.test/assine' })
  assert.deepEqual(
    (await op('GET', '/api/v2/resellers')).body.data.find((r: { id: number }) => r.id === rep.id).companies,
    [{ id: a.id, name: 'Casa Aroeira', state: 'ativa' }],
  )
  assert.equal(
    (await op('POST', '/api/v2/resellers', { name: 'Rep Norte', redirect_link: 'https://x.test' })).status,
    422,
  )
  const byName = await op('PUT', `/api/v1/companies/${a.id}`, {
    reseller: { name: 'Rep Sul', redirect_link: 'https://sul.test' },
  })
  assert.deepEqual(byName.body.data.reseller, { name: 'Rep Sul', redirect_link: 'https://sul.test' })
  await op('PUT', `/api/v1/companies/${a.id}`, { reseller_id: rep.id })
  assert.equal((await op('DELETE', `/api/v2/resellers/${rep.id}`)).status, 200)
  assert.equal(await read(), null)
})
test('ver como: a reason, half an hour, both logs, and what is done inside carries the operator’s name', async () => {
  assert.equal((await op('POST', `/api/v2/companies/${a.id}/visit`, { reason: '' })).status, 422)
  assert.equal(
    (await t.call('POST', `/api/v2/companies/${a.id}/visit`, { token: a.admin.token, body: { reason: 'olhar' } }))
      .status,
    403,
  )
  const { token } = (await op('POST', `/api/v2/companies/${a.id}/visit`, { reason: 'Ajudar com os preços' })).body.data
  const me = (await t.call('GET', '/api/v1/auth/me', { token })).body.data
  assert.equal(me.user.level, 1)
  assert.match(me.acting.name, /operação/)
  const p = await aProduct(t, { ...a, admin: { ...a.admin, token } }, { name: 'Feito pela operação' })
  const lines = (await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: a.admin.token })).body.data
  assert.match(
    lines.find((l: { object_id: number; object: string }) => l.object === 'product' && l.object_id === p.id).who,
    /operação/,
  )
  assert.ok(
    lines.some((l: { action: string; name: string }) => l.action === 'visit' && l.name === 'Ajudar com os preços'),
  )
  const log = (await op('GET', `/api/v2/platform/log?about=${a.id}`)).body.data
  assert.deepEqual([log[0].action, log[0].company.name], ['visit', 'Casa Aroeira'])
  const found = async (query: string) =>
    (await op('GET', `/api/v2/platform/log?${query}`)).body.data.map((l: { action: string; object: string }) =>
      l.action === 'visit' ? 'visit' : l.object,
    ) as string[]
  assert.deepEqual([...new Set(await found('kind=visitas'))], ['visit'])
  const plans = await found('kind=planos')
  assert.ok(plans.includes('reseller') && plans.every((o) => ['plan', 'coupon', 'reseller'].includes(o)))
  assert.ok((await found('text=aroeira')).includes('visit'), 'by the company')
  assert.deepEqual(await found('text=aroeira&kind=cobrancas'), [])
  assert.ok((await found('text=Rep Norte')).includes('reseller'), 'by the thing')
  assert.ok((await found('who=pessoas')).length > 0)
  assert.ok(!(await found('who=sistema')).includes('visit'))
  type At = { id: number; at: string }
  const since = async (moment: Date) =>
    (await op('GET', `/api/v2/platform/log?since=${moment.toISOString()}`)).body.data as At[]
  const [last] = ((await op('GET', '/api/v2/platform/log')).body.data as At[]).toSorted((x, y) =>
    x.at < y.at ? 1 : -1,
  )
  assert.ok(last && (await since(new Date(last.at))).some((l) => l.id === last.id), 'the moment itself counts')
  assert.deepEqual(await since(new Date(new Date(last.at).getTime() + 1)), [])
  assert.equal((await op('GET', '/api/v2/platform/log?since=ontem')).status, 422)
  const named = (await op('GET', `/api/v2/platform/log?about=${a.id}`)).body.data
  assert.ok(named.some((l: { names?: object }) => Object.values(l.names ?? {}).includes('Diamante')))
  assert.equal((await t.call('GET', `/api/v2/companies/${a.id}/archive`, { token })).status, 200)
  const took = (await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: a.admin.token })).body.data[0]
  assert.deepEqual([took.action, took.name], ['export', 'Todos os dados'])
  assert.match(took.who, /operação/)
  t.clock.forward(31 * 60_000)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token })).status, 401)
})
test('a company without a public user is listed and opened like any other', async () => {
  const c = await aCompany(t, { name: 'Sem Visitante' })
  await t.owner.query('update companies set public_user = null where id = $1', [c.id])
  assert.equal((await op('GET', '/api/v2/companies/search/Sem Visitante')).body.data[0].public_hide_price, '0')
  assert.equal((await t.call('GET', `/api/v1/companies/${c.id}`, { token: c.admin.token })).status, 200)
})
test('an operator sees counts and dates of a company, never its products, orders or prices', async () => {
  const row = (await op('GET', '/api/v2/companies/search/Casa Aroeira')).body.data[0]
  assert.deepEqual([row.usage.admins, row.usage.sellers, row.usage.clients], [1, 1, 1])
  for (const url of ['/api/v1/products', `/api/v1/companies/${a.id}/orders`, `/api/v2/companies/${a.id}/archive`])
    assert.equal((await op('GET', url)).status, 403, url)
  const figures = (await op('GET', '/api/v2/platform/figures')).body.data
  assert.ok(figures.companies >= 3 && figures.mrr === '0,00')
})
test('deleted, a company is off the air and signed out, comes back whole within 30 days, and after that is gone for good', async () => {
  await t.jobs()
  const c = await aCompany(t, { name: 'Vai Embora' })
  const other = await aProduct(t, a, { name: 'Fica' })
  await aProduct(t, c, { name: 'Some' })
  assert.equal((await op('DELETE', `/api/v1/companies/${c.id}`)).status, 200)
  assert.equal((await op('DELETE', `/api/v1/companies/${c.id}`)).status, 404)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: c.admin.token })).status, 401)
  assert.equal((await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: c.path } })).status, 404)
  assert.deepEqual(
    (await op('GET', '/api/v1/companies?state=excluida')).body.data.map((x: { id: number }) => x.id),
    [c.id],
  )
  await until(async () => (await op('GET', `/api/v2/companies/${c.id}/archive/kept`)).status === 200)
  assert.equal((await op('POST', `/api/v2/companies/${c.id}/restore`)).status, 200)
  assert.equal((await t.call('GET', '/api/v1/products', { token: c.admin.token })).body.data[0].name, 'Some')
  const lines = (await t.call('GET', `/api/v2/logs/${c.id}/show_logs`, { token: c.admin.token })).body.data
  assert.ok(lines.some((l: { action: string; name: string }) => l.action === 'export' && l.name === 'Cópia guardada'))
  await op('DELETE', `/api/v1/companies/${c.id}`)
  t.clock.forward(31 * 86_400_000)
  await platformDay(t.kit)
  await platformDay(t.kit)
  const left = await t.owner.query(
    'select (select count(*)::int from products where company_id = $1) as products, (select count(*)::int from users where company_id = $1) as users, name, path from companies where id = $1',
    [c.id],
  )
  assert.deepEqual(left.rows[0], { products: 0, users: 0, name: `Empresa ${c.id}`, path: c.path })
  const again = await aPerson(t, null, 0)
  assert.equal(
    (
      await t.call('POST', `/api/v1/companies`, {
        token: again.token,
        body: { name: 'Nova dona', ...COMPANY, valid_until: '2030-01-01', path: c.path },
      })
    ).status,
    422,
  )
  assert.equal((await t.owner.query('select name from products where id = $1', [other.id])).rows[0].name, 'Fica')
})
test('who is no operator changes nothing of the platform', async () => {
  const visitor = await aVisitor(t, await aCompany(t))
  const b = await aCompany(t)
  for (const token of [b.admin.token, b.seller.token, b.client.token, visitor])
    for (const [method, url, body] of [
      ['PUT', '/api/v2/platform', { signup_open: '0' }],
      ['POST', '/api/v2/plans', { name: 'Meu' }],
      ['POST', '/api/v2/coupons', { code: 'MEU', percent: '100' }],
      ['GET', '/api/v2/platform/log', undefined],
      ['GET', '/api/v2/subscriptions', undefined],
      ['POST', '/api/v2/proposals', { selectedProducts: 1 }],
    ] as const)
      assert.equal((await t.call(method, url, { token, ...(body && { body }) })).status, 403, url)
})

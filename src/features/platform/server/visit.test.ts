// Whoever runs the platform looks into a company for half an hour, and counts orders without seeing them.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
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
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let operator: { token: string; id: number }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  operator = await aPerson(t, null, 0)
})
after(() => t.close())
const op = (method: string, url: string, body?: unknown) =>
  t.call(method, url, { token: operator.token, ...(body !== undefined && { body }) })

test('a visit is the operator’s who asked for it, and over when that one is no operator any more', async () => {
  const house = await aCompany(t)
  for (const change of ['active = false', 'deleted_at = now()', `level = 1, company_id = ${house.id}`]) {
    const second = await aPerson(t, null, 0, { name: 'Segunda da operação' })
    const visit = await t.call('POST', `/api/v2/companies/${a.id}/visit`, {
      token: second.token,
      body: { reason: 'Conferir' },
    })
    const { token } = visit.body.data
    const me = () => t.call('GET', '/api/v1/auth/me', { token })
    assert.equal((await me()).body.data.acting.name, 'Segunda da operação (operação)')
    const [line] = (await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: a.admin.token })).body.data
    assert.deepEqual([line.action, line.who], ['visit', 'Segunda da operação (operação)'])
    await t.owner.query(`update users set ${change} where id = $1`, [second.id])
    assert.equal((await me()).status, 401, change)
  }
})
test('a company without an admin, or deleted, is visited through nobody', async () => {
  const visit = (id: number) => op('POST', `/api/v2/companies/${id}/visit`, { reason: 'Olhar' })
  const c = await aCompany(t)
  await t.owner.query('update companies set deleted_at = now() where id = $1', [c.id])
  assert.equal((await visit(c.id)).status, 404)
  await t.owner.query('update companies set deleted_at = null where id = $1', [c.id])
  const { rows } = await t.owner.query(
    "insert into companies (path, name, valid_until) values ('sem-admin', 'Sem Admin', '2030-01-01') returning id",
  )
  const d = { id: Number(rows[0].id) }
  assert.equal((await visit(d.id)).status, 404)
  assert.equal(
    (await t.owner.query('select 1 from sessions where company_id = $1 and operator_id is not null', [d.id])).rowCount,
    0,
  )
})
test('nobody but an operator opens a visit, nor into what is deleted or has no admin, whoever asks the database', async () => {
  const open = async (by: number, company: number) =>
    (
      await t.owner.query('select app.open_visit($1, $2, $3, $4, $5, $5) as admin', [
        randomBytes(16),
        by,
        company,
        'Olhar',
        t.clock.now(),
      ])
    ).rows[0].admin
  assert.equal(Number(await open(operator.id, a.id)), a.admin.id)
  assert.equal(await open(a.admin.id, a.id), null)
  const gone = await aCompany(t)
  await t.owner.query('update companies set deleted_at = now() where id = $1', [gone.id])
  assert.equal(await open(operator.id, gone.id), null)
  const { rows } = await t.owner.query("select id from companies where path = 'sem-admin'")
  assert.equal(await open(operator.id, Number(rows[0].id)), null)
})
test('the operator’s orders of the month are those of 30 days, of all companies, without drafts and what was cancelled', async () => {
  const orders = async () => (await op('GET', '/api/v2/platform/figures')).body.data.orders as number
  const before = await orders()
  const b = await aCompany(t)
  const p = await aProduct(t, b)
  const now = t.clock.now().getTime()
  const day = 86_400_000
  for (const [at, status] of [
    [now - 30 * day, 'novo'],
    [now - 30 * day - 1, 'novo'],
    [now - day, 'cancelado'],
    [now - day, 'rascunho'],
    [now - day, 'confirmado'],
  ] as const) {
    const { id } = (await order(t, b, b.client.token, aCart([{ product_id: p.id, quantity: 1 }]))).body.data
    await t.owner.query('update orders set received_at = $2, status = $3 where id = $1', [id, new Date(at), status])
  }
  assert.equal((await orders()) - before, 2)
})
test('a visit leaves no way in behind, starts no offer and marks nothing as read: what is the admin’s alone stays so', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const by = (token: string) => (method: string, url: string, body?: object) =>
    t.call(method, url, { token, ...(body && { body }) })
  const admin = by(c.admin.token)
  const looking = by((await op('POST', `/api/v2/companies/${c.id}/visit`, { reason: 'Ajudar' })).body.data.token)
  const { url } = (await admin('POST', '/api/v2/calendar/link')).body.data
  const talk = `/api/v2/companies/${c.id}/conversations/cliente/${c.client.id}`
  const written = await by(c.client.token)('POST', talk, { key: randomUUID(), text: 'Chegou?' })
  const p = await aProduct(t, c)
  await order(t, c, c.client.token, aCart([{ product_id: p.id, quantity: 1 }]))
  const unread = async () => [
    (await admin('GET', `/api/v2/companies/${c.id}/conversations?unread=1`)).body.total,
    (await admin('PUT', '/api/v2/notices/read', {})).body.data.unread,
  ]
  assert.deepEqual(await unread(), [1, 1])
  for (const [method, path, body] of [
    ['POST', '/api/v2/calendar/link', {}],
    ['DELETE', '/api/v2/calendar/link', {}],
    ['POST', `/api/v2/companies/${c.id}/offer`, {}],
    ['POST', '/api/v2/keys', { name: 'Fica', scopes: ['orders:read'] }],
    ['PUT', '/api/v2/notices/devices', { endpoint: 'https://push.test/1', p256dh: 'a', auth: 'b', language: 'pt' }],
  ] as const)
    assert.deepEqual([path, (await looking(method, path, body)).status], [path, 403])
  assert.equal((await t.call('GET', new URL(url).pathname)).status, 200)
  assert.equal((await admin('GET', `/api/v1/companies/${c.id}`)).body.data.offer_started_at, null)
  assert.equal((await looking('POST', `${talk}/read`, { until: written.body.data.id })).status, 200)
  assert.equal((await looking('PUT', '/api/v2/notices/read', { all: true })).status, 200)
  assert.deepEqual(await unread(), [1, 1])
})

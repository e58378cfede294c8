import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { clientLinkToken } from '#server/session.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  order,
  type Company,
  startTestApp,
  type TestApp,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  process.env.TRUST_PROXY = '127.0.0.1'
  t = await startTestApp({
    config: {
      limits: { ...DEFAULT_LIMITS, login_ip: 1000, forgot_ip: 100 },
    },
  })
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
const signIn = (email: string, password: string, headers = {}) =>
  t.call('POST', '/api/v1/auth/login', { body: { email, password }, headers })

test('the right password opens a session and answers token, user and company beside status and under data', async () => {
  const r = await signIn(a.admin.email.toUpperCase(), 'segredo-de-teste')
  assert.equal(r.status, 200)
  assert.equal(r.body.status, 'success')
  assert.equal(r.body.token, r.body.data.token)
  assert.equal(r.body.user.level, 1)
  assert.equal(r.body.company.pedido_pro, '1')
  assert.ok(!JSON.stringify(r.body).includes('argon2'))
  const me = await t.call('GET', '/api/v1/auth/me', { token: r.body.token })
  assert.equal(me.body.data.user.id, a.admin.id)
})
test('a wrong password and an unknown e-mail get the same answer', async () => {
  const wrong = await signIn(a.seller.email, 'errada')
  const unknown = await signIn('ninguem@teste.test', 'errada')
  assert.equal(wrong.status, 401)
  assert.deepEqual(wrong.body, unknown.body)
  assert.match(wrong.body.message, /não conferem/)
})
test('the sixth wrong password in a row waits, says for how long, and only for that account', async () => {
  const email = (await aPerson(t, a.id, 3)).email
  for (let i = 0; i < 5; i++) assert.equal((await signIn(email, 'errada')).status, 401)
  const r = await signIn(email, 'segredo-de-teste')
  assert.equal(r.status, 429)
  assert.ok(Number(r.headers['retry-after']) > 0)
  assert.equal((await signIn(a.seller.email, 'segredo-de-teste')).status, 200)
  t.clock.forward(16 * 60_000)
  assert.equal((await signIn(email, 'segredo-de-teste')).status, 200)
})
test('on a company address only its own accounts sign in', async () => {
  const host = { host: `${b.path}.localhost:3000` }
  assert.equal((await signIn(a.admin.email, 'segredo-de-teste', host)).status, 401)
  assert.equal((await signIn(b.admin.email, 'segredo-de-teste', host)).status, 200)
})
test('without a token, or with a made-up one, every guarded call is 401', async () => {
  assert.equal((await t.call('GET', '/api/v1/auth/me')).status, 401)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: `mo_${'x'.repeat(43)}` })).status, 401)
})
test('signing out ends the session at once', async () => {
  const { token } = await aPerson(t, a.id, 2)
  assert.equal((await t.call('POST', '/api/v1/auth/logout', { token })).status, 200)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token })).status, 401)
})
test('a session without "continuar conectado" ends after 12 idle hours, with it after 30 days', async () => {
  const p = await aPerson(t, a.id, 2)
  const stay = (
    await t.call('POST', '/api/v1/auth/login', { body: { email: p.email, password: 'segredo-de-teste', stay: '1' } })
  ).body.token
  t.clock.forward(13 * 3_600_000)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: p.token })).status, 401)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: stay })).status, 200)
  t.clock.forward(31 * 24 * 3_600_000)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: stay })).status, 401)
  t.clock.set('2026-11-21T12:00:00Z')
})
const me = async (token: string) => (await t.call('GET', '/api/v1/auth/me', { token })).status
const stays = async ({ email }: { email: string }) =>
  (await t.call('POST', '/api/v1/auth/login', { body: { email, password: 'segredo-de-teste', stay: '1' } })).body.token
/** Every so many hours for so many days somebody comes back; the days after which nobody was let in any more. */
async function lasts(token: string, hours: number, days: number): Promise<number | null> {
  const began = t.clock.now().getTime()
  const day = () => (t.clock.now().getTime() - began) / 86_400_000
  while (day() < days) {
    t.clock.forward(hours * 3_600_000)
    if ((await me(token)) !== 200) return day()
  }
  return null
}
test('however often it is used, a session ends: a seller’s after 90 days, an admin’s and the operator’s after 7', async () => {
  const [seller, admin, operator] = [await aPerson(t, a.id, 2), await aPerson(t, a.id, 1), await aPerson(t, null, 0)]
  assert.equal(await lasts(await stays(seller), 15 * 24, 200), 105)
  assert.equal(await lasts(await stays(admin), 10, 30), 7 + 2 / 24)
  assert.equal(await lasts(await stays(operator), 10, 30), 7 + 2 / 24)
  t.clock.set('2026-11-21T12:00:00Z')
})
test('an admin and the operator are asked again after 12 idle hours, "continuar conectado" or not; a visitor too', async () => {
  const tokens = [await stays(await aPerson(t, a.id, 1)), await stays(await aPerson(t, null, 0)), await aVisitor(t, a)]
  t.clock.forward(11 * 3_600_000)
  for (const token of tokens) assert.equal(await me(token), 200)
  t.clock.forward(12 * 3_600_000 + 1000)
  for (const token of tokens) assert.equal(await me(token), 401)
  t.clock.set('2026-11-21T12:00:00Z')
})
test('when somebody was last there is written once in five minutes', async () => {
  const p = await aPerson(t, a.id, 2)
  const seen = async () =>
    (await t.owner.query('select last_seen from sessions where user_id = $1', [p.id])).rows[0].last_seen.getTime()
  const began = t.clock.now().getTime()
  for (const [minutes, written] of [
    [4, 0],
    [1, 0],
    [1, 6],
  ] as const) {
    t.clock.forward(minutes * 60_000)
    assert.equal(await me(p.token), 200)
    assert.equal(await seen(), began + written * 60_000)
  }
  t.clock.set('2026-11-21T12:00:00Z')
})
test('orders are open where the company takes them by the system, by WhatsApp or by both', async () => {
  const c = await aCompany(t)
  const p = await aProduct(t, c)
  for (const [pedidos, whatsapp, status] of [
    [true, true, 201],
    [true, false, 201],
    [false, true, 201],
    [false, false, 403],
  ] as const) {
    await t.owner.query('update companies set pedidos = $2, whatsapp = $3 where id = $1', [c.id, pedidos, whatsapp])
    for (const token of [c.client.token, await aVisitor(t, c)]) {
      const r = await order(t, c, token, aCart([{ product_id: p.id, quantity: 1 }]))
      assert.deepEqual([pedidos, whatsapp, r.status], [pedidos, whatsapp, status], JSON.stringify(r.body))
    }
  }
})
test('nobody of a deleted company signs in, at the main address or at its own', async () => {
  const c = await aCompany(t)
  await t.owner.query('update companies set deleted_at = $2 where id = $1', [c.id, t.clock.now()])
  for (const who of [c.admin, c.seller, c.client]) {
    assert.equal((await signIn(who.email, 'segredo-de-teste')).status, 401)
    assert.equal((await signIn(who.email, 'segredo-de-teste', { host: `${c.path}.localhost:3000` })).status, 401)
    assert.equal(await me(who.token), 401)
  }
})
test('a right password gives back its one try, and no other address gets any', async () => {
  const from = (ip: string, password: string) => signIn(a.seller.email, password, { 'x-forwarded-for': ip })
  const { login_ip } = t.config.limits
  const other = await aPerson(t, a.id, 3)
  t.config.limits.login_ip = 3
  for (let i = 0; i < 3; i++) await signIn(other.email, `errada ${i}`, { 'x-forwarded-for': '203.0.113.8' })
  const said = []
  for (const password of ['errada', 'segredo-de-teste', 'errada', 'segredo-de-teste', 'errada', 'errada'])
    said.push((await from('203.0.113.7', password)).status)
  assert.deepEqual(said, [401, 200, 401, 200, 401, 429])
  assert.equal((await from('203.0.113.8', 'segredo-de-teste')).status, 429)
  t.config.limits.login_ip = login_ip
})
test('loginClient opens a public session that reads the catalogue and lists no orders', async () => {
  const token = await aVisitor(t, a)
  assert.equal((await t.call('GET', '/api/v1/products', { token })).status, 200)
  assert.equal((await t.call('GET', `/api/v1/companies/${a.id}/orders`, { token })).status, 403)
  const me = await t.call('GET', '/api/v1/auth/me', { token })
  assert.equal(me.body.data.kind, 'public')
})
test('loginClient finds the company by path, by number and by host, and refuses an unknown one', async () => {
  const open = (body: object, headers = {}) => t.call('POST', '/api/v2/auth/loginClient', { body, headers })
  assert.equal((await open({ user_id: null, company_path: String(a.id) })).body.data.company.id, a.id)
  assert.equal((await open({}, { host: `${b.path}.exemplo.com` })).body.data.company.id, b.id)
  assert.equal((await open({ company_path: a.path }, { host: `${b.path}.exemplo.com` })).status, 403)
  assert.equal((await open({ company_path: 'nao-existe' })).status, 404)
})
test('loginClient refuses a bare user number and opens a client link until it is revoked', async () => {
  const open = (user_id: unknown) =>
    t.call('POST', '/api/v2/auth/loginClient', { body: { user_id, company_path: a.path } })
  assert.equal((await open(a.client.id)).status, 403)
  assert.equal((await open(a.admin.id)).status, 403)
  const link = clientLinkToken(t.config.appKey, { id: a.client.id, link_version: 1 })
  const r = await open(link)
  assert.equal(r.status, 200)
  assert.equal(r.body.data.user.id, a.client.id)
  assert.equal((await open(clientLinkToken(t.config.appKey, { id: a.seller.id, link_version: 1 }))).status, 403)
  assert.equal((await open(clientLinkToken(t.config.appKey, { id: b.client.id, link_version: 1 }))).status, 403)
  await t.owner.query('update users set link_version = 2 where id = $1', [a.client.id])
  assert.equal((await open(link)).status, 403)
})
test('a blocked company, and one past its date, is closed to visitors and clients but not to its admin', async () => {
  const c = await aCompany(t)
  const visitor = await aVisitor(t, c)
  await t.owner.query('update companies set is_blocked = true where id = $1', [c.id])
  assert.equal((await t.call('GET', '/api/v1/products', { token: visitor })).body.code, 'catalogue_closed')
  assert.equal((await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: c.path } })).status, 403)
  assert.equal((await t.call('GET', '/api/v1/products', { token: c.admin.token })).status, 200)
  await t.owner.query("update companies set is_blocked = false, valid_until = '2026-11-18' where id = $1", [c.id])
  assert.equal((await t.call('GET', '/api/v1/products', { token: visitor })).status, 403)
})
const outbox = () => {
  try {
    const folder = join(t.config.dataDir, 'mail')
    return readdirSync(folder)
      .filter((f) => f.endsWith('.txt'))
      .map((f) => readFileSync(join(folder, f), 'utf8'))
  } catch {
    return []
  }
}
test('a forgotten password: the mail has a link that works once, and ends the other sessions', async () => {
  await t.jobs()
  const p = await aPerson(t, a.id, 1)
  const known = await t.call('POST', '/api/v1/auth/forgotPassword', { body: { email: p.email } })
  const unknown = await t.call('POST', '/api/v1/auth/forgotPassword', { body: { email: 'outra@teste.test' } })
  assert.deepEqual(known.body, unknown.body)
  const mail = await until(async () => outbox().find((m) => m.includes(p.email)))
  const token = /reset#(mo_[\w-]+)/.exec(mail)?.[1]
  const change = (password: string) => t.call('PUT', '/api/v1/auth/password', { body: { token, password } })
  // A password that is refused, or none, does not use the link up.
  for (const refused of ['curta', '']) assert.equal((await change(refused)).status, 422)
  assert.equal((await change('uma-senha-bem-nova')).status, 200)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: p.token })).status, 401)
  assert.equal((await change('outra-senha-nova')).status, 401)
  assert.equal((await signIn(p.email, 'uma-senha-bem-nova')).status, 200)
})
test('a changed password needs the current one and is not among the easy ones', async () => {
  const p = await aPerson(t, a.id, 2)
  const change = (body: object) => t.call('PUT', '/api/v1/auth/password', { token: p.token, body })
  assert.equal((await change({ current_password: 'errada', password: 'uma-senha-bem-nova' })).status, 422)
  assert.match(
    (await change({ current_password: 'segredo-de-teste', password: 'curta' })).body.errors.password[0],
    /pelo menos 10/,
  )
  assert.equal((await change({ current_password: 'segredo-de-teste', password: 'senha123456' })).status, 422)
  assert.equal((await change({ current_password: 'segredo-de-teste', password: 'mostruario2026' })).status, 422)
  assert.equal((await change({ current_password: 'segredo-de-teste', password: 'uma-senha-bem-nova' })).status, 200)
  assert.equal(
    (
      await t.call('PUT', '/api/v1/auth/password', {
        token: await aVisitor(t, a),
        body: { password: 'uma-senha-bem-nova' },
      })
    ).status,
    403,
  )
})
test('a try that is given back is one, of that place only, and never less than none', async () => {
  await t.owner.query(
    "insert into rate_hits select k, h, now() + interval '1 hour' from (values ('volta:a', 3), ('volta:b', 3), ('volta:c', 0)) v(k, h)",
  )
  await t.owner.query("select app.give_back_hits(array['volta:a', 'volta:c'])")
  const { rows } = await t.owner.query("select hits::int from rate_hits where key like 'volta:%' order by key")
  assert.deepEqual(
    rows.map((r) => r.hits),
    [2, 3, 0],
  )
})

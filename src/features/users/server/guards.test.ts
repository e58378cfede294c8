import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
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
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 100_000 } } })
  a = await aCompany(t)
})
after(() => t.close())
const put = (url: string, body: object, token: string) => t.call('PUT', url, { token, body })
const me = async (token: string) => (await t.call('GET', '/api/v1/auth/me', { token })).status
const OLD = 'segredo-de-teste'
const signIn = async (email: string, password = OLD) =>
  (await t.call('POST', '/api/v1/auth/login', { body: { email, password } })).body.token as string

/** Two admins take the right from each other at the same moment, so many times; how often nobody was left. */
async function eachOther(
  way: (by: Person, who: Person) => ReturnType<TestApp['call']>,
): Promise<{ none: number; codes: Set<string> }> {
  let none = 0
  const codes = new Set<string>()
  for (let i = 0; i < 6; i++) {
    const c = await aCompany(t)
    const second = await aPerson(t, c.id, 1)
    const answers = await Promise.all([way(c.admin, second), way(second, c.admin)])
    for (const r of answers) codes.add(r.status === 200 ? 'ok' : (r.body.code ?? String(r.status)))
    const { rows } = await t.owner.query(
      'select count(*)::int as n from users where company_id = $1 and level = 1 and active and deleted_at is null',
      [c.id],
    )
    if (rows[0].n === 0) none++
  }
  return { none, codes }
}
const demote = (by: Person, who: Person) => put(`/api/v1/users/${who.id}`, { level: 3 }, by.token)
const WAYS: [string, (by: Person, who: Person) => ReturnType<TestApp['call']>][] = [
  ['demote', demote],
  ['block', (by, who) => put(`/api/v1/users/${who.id}`, { active: '0' }, by.token)],
  ['delete', (by, who) => t.call('DELETE', `/api/v1/users/${who.id}`, { token: by.token })],
]
for (const [word, way] of WAYS)
  test(`two admins who ${word} each other at once: one stays`, async () => {
    const { none, codes } = await eachOther(way)
    assert.equal(none, 0)
    assert.ok(codes.has('ok'))
    for (const code of codes) assert.ok(['ok', 'last_admin', 'unauthorized'].includes(code), code)
  })
test('twin: without the lock of migration 0037 two admins who demote each other leave nobody', async () => {
  await t.owner.query('alter table users disable trigger keep_an_admin')
  try {
    assert.ok((await eachOther(demote)).none > 0)
  } finally {
    await t.owner.query('alter table users enable trigger keep_an_admin')
  }
})

/** The calls by which a person changes the own password. */
const CHANGES: [string, (p: Person, body: object) => ReturnType<TestApp['call']>][] = [
  ['PUT /users/:self', (p, body) => put(`/api/v1/users/${p.id}`, body, p.token)],
  ['PUT /auth/password', (p, body) => put('/api/v1/auth/password', body, p.token)],
]
for (const [call, change] of CHANGES)
  test(`another password by ${call} ends the other sessions and keeps this one`, async () => {
    for (const level of [1, 2, 3]) {
      const p = await aPerson(t, a.id, level)
      const elsewhere = await signIn(p.email)
      assert.equal((await change(p, { current_password: OLD, password: 'outra frase comprida' })).status, 200)
      assert.deepEqual([await me(p.token), await me(elsewhere)], [200, 401])
      assert.ok(await signIn(p.email, 'outra frase comprida'))
    }
  })
test('an operator’s other sessions end as well', async () => {
  const p = await aPerson(t, null, 0)
  const elsewhere = await signIn(p.email)
  assert.equal(
    (await put('/api/v1/auth/password', { current_password: OLD, password: 'outra frase comprida' }, p.token)).status,
    200,
  )
  assert.deepEqual([await me(p.token), await me(elsewhere)], [200, 401])
})
test('wrong current passwords are counted together, whichever call they come by, and the sixth waits', async () => {
  const p = await aPerson(t, a.id, 2)
  const guess = (i: number) =>
    (CHANGES[i % 2] as (typeof CHANGES)[number])[1](p, {
      current_password: `errada${i}`,
      password: 'outra frase comprida',
    })
  for (let i = 0; i < 5; i++) assert.deepEqual([(await guess(i)).body.code, i], ['wrong_password', i])
  for (const [, change] of CHANGES) {
    const r = await change(p, { current_password: OLD, password: 'outra frase comprida' })
    assert.equal(r.status, 429)
    assert.ok(Number(r.headers['retry-after']) > 0)
  }
  assert.equal((await put(`/api/v1/users/${p.id}`, { name: 'Outro Nome' }, p.token)).status, 200)
  t.clock.forward(16 * 60_000)
  assert.equal(
    (await put('/api/v1/auth/password', { current_password: OLD, password: 'outra frase comprida' }, p.token)).status,
    200,
  )
})
test('both calls refuse the same passwords, with the same words', async () => {
  const p = await aPerson(t, a.id, 2)
  for (const password of ['curta', 'senha123456', 'mostruario2026']) {
    const said = await Promise.all(
      CHANGES.map(
        async ([, change]) => (await change(p, { current_password: OLD, password })).body.errors?.password?.[0],
      ),
    )
    assert.ok(said[0], password)
    assert.equal(said[0], said[1], password)
  }
})
test('a password that an admin gives ends every session, and the link of a forgotten one is worth nothing any more', async () => {
  const p = await aPerson(t, a.id, 3)
  const token = `mo_${'k'.repeat(43)}`
  await t.owner.query("insert into password_tokens values (sha256(convert_to($1, 'utf8')), $2, $3)", [
    token,
    p.id,
    new Date(t.clock.now().getTime() + 3_600_000),
  ])
  assert.equal((await put(`/api/v1/users/${p.id}`, { password: 'nova frase comprida' }, a.admin.token)).status, 200)
  assert.equal(await me(p.token), 401)
  assert.equal(
    (await t.call('PUT', '/api/v1/auth/password', { body: { token, password: 'mais uma frase comprida' } })).body.code,
    'reset_link',
  )
})
test('who tried too often and then chose another password by the link enters at once', async () => {
  const p = await aPerson(t, a.id, 2)
  const login = (password: string) => t.call('POST', '/api/v1/auth/login', { body: { email: p.email, password } })
  for (let i = 0; i < 6; i++) await login('errada')
  assert.equal((await login(OLD)).status, 429)
  const token = `mo_${'l'.repeat(43)}`
  await t.owner.query("insert into password_tokens values (sha256(convert_to($1, 'utf8')), $2, $3)", [
    token,
    p.id,
    new Date(t.clock.now().getTime() + 3_600_000),
  ])
  assert.equal(
    (await t.call('PUT', '/api/v1/auth/password', { body: { token, password: 'nova frase comprida' } })).status,
    200,
  )
  assert.equal((await login('nova frase comprida')).status, 200)
})
test('a password that is refused does not use up the link of a forgotten one', async () => {
  const p = await aPerson(t, a.id, 3)
  const token = `mo_${'j'.repeat(43)}`
  await t.owner.query("insert into password_tokens values (sha256(convert_to($1, 'utf8')), $2, $3)", [
    token,
    p.id,
    new Date(t.clock.now().getTime() + 3_600_000),
  ])
  const change = (password: string) => t.call('PUT', '/api/v1/auth/password', { body: { token, password } })
  assert.equal((await change('curta')).status, 422)
  assert.equal((await change('mais uma frase comprida')).status, 200)
  assert.equal((await change('e outra frase comprida')).status, 401)
})

test('the visitor of the public catalogue is no person: no call lists, reads, links, changes, archives or removes it', async () => {
  const c = await aCompany(t)
  const id = c.public_user
  const listed = (await t.call('GET', '/api/v1/users?limit=1000', { token: c.admin.token })).body.data
  assert.ok(!listed.some((u: { id: number }) => u.id === id))
  const operator = (await aPerson(t, null, 0)).token
  for (const [method, url, body, token] of [
    ['GET', `/api/v1/users/${id}`, undefined, c.admin.token],
    [
      'PUT',
      `/api/v1/users/${id}`,
      { level: 1, email: 'invasor@fora.test', password: 'uma frase comprida' },
      c.admin.token,
    ],
    ['PUT', `/api/v1/users/${id}`, { name: 'Outro Nome' }, operator],
    ['DELETE', `/api/v1/users/${id}`, undefined, c.admin.token],
    ['DELETE', `/api/v1/users/${id}`, undefined, operator],
    ['GET', `/api/v2/users/${id}/sessions`, undefined, c.admin.token],
    ['DELETE', `/api/v2/users/${id}/sessions`, undefined, c.admin.token],
    ['GET', `/api/v2/users/${id}/data`, undefined, c.admin.token],
    ['POST', `/api/v2/users/${id}/anonymise`, undefined, c.admin.token],
    ['GET', `/api/v2/clients/${id}`, undefined, c.admin.token],
    ['POST', `/api/v2/clients/${id}`, { name: 'Outro Nome' }, c.admin.token],
    ['GET', `/api/v2/clients/${id}/link`, undefined, c.admin.token],
    ['POST', `/api/v2/clients/${id}/link`, undefined, c.admin.token],
  ] as const) {
    const r = await t.call(method, url, { token, ...(body && { body }) })
    assert.deepEqual([`${method} ${url}`, r.status], [`${method} ${url}`, 404])
  }
  const p = await aProduct(t, c)
  assert.notEqual(
    (await order(t, c, c.admin.token, aCart([{ product_id: p.id, quantity: 1 }], { client_id: id }))).status,
    200,
  )
  assert.equal(
    (
      await t.call('POST', '/api/v2/auth/loginClient', {
        body: { company_path: c.path, user_id: clientLinkToken(t.config.appKey, { id, link_version: 1 }) },
      })
    ).status,
    403,
  )
  assert.equal((await t.call('GET', '/api/v1/products', { token: await aVisitor(t, c) })).status, 200)
})
test('the database itself makes no person of a visitor', async () => {
  for (const change of [
    "email = 'x@y.test'",
    "password_hash = 'x'",
    'level = 1',
    'active = false',
    'deleted_at = now()',
    `seller_id = ${a.seller.id}`,
  ])
    await assert.rejects(
      t.owner.query(`update users set ${change} where id = $1`, [a.public_user]),
      /visitor_is_no_person/,
      change,
    )
})
test('the admin closes the catalogue to visitors: those inside are out, clients stay, and it opens again', async () => {
  const c = await aCompany(t)
  const inside = await aVisitor(t, c)
  const flag = async (catalogue_open: string) =>
    (await put(`/api/v1/companies/${c.id}`, { catalogue_open }, c.admin.token)).body.data.catalogue_open
  const open = () => t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: c.path } })
  assert.equal(await flag('0'), '0')
  assert.equal(await me(inside), 401)
  assert.deepEqual([(await open()).status, (await open()).body.code], [403, 'catalogue_closed'])
  const html = await t.app.inject({ method: 'GET', url: '/pedidos', headers: { host: `${c.path}.localhost:3000` } })
  assert.ok(!html.body.includes('"products"'))
  assert.equal((await t.call('GET', '/api/v1/products', { token: c.client.token })).status, 200)
  const link = clientLinkToken(t.config.appKey, { id: c.client.id, link_version: 1 })
  assert.equal(
    (await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: c.path, user_id: link } })).status,
    200,
  )
  assert.equal((await put(`/api/v1/companies/${c.id}`, { catalogue_open: '1' }, c.seller.token)).status, 403)
  assert.equal((await put(`/api/v1/companies/${c.id}`, { catalogue_open: '1' }, a.admin.token)).status, 404)
  assert.equal(await flag('1'), '1')
  assert.equal((await open()).status, 200)
})

test('at the limit of sellers the plan that is named holds the company’s products and price tables too', async () => {
  const c = await aCompany(t, { max_users_seller: 1, price_table_active: true })
  const more = () =>
    t.call('POST', '/api/v1/users', {
      token: c.admin.token,
      body: { name: 'Rosa Lima', email: 'mais@teste.test', password: 'frase bem comprida', level: 2 },
    })
  assert.deepEqual([(await more()).body.code, (await more()).body.plan], ['max_users', 'Diamante'])
  await put(`/api/v1/users/${c.client.id}`, { price_table: 3 }, c.admin.token)
  assert.equal((await more()).body.plan, 'Silício')
  await t.owner.query(
    "insert into products (company_id, name) select $1, 'Peça ' || n from generate_series(1, 3001) n",
    [c.id],
  )
  assert.equal((await more()).body.plan, null)
})

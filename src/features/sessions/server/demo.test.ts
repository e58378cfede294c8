// Accounts of the demonstration: their password is printed in the README.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Config } from '#server/config.ts'
import { demoSetting, loadsDemo } from '#server/demo-access.ts'
import { newToken, tokenHash } from '#server/session.ts'
import {
  aCompany,
  aPerson,
  type Company,
  PASSWORD,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

const OUTSIDE: Record<string, string>[] = [
  { host: 'mostruario.example' },
  { host: 'demo.mostruario.example' },
  { host: '192.168.0.9' },
  { host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
  { host: 'localhost', forwarded: 'for=203.0.113.9' },
  { host: '127.0.0.1', 'x-real-ip': '203.0.113.9' },
  { host: 'localhost', via: '1.1 proxy' },
  { host: 'localhost', 'x-forwarded-server': 'proxy' },
  { host: 'localhost', 'true-client-ip': '203.0.113.9' },
  { host: '127.999.1.1' },
  { host: 'localhost.mostruario.example' },
]
const HERE: Record<string, string>[] = [
  { host: 'localhost:3000' },
  { host: '127.0.0.1:3000' },
  { host: 'empresa1.localhost' },
]
const ROOM = { max_users_admin: 9, max_users_seller: 9 }
const apps = new Map<Config['demo'], { t: TestApp; a: Company; operator: Person; real: Company }>()
before(async () => {
  for (const demo of ['off', 'local', 'open'] as const) {
    const t = await startTestApp({ config: { demo, limits: UNLIMITED } })
    const a = await aCompany(t, ROOM)
    const operator = await aPerson(t, null, 0)
    await t.owner.query('update users set demo = true where not is_visitor')
    apps.set(demo, { t, a, operator, real: await aCompany(t, ROOM) })
  }
})
after(async () => {
  for (const { t } of apps.values()) await t.close()
})
/** Statuses of signing in and of a call with a session that was opened before. */
async function tried(t: TestApp, who: { email: string; token: string }, headers: Record<string, string>) {
  const body = { email: who.email, password: PASSWORD }
  const [entered, called] = [
    await t.call('POST', '/api/v1/auth/login', { body, headers }),
    await t.call('GET', '/api/v1/auth/me', { token: who.token, headers }),
  ]
  return `${entered.status} ${called.status}`
}
const all = (demo: Config['demo']) => apps.get(demo) as { t: TestApp; a: Company; operator: Person; real: Company }

test('opens demo accounts on this machine and never through a proxy or for another host', async () => {
  const { t, a, operator } = all('local')
  for (const who of [a.admin, a.seller, a.client, operator]) {
    for (const headers of HERE.slice(0, 2))
      assert.equal(await tried(t, who, headers), '200 200', JSON.stringify(headers))
    for (const headers of OUTSIDE) assert.equal(await tried(t, who, headers), '401 401', JSON.stringify(headers))
  }
  assert.equal(await tried(t, a.admin, { host: `${a.path}.localhost` }), '200 200')
})
test('closes demo accounts and their sessions everywhere with DEMO=0', async () => {
  const { t, a, operator } = all('off')
  for (const who of [a.admin, operator])
    for (const headers of HERE) assert.equal(await tried(t, who, headers), '401 401')
})
test('opens the demo to everybody with DEMO=1, the operator excepted', async () => {
  const { t, a, operator } = all('open')
  assert.equal(await tried(t, a.admin, { host: 'www.example', 'x-forwarded-for': '203.0.113.9' }), '200 200')
  assert.equal(await tried(t, operator, { host: 'www.example' }), '401 401')
  assert.equal(await tried(t, operator, HERE[0] as Record<string, string>), '200 200')
})
/** Statuses of a visit by this operator: on this machine, and from outside. */
async function visited(t: TestApp, operator: number, company: number) {
  const token = newToken(t.config.appKey)
  const now = t.clock.now()
  const until = new Date(now.getTime() + 600_000)
  await t.owner.query("select app.open_visit($1, $2, $3, 'Conferir', $4, $5)", [
    tokenHash(token),
    operator,
    company,
    now,
    until,
  ])
  const ask = (host: string) => t.call('GET', '/api/v1/auth/me', { token, headers: { host } })
  return `${(await ask('localhost')).status} ${(await ask('www.example')).status}`
}
test('treats a visit of a demo operator as the operator’s own session', async () => {
  for (const [demo, statuses] of [
    ['off', '401 401'],
    ['local', '200 401'],
    ['open', '200 401'],
  ] as const) {
    const { t, operator, real } = all(demo)
    assert.equal(await visited(t, operator.id, real.id), statuses, demo)
  }
})
test('negative control: an operator without the mark visits a demo company from everywhere', async () => {
  const { t, a } = all('off')
  assert.equal(await visited(t, (await aPerson(t, null, 0)).id, a.id), '200 200')
})
test('refuses the API key of a demo admin from outside', async () => {
  const { t, a } = all('local')
  const made = await t.call('POST', '/api/v2/keys', {
    token: a.admin.token,
    body: { name: 'ERP', scopes: ['products:read'] },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const ask = (headers: Record<string, string>) =>
    t.call('GET', '/api/v1/products', { token: made.body.data.token, headers })
  assert.equal((await ask({ host: 'localhost' })).status, 200)
  assert.equal((await ask({ host: 'www.example' })).status, 401)
})
test('negative control: accounts without the mark sign in from everywhere, whatever their address', async () => {
  const { t, real } = all('off')
  await t.owner.query("update users set email = 'dona@mostruario.test' where id = $1", [real.admin.id])
  const who = { ...real.admin, email: 'dona@mostruario.test' }
  assert.equal(await tried(t, who, { host: 'www.example', 'x-forwarded-for': '203.0.113.9' }), '200 200')
})
/** Marks of these accounts, by e-mail. */
async function marks(t: TestApp, ...emails: string[]) {
  const { rows } = await t.owner.query<{ email: string; demo: boolean }>(
    'select email, demo from users where email = any($1)',
    [emails],
  )
  return Object.fromEntries(rows.map((r) => [r.email, r.demo]))
}
const add = async (t: TestApp, token: string, body: Record<string, unknown>) => {
  const password = 'cavalo-bateria-42'
  const made = await t.call('POST', '/api/v1/users', {
    token,
    body: { name: 'Alguém', level: 2, phone: '11912345678', password, ...body },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { rows } = await t.owner.query('select id from users where email = $1', [body.email])
  return { id: Number(rows[0].id), email: String(body.email), password }
}
const signsIn = async (t: TestApp, who: { email: string; password?: string }, host = 'localhost') =>
  (
    await t.call('POST', '/api/v1/auth/login', {
      body: { email: who.email, password: who.password ?? PASSWORD },
      headers: { host },
    })
  ).status
test('passes the mark on to every account that is made in a demo company', async () => {
  const t = await startTestApp({ config: { demo: 'open', limits: UNLIMITED } })
  try {
    const a = await aCompany(t, ROOM)
    await t.owner.query('update users set demo = true where not is_visitor')
    const staff = await add(t, a.admin.token, { email: 'estranho@fora.test' })
    assert.equal(await signsIn(t, staff), 200)
    // As an import, a job or a later way of making accounts would: no session is known.
    await t.owner.query("insert into users (company_id, level, name, email) values ($1, 3, 'x', 'sem@fora.test')", [
      a.id,
    ])
    const operator = await aPerson(t, null, 0)
    await t.owner.query('update users set demo = true where id = $1', [operator.id])
    const body = { name: 'Outra', admin_name: 'Ana', admin_email: 'ana@fora.test' }
    const made = await t.call('POST', '/api/v1/companies', { token: operator.token, body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.deepEqual(await marks(t, 'estranho@fora.test', 'sem@fora.test', 'ana@fora.test'), {
      'estranho@fora.test': true,
      'sem@fora.test': true,
      'ana@fora.test': true,
    })
    const { rows } = await t.owner.query('select 1 from users where is_visitor and demo')
    assert.deepEqual(rows, [], 'public catalogues stay open')
    t.config.demo = 'off'
    assert.equal(await signsIn(t, staff), 401)
  } finally {
    await t.close()
  }
})
test('hands a demo company over to an admin whom an operator without the mark makes', async () => {
  const { t } = all('off')
  const a = await aCompany(t, ROOM)
  await t.owner.query('update users set demo = true where company_id = $1 and not is_visitor', [a.id])
  const operator = await aPerson(t, null, 0)
  const visit = await t.call('POST', `/api/v2/companies/${a.id}/visit`, {
    token: operator.token,
    body: { reason: 'Entregar' },
  })
  assert.equal(visit.status, 200, JSON.stringify(visit.body))
  const owner = await add(t, visit.body.data.token, { email: 'dona@entregue.test', level: 1 })
  assert.equal(await signsIn(t, owner), 200)
  const signed = await t.call('POST', '/api/v1/auth/login', { body: { email: owner.email, password: owner.password } })
  const seller = await add(t, signed.body.token, { email: 'vende@entregue.test' })
  assert.equal(await signsIn(t, seller), 200)
  // Accounts of before stay closed until the new admin gives them a password.
  assert.equal(await signsIn(t, a.seller), 401)
  const changed = await t.call('PUT', `/api/v1/users/${a.seller.id}`, {
    token: signed.body.token,
    body: { password: 'cavalo-bateria-43' },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal(await signsIn(t, { ...a.seller, password: 'cavalo-bateria-43' }, 'www.example'), 200)
  assert.equal(await signsIn(t, a.client), 401)
})
test('keeps the mark of a demo account that changes its own password', async () => {
  const { t, a } = all('open')
  const seller = await add(t, a.admin.token, { email: 'troca@fora.test' })
  const changed = await t.call('PUT', `/api/v1/users/${seller.id}`, {
    token: a.admin.token,
    body: { password: 'cavalo-bateria-43' },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  await t.owner.query("update users set password_hash = 'x' where id = $1", [seller.id])
  assert.deepEqual(await marks(t, seller.email), { [seller.email]: true })
})
test('negative control: marks no account of a company whose admin is real', async () => {
  const { t, real } = all('open')
  await add(t, real.admin.token, { email: 'vende@real.test' })
  await t.owner.query('update users set demo = true where id = $1', [real.client.id])
  await add(t, real.admin.token, { email: 'outra@real.test' })
  assert.deepEqual(await marks(t, 'vende@real.test', 'outra@real.test'), {
    'vende@real.test': false,
    'outra@real.test': false,
  })
})
test('opens a real account though a demo account has the same e-mail and password', async () => {
  const { t, a } = all('off')
  const own = await aCompany(t, ROOM)
  await t.owner.query('update users set email = $2 where id = any($1)', [[a.admin.id, own.admin.id], 'duas@loja.test'])
  await t.owner.query(
    'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
    [a.admin.id, own.admin.id],
  )
  assert.equal(await signsIn(t, { email: 'duas@loja.test' }), 200)
})
test('closes and does not load the demo where a setting says that the installation is real', () => {
  const here = { host: '127.0.0.1', publicUrl: 'http://localhost:3000' }
  assert.equal(demoSetting({}, here), 'local')
  assert.equal(demoSetting({ DEMO: '1', TRUST_PROXY: 'loopback' }, here), 'open')
  for (const [env, more] of [
    [{ DEMO: '0' }, {}],
    [{ NODE_ENV: 'production' }, {}],
    [{ TRUST_PROXY: 'loopback' }, {}],
    [{ SMTP_URL: 'smtp://mail' }, {}],
    [{ BASE_DOMAIN: 'mostruario.example' }, {}],
    [{}, { publicUrl: 'https://mostruario.example' }],
    [{}, { host: '0.0.0.0' }],
  ] as const)
    assert.equal(demoSetting(env, { ...here, ...more }), 'off', JSON.stringify([env, more]))
  const loads = (['off', 'local', 'open'] as const).map((demo) => [
    loadsDemo({ demo }, true),
    loadsDemo({ demo }, false),
  ])
  assert.deepEqual(loads, [
    [false, false],
    [true, false],
    [true, true],
  ])
})

// What docs/asvs.md says of sign-ins, sessions and signed links, and of what the log tells of them.
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pages } from '#features/storefront/server/index.ts'
import { openLog } from '#server/log.ts'
import { registered } from '#server/serve.ts'
import { clientLinkToken } from '#server/session.ts'
import { fieldsOf } from './hostile.ts'
import { aCompany, aPerson, aVisitor, type Company, PASSWORD, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

let t: TestApp
let a: Company
/** The log of this product, a line each. */
const lines: Record<string, unknown>[] = []
process.env.LOG_LEVEL = 'info'
before(async () => {
  t = await startTestApp({
    pages,
    log: openLog({ write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    config: { limits: { ...UNLIMITED, login_account: 3 } },
  })
  a = await aCompany(t)
})
after(() => t.close())
const login = (body: object) => t.call('POST', '/api/v1/auth/login', { body })
const open = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { host: `${a.path}.localhost`, ...headers } })
const sessions = async () => Number((await t.owner.query('select count(*) as n from sessions')).rows[0].n)

test('a password is good for years: nobody is made to change it', async () => {
  const p = await aPerson(t, a.id, 2)
  t.clock.set('2029-11-21T12:00:00Z')
  try {
    const r = await login({ email: p.email, password: PASSWORD })
    assert.equal(r.status, 200)
    assert.equal((await t.call('GET', '/api/v1/products', { token: r.body.token })).status, 200)
    assert.doesNotMatch(JSON.stringify(r.body), /expire|must_change|renew|trocar/i)
  } finally {
    t.clock.set('2026-11-21T12:00:00Z')
  }
})
test('nobody is asked a secret question, or for a hint: no call takes one and no column keeps one', async () => {
  const secret = /question|pergunta|secret_?answer|resposta_secreta|password_?hint|hint|dica|lembrete|mother|mae$/i
  const taken = registered.flatMap((e) => fieldsOf(e).map((field) => `${e.path} ${field}`))
  assert.ok(taken.length > 300, `${taken.length} fields`)
  assert.deepEqual(
    taken.filter((x) => secret.test(x.split(' ')[1] ?? '')),
    [],
  )
  const { rows } = await t.owner.query(
    "select column_name as name from information_schema.columns where table_schema = 'public'",
  )
  assert.deepEqual(
    rows.filter((r) => secret.test(r.name)),
    [],
  )
})
test('the times of a session are those that trust.md says', async () => {
  const said = readFileSync(join(import.meta.dirname, '../docs/trust.md'), 'utf8')
  const [idle = 0, stayed = 0, staff = 0, most = 0, all = 0] = (
    /Idle (\d+) h, or (\d+) days with \*Continuar conectado\* \(admins and operators (\d+) h, at most (\d+) days\); absolute (\d+) days/
      .exec(said)
      ?.slice(1) ?? []
  ).map(Number)
  const [HOUR, DAY] = [3_600_000, 86_400_000]
  /** Whether somebody who comes back every `every` ms is still let in after `whole`. */
  const lasts = async (level: number, stay: string, every: number, whole: number) => {
    const { email } = await aPerson(t, a.id, level)
    const { token } = (await login({ email, password: PASSWORD, stay })).body
    let status = 200
    for (let gone = 0; status === 200 && gone < whole; gone += every) {
      t.clock.forward(every)
      status = (await t.call('GET', '/api/v1/auth/me', { token })).status
    }
    t.clock.set('2026-11-21T12:00:00Z')
    return status === 200
  }
  const alone = (level: number, stay: string, time: number) =>
    Promise.resolve([time - 60_000, time + 60_000]).then(async ([just, late]) => [
      await lasts(level, stay, just ?? 0, just ?? 0),
      await lasts(level, stay, late ?? 0, late ?? 0),
    ])
  assert.deepEqual(await alone(2, '0', idle * HOUR), [true, false])
  assert.deepEqual(await alone(2, '1', stayed * DAY), [true, false])
  assert.deepEqual(await alone(1, '1', staff * HOUR), [true, false])
  assert.deepEqual(
    [await lasts(1, '1', 6 * HOUR, most * DAY), await lasts(1, '1', 6 * HOUR, (most + 1) * DAY)],
    [true, false],
  )
  assert.deepEqual(
    [await lasts(3, '1', 10 * DAY, all * DAY), await lasts(3, '1', 10 * DAY, (all + 10) * DAY)],
    [true, false],
  )
})
test('the token of a session is 256 drawn bits, never twice the same, and the database keeps its hash alone', async () => {
  const ones = new Float64Array(256)
  const MANY = 100
  const seen = new Set<string>()
  for (let n = 0; n < MANY; n++) {
    const token = await aVisitor(t, a)
    const [, drawn = ''] = /^mo_([\w-]{43})[\w-]{24}$/.exec(token) ?? assert.fail(token)
    const bytes = Buffer.from(drawn, 'base64url')
    assert.equal(bytes.length, 32)
    for (let i = 0; i < 256; i++) ones[i] = (ones[i] ?? 0) + (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1)
    seen.add(drawn)
  }
  assert.equal(seen.size, MANY)
  // Each bit is a coin of its own: six deviations are one in ten million.
  for (const [i, n] of ones.entries()) assert.ok(Math.abs(n - MANY / 2) < 6 * Math.sqrt(MANY / 4), `bit ${i}: ${n}`)
  const token = await aVisitor(t, a)
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await t.owner.query("select s::text as row from sessions s where s.hash = decode($1, 'hex')", [hash])
  assert.equal(rows.length, 1)
  assert.ok(!rows[0].row.includes(token.slice(3, 46)))
})
test('a page opens no session, nor does what is refused; a sign-in, a link and the catalogue’s door open one each', async () => {
  const before = await sessions()
  for (const url of [
    '/pedidos',
    `/pedidos?id=${a.client.id}`,
    '/',
    '/session/signin',
    '/shell',
    '/vitrine',
    '/api/v1/auth/me',
  ])
    assert.equal((await open(url)).headers['set-cookie'], undefined, url)
  const enter = (user_id: unknown) =>
    t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: a.path, user_id } })
  assert.equal((await login({ email: a.seller.email, password: 'errada' })).status, 401)
  for (const wrong of [a.client.id, `c${a.client.id}`, `c${a.client.id}.${'x'.repeat(24)}`])
    assert.equal((await enter(wrong)).status, 403)
  await t.call('POST', '/api/v1/auth/forgotPassword', { body: { email: a.seller.email } })
  assert.equal(await sessions(), before)
  await login({ email: a.seller.email, password: PASSWORD })
  await enter(clientLinkToken(t.config.appKey, { id: a.client.id, link_version: 1 }))
  await aVisitor(t, a)
  assert.equal(await sessions(), before + 3)
})

test('what is signed opens for its own purpose alone, by one algorithm, under the key of this installation', async () => {
  const { appKey } = t.config
  const { rows } = await t.owner.query('select link_version as v from users where id = $1', [a.client.id])
  const text = `${a.client.id}:${rows[0].v}`
  const by = (algorithm: string, key: string, purpose: string) =>
    createHmac(algorithm, key)
      .update(purpose + text)
      .digest()
      .subarray(0, 18)
      .toString('base64url')
  const enter = async (signature: string) =>
    (
      await t.call('POST', '/api/v2/auth/loginClient', {
        body: { company_path: a.path, user_id: `c${a.client.id}.${signature}` },
      })
    ).status
  assert.equal(await enter(by('sha256', appKey, 'client-link:')), 200)
  const wrong = [
    ...['', 'bearer:', 'consent:', 'link:'].map((purpose) => by('sha256', appKey, purpose)),
    ...['sha1', 'md5', 'sha512', 'sha512-256', 'sha3-256'].map((way) =>
      by(way, appKey, 'client-link:').padEnd(24, 'A'),
    ),
    ...['', 'other', appKey.toLowerCase(), appKey.slice(0, -1), '{"alg":"none"}'].map((key) =>
      by('sha256', key, 'client-link:'),
    ),
    createHash('sha256').update(`client-link:${text}`).digest().subarray(0, 18).toString('base64url'),
    '',
    'none',
    'A'.repeat(24),
  ]
  for (const [n, signature] of wrong.entries()) assert.equal(await enter(signature), 403, `${n}`)
  const state = Buffer.from(JSON.stringify({ company_id: a.id, integration_id: 1, until: 0 })).toString('base64url')
  const back = async (purpose: string, way = 'sha256', key = appKey) => {
    const signature = createHmac(way, key)
      .update(purpose + state)
      .digest('base64url')
    const { body } = await t.call('GET', `/api/v2/integration/consent?code=x&state=${state}.${signature}`)
    return body.message as string
  }
  // Known for ours it is read, and found to be too late.
  assert.match(await back('consent:'), /demorou demais/)
  for (const [purpose, way, key] of [
    [''],
    ['bearer:'],
    ['client-link:'],
    ['consent:', 'sha1'],
    ['consent:', 'sha256', 'other'],
  ] as const)
    assert.doesNotMatch(await back(purpose, way, key), /demorou/, `${purpose} ${way} ${key}`)
})
test('every moment that is kept or told is one of UTC: in the log, in the tables, in answers', async () => {
  lines.length = 0
  await open('/api/v1/nowhere')
  const time = lines[0]?.time as number
  assert.ok(Number.isInteger(time) && Math.abs(time - Date.now()) < 60_000, `${time}`)
  const { rows } = await t.owner.query(
    `select distinct table_name as name from information_schema.columns where table_schema = 'public'
      and data_type in ('timestamp without time zone', 'time without time zone') order by 1`,
  )
  // An appointment, a visit: at nine by the clock on the wall.
  assert.deepEqual(
    rows.map((r) => r.name),
    ['event_days', 'events', 'visits'],
  )
  await t.call('PUT', `/api/v1/users/${a.seller.id}`, { token: a.admin.token, body: { name: 'Outro Nome' } })
  const { data } = (await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: a.admin.token })).body
  assert.match(data[0].at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
test('whoever tries doors stands in the log as a warning, with what was refused; what is only filled in wrong does not', async () => {
  const b = await aCompany(t)
  const told = async (ask: () => Promise<{ body: { code: string } }>) => {
    lines.length = 0
    const { code } = (await ask()).body
    const line = lines.find((l) => l.msg === 'request completed')
    assert.equal(line?.refused, code)
    return `${code} ${line?.level}`
  }
  const wrong = () => login({ email: b.seller.email, password: 'errada' })
  const notice = () =>
    t.call('POST', '/api/v2/subscription/webhook', { body: { event_id: 'aviso-1', txid: 'x', amount: '1,00' } })
  const reset = () =>
    t.call('PUT', '/api/v1/auth/password', { body: { token: `mo_${'x'.repeat(43)}`, password: 'uma frase comprida' } })
  const elsewhere = () =>
    t.call('POST', '/api/v2/auth/loginClient', {
      body: { company_path: a.path },
      headers: { host: `${b.path}.localhost` },
    })
  const forbidden = () => t.call('GET', '/api/v1/users', { token: b.client.token })
  const invalid = () => t.call('POST', '/api/v1/categories', { token: b.admin.token, body: {} })
  assert.deepEqual(
    [
      await told(wrong),
      await told(notice),
      await told(reset),
      await told(elsewhere),
      await told(forbidden),
      await told(invalid),
    ],
    ['bad_credentials 40', 'unsigned 40', 'reset_link 40', 'other_company 40', 'forbidden 40', 'invalid 30'],
  )
  for (let n = 0; n < 2; n++) await wrong()
  assert.equal(await told(wrong), 'too_many 40')
})

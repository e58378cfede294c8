// What a stranger can reach is counted: by address, by account or visitor's session, by company. The registry is walked,
// so that a new call is counted as well.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { isOpen, senderOf } from '#server/limits.ts'
import { registered } from '#server/serve.ts'
import type { Endpoint } from '#shared/wire.ts'
import { aCompany, aPerson, aVisitor, type Company, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

const [ADDRESS, ACCOUNT, COMPANY] = [5, 4, 7]
let t: TestApp
let a: Company
before(async () => {
  const limits = { ...UNLIMITED, open_ip: ADDRESS, open_account: ACCOUNT, open_company: COMPANY }
  t = await startTestApp({ config: { limits } })
  a = await aCompany(t)
})
after(() => t.close())

const ask = (e: Endpoint, { token, ip = '203.0.113.7' }: { token?: string; ip?: string }) =>
  t.app.inject({
    method: e.method,
    url: e.path.replace(':company', String(a.id)).replaceAll(/:\w+/g, '1'),
    remoteAddress: ip,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(e.method !== 'GET' && { payload: {} }),
  })
/** The statuses of so many requests after a minute of silence. */
async function inAMinute(requests: (() => ReturnType<typeof ask>)[]): Promise<(number | string)[]> {
  t.clock.forward(61_000)
  const heard: (number | string)[] = []
  for (const request of requests) {
    const { statusCode, headers } = await request()
    heard.push(statusCode === 429 && !(Number(headers['retry-after']) > 0) ? '429 without Retry-After' : statusCode)
  }
  return heard
}
const refusedAt = (heard: (number | string)[]) => heard.indexOf(429)
const times = <T>(n: number, of: T) => Array.from({ length: n }, () => of)
const open = () => registered.filter(isOpen)

test('every call that a stranger can reach is refused with Retry-After after so many of an address', async () => {
  assert.ok(open().length > 40)
  for (const e of open()) {
    const heard = await inAMinute(times(ADDRESS + 1, () => ask(e, {})))
    assert.equal(refusedAt(heard), ADDRESS, `${e.method} ${e.path}: ${heard.join()}`)
    assert.notEqual((await ask(e, { ip: '203.0.113.8' })).statusCode, 429, 'another address is served')
  }
})
test('what nobody may call is counted too: knocking at every door is knocking', async () => {
  const closed = registered.filter((e) => !isOpen(e)).slice(0, ADDRESS + 3)
  const heard = await inAMinute(closed.map((e) => () => ask(e, {})))
  assert.deepEqual(heard, [...times(ADDRESS, 401), ...times(3, 429)])
})
test('every call that strangers reach counts an account, a visitor’s session and a company', async () => {
  const other = await aPerson(t, a.id, 3)
  const ends = /logout/
  for (const e of open().filter((o) => !ends.test(o.path))) {
    const own = await inAMinute(times(ACCOUNT + 1, () => ask(e, { token: a.client.token })))
    assert.equal(refusedAt(own), ACCOUNT, `${e.method} ${e.path} as a client: ${own.join()}`)
    t.clock.forward(61_000)
    const visitor = await aVisitor(t, a)
    const visits = await inAMinute(times(ACCOUNT + 1, () => ask(e, { token: visitor, ip: '203.0.113.9' })))
    assert.equal(refusedAt(visits), ACCOUNT, `${e.method} ${e.path} as a visitor: ${visits.join()}`)
    const all = await inAMinute([
      ...times(ACCOUNT, () => ask(e, { token: a.client.token })),
      ...times(ACCOUNT, () => ask(e, { token: other.token })),
    ])
    assert.equal(refusedAt(all), COMPANY, `${e.method} ${e.path} of a company: ${all.join()}`)
  }
})
// Every call is walked above, whole, with small limits; LONG: the limits as they are, at one call.
if (process.env.LONG)
  test('the limits that an installation has are reached after exactly so many requests', async () => {
    const real = await startTestApp({ config: { limits: { ...UNLIMITED, ...openLimits() } } })
    try {
      const c = await aCompany(real)
      const url = '/api/v2/privacy'
      const until429 = async (tokens: string[], most: number) => {
        real.clock.forward(61_000)
        for (let n = 0; n <= most; n++) {
          const token = tokens[n % tokens.length]
          const headers = token ? { authorization: `Bearer ${token}` } : {}
          const r = await real.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.7', headers })
          if (r.statusCode === 429) return n
        }
        return -1
      }
      assert.equal(await until429([''], DEFAULT_LIMITS.open_ip), DEFAULT_LIMITS.open_ip)
      assert.equal(await until429([c.client.token], DEFAULT_LIMITS.open_account), DEFAULT_LIMITS.open_account)
      const many = await Promise.all(Array.from({ length: 12 }, () => aPerson(real, c.id, 3)))
      const tokens = many.map((p) => p.token)
      assert.equal(await until429(tokens, DEFAULT_LIMITS.open_company), DEFAULT_LIMITS.open_company)
    } finally {
      await real.close()
    }
  })
const openLimits = () => {
  const { open_ip, open_account, open_company } = DEFAULT_LIMITS
  return { open_ip, open_account, open_company }
}
test('a clock that is set back makes nobody wait longer than the window', async () => {
  const [e] = open() as [Endpoint]
  await inAMinute(times(ADDRESS + 1, () => ask(e, {})))
  const late = await t.app.inject({ method: 'GET', url: '/api/v2/privacy', remoteAddress: '203.0.113.7' })
  assert.equal(late.statusCode, 429)
  t.clock.forward(-3_600_000)
  assert.notEqual((await ask(e, {})).statusCode, 429)
  // What the database counts: five wrong passwords close an account for fifteen minutes, not for an hour more.
  const strict = await startTestApp()
  try {
    const b = await aCompany(strict)
    const wrong = () =>
      strict.call('POST', '/api/v1/auth/login', { body: { email: b.admin.email, password: 'errada' } })
    for (let i = 0; i < 5; i++) assert.equal((await wrong()).status, 401)
    assert.equal((await wrong()).status, 429)
    strict.clock.forward(-3_600_000)
    assert.equal((await wrong()).status, 401)
  } finally {
    await strict.close()
  }
})
test('a minute’s requests of an account may come at once, and come back drop by drop', async () => {
  const app = await startTestApp({ config: { limits: { ...UNLIMITED, open_account: 600 } } })
  try {
    const b = await aCompany(app)
    const one = () => app.call('GET', '/api/v1/categories', { token: b.client.token })
    const served = async (most: number) => {
      for (let n = 0; n < most; n++) if ((await one()).status === 429) return n
      return most
    }
    assert.equal(await served(700), 600)
    app.clock.forward(1000)
    assert.equal(await served(50), 10)
    app.clock.forward(60_000)
    assert.equal(await served(601), 600, 'after a minute of silence all of it is back')
  } finally {
    await app.close()
  }
})
test('whoever was told to wait and comes all the same is kept, and nothing is looked up for it', async () => {
  const app = await startTestApp({ config: { limits: { ...UNLIMITED, open_account: ACCOUNT, open_ip: ADDRESS } } })
  try {
    const b = await aCompany(app)
    app.clock.forward(61_000)
    let questions = 0
    app.kit.pool.on('acquire', () => questions++)
    const asks = async (token?: string) => {
      questions = 0
      const { status } = await app.call('GET', '/api/v1/categories', { ...(token && { token }) })
      return [status, questions > 0]
    }
    for (const [token, many, allowed] of [
      [b.client.token, ACCOUNT, 200],
      [undefined, ADDRESS, 401],
    ] as const) {
      for (let n = 0; n < many; n++) assert.equal((await asks(token))[0], allowed)
      assert.equal((await asks(token))[0], 429)
      assert.deepEqual(await asks(token), [429, false])
    }
    assert.deepEqual(await asks(b.seller.token), [200, true], 'nobody else is')
    app.clock.forward(61_000)
    assert.deepEqual(await asks(b.client.token), [200, true], 'when the time is over it is served')
  } finally {
    await app.close()
  }
})
test('a refused address is kept whatever token it makes up, with nothing looked up; a colleague behind it is answered', async () => {
  const app = await startTestApp({ config: { limits: { ...UNLIMITED, open_ip: ADDRESS } } })
  try {
    const b = await aCompany(app)
    const ended: string[] = []
    while (ended.length <= ADDRESS) {
      app.clock.forward(61_000)
      const token = await aVisitor(app, b)
      await app.call('POST', '/api/v1/auth/logout', { token })
      ended.push(token)
    }
    let questions = 0
    app.kit.pool.on('acquire', () => questions++)
    const asks = async (url: string, token: string) => {
      questions = 0
      return [(await app.call('GET', url, { token })).status, questions > 0]
    }
    const same = `mo_${'x'.repeat(43)}`
    const changing = (n: number) => `m${'ok'[n % 2]}_${String(n).padEnd(43, 'y')}${'z'.repeat(n % 3 ? 24 : 0)}`
    for (const url of ['/api/v1/categories', '/api/v1/users'])
      for (const token of [() => same, changing, (n: number) => ended[n % ended.length] as string]) {
        app.clock.forward(61_000)
        for (let n = 0; n < ADDRESS; n++) assert.deepEqual(await asks(url, token(n)), [401, true], url)
        assert.equal((await asks(url, token(ADDRESS)))[0], 429, url)
        // What we gave out ourselves is looked up once; what is made up not even once.
        const next = token === changing ? ADDRESS + 1 : ADDRESS
        assert.deepEqual(await asks(url, token(next)), [429, false], url)
        const others = ['/api/v1/categories', '/api/v1/users'].map((other) => asks(other, b.admin.token))
        assert.deepEqual(
          (await Promise.all(others)).map(([status]) => status),
          [200, 200],
          'a colleague is answered',
        )
      }
  } finally {
    await app.close()
  }
})
test('an IPv6 household is one sender, an IPv4 address is itself', () => {
  for (const [ip, sender] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ] as const)
    assert.equal(senderOf(ip), sender, ip)
})
test('twin: without these limits nothing of it is refused', async () => {
  const free = await startTestApp({ config: { limits: UNLIMITED } })
  try {
    for (let i = 0; i < 50; i++) assert.equal((await free.call('GET', '/api/v2/signup')).status, 200)
  } finally {
    await free.close()
  }
})

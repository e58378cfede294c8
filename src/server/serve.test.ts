// The edge by itself. What stands behind it (queries, limits that are kept) is asked with a real database in test/.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { Refusal } from '#shared/errors.ts'
import { type EndpointOptions, whole } from '#shared/wire.ts'
import { type Asking, asEach, call, KEY, NOW, said, served, TOKEN } from '../../test/edge_kit.ts'
import { countTry, giveBack } from './count-tries.ts'
import { encodeAnswer, isClosed, type Kit, paging, Ready, registered, SENT } from './serve.ts'
import type { Session } from './session.ts'

const closed = { is_blocked: true }
const admin = { level: 1 }
const seller = { level: 2 }
const client = { level: 3 }
const operator = { level: 0, company_id: null }
const visitor = { kind: 'public', level: 3 }

test('whoever may not is told why: no session, an ended one, another level; visitors where a call is for them', async () => {
  const ask = await served(call('GET /x', { levels: [1, 2] }))
  assert.deepEqual(await asEach(ask, [admin, seller, client, operator, visitor, undefined, null]), [
    '200 success',
    '200 success',
    '403 forbidden',
    '403 forbidden',
    '403 forbidden',
    '401 unauthorized',
    '401 unauthorized',
  ])
  const [bare, ended] = [await ask(), await ask({ as: null })]
  assert.notEqual(bare.json.message, ended.json.message)
  assert.match(String(ended.json.message), /sessão terminou/)
  const open = await served(call('GET /x', { levels: [1], public: true, anonymous: true }))
  assert.deepEqual(await asEach(open, [visitor, undefined, null, client]), [
    '200 success',
    '200 success',
    '401 unauthorized',
    '403 forbidden',
  ])
  const anyone = await served(call('GET /x', {}))
  assert.deepEqual(await asEach(anyone, [visitor, undefined, null, closed]), Array(4).fill('200 success'))
  const operators = await served(call('GET /x', { levels: [0], adminSentence: true }))
  assert.deepEqual(await asEach(operators, [operator, { ...operator, level: -1 }, admin, visitor]), [
    '200 success',
    '200 success',
    '403 admin_only',
    '403 admin_only',
  ])
  const company = await served(call('GET /x', { levels: [1], adminSentence: true }))
  assert.deepEqual(await asEach(company, [operator, seller]), ['403 forbidden', '403 admin_only'])
})
test('a company’s key opens what is meant for its scope, and nothing that is open to anybody besides', async () => {
  const keyed = (scopes: string[]) => ({ ...admin, scopes })
  const read = await served(call('GET /x', { levels: [1], key: 'products:read' }))
  const token = { token: KEY }
  assert.deepEqual(await asEach(read, [keyed(['products:read']), keyed(['orders:read']), keyed([])], token), [
    '200 success',
    '403 key_scope',
    '403 key_scope',
  ])
  for (const options of [{}, { levels: [1] as const }])
    assert.deepEqual(await asEach(await served(call('GET /x', options)), [keyed(['products:read'])], token), [
      '403 key_scope',
    ])
})
test('of a closed company the admin reads, pays and exports; nothing else is open to anybody', async () => {
  const blocked = [admin, seller].map((who) => ({ ...who, ...closed }))
  const each = async (name: Parameters<typeof call>[0], options: Partial<EndpointOptions> = {}, path = '7') =>
    asEach(await served(call(name, { levels: [0, 1, 2], ...options })), blocked, {
      url: name.replace(/.* /, '').replace(':id', path),
    })
  const none = ['403 company_closed', '403 catalogue_closed']
  const [ownerOnly, both] = [
    ['200 success', '403 catalogue_closed'],
    ['200 success', '200 success'],
  ]
  assert.deepEqual(await each('POST /x'), none)
  assert.deepEqual(await each('GET /x'), ownerOnly)
  assert.deepEqual(await each('POST /x', { whileClosed: 'admin' }), ownerOnly)
  assert.deepEqual(await each('POST /x', { whileClosed: true }), both)
  assert.deepEqual(await each('POST /x/:id', { whileClosed: 'own' }), ownerOnly)
  assert.deepEqual(await each('POST /x/:id', { whileClosed: 'own' }, '8'), none)
  const ask = await served(call('POST /x', { levels: [0] }))
  assert.deepEqual(await asEach(ask, [{ ...operator, ...closed }]), ['200 success'], 'an operator is of no company')
  const zone = { is_blocked: false, valid_until: '2026-11-23', time_zone: 'America/Sao_Paulo' }
  const at = (moment: string) => isClosed(zone, new Date(moment))
  assert.deepEqual(['2026-11-24T02:59:00Z', '2026-11-24T03:00:00Z'].map(at), [false, true])
  assert.equal(isClosed({ ...zone, is_blocked: true }, NOW), true)
  assert.equal(isClosed({ time_zone: zone.time_zone }, NOW), true, 'open until no day that anybody knows')
})
test('what is for a person alone is refused to the operator who looks on, and to nobody else', async () => {
  const own = await served(call('POST /x', { levels: [1, 2], personal: true }))
  const [lookedOn, alone] = [
    { ...admin, acting_id: 1 },
    { ...admin, acting_id: null },
  ]
  assert.deepEqual(await asEach(own, [alone, lookedOn]), ['200 success', '403 forbidden'])
  const theirs = await served(call('POST /x', { levels: [1, 2] }))
  assert.deepEqual(await asEach(theirs, [alone, lookedOn]), ['200 success', '200 success'])
})
test('a form may say which method it means, but only the one that the call has', async () => {
  const how = async (name: Parameters<typeof call>[0], options: Partial<EndpointOptions> = {}) => {
    const ask = await served(call(name, options))
    return async (method: string, _method?: string) =>
      said(await ask({ method, ...(_method !== undefined && { payload: { _method } }) }))
  }
  const put = await how('PUT /x')
  assert.deepEqual(
    [
      await put('PUT'),
      await put('PUT', 'PUT'),
      await put('POST', 'put'),
      await put('POST'),
      await put('POST', 'DELETE'),
    ],
    ['200 success', '200 success', '200 success', '405 method_override', '405 method_override'],
  )
  assert.equal(await put('PUT', 'POST'), '405 method_override')
  assert.equal(await put('GET'), '404 undefined')
  const plain = await how('PUT /x', { plainPost: true })
  const post = await how('POST /x', { plainPost: true })
  for (const ask of [post])
    assert.deepEqual(
      [
        await ask('POST'),
        await ask('PUT'),
        await ask('POST', 'PUT'),
        await ask('PUT', 'POST'),
        await ask('POST', 'DELETE'),
      ],
      ['200 success', '200 success', '200 success', '200 success', '405 method_override'],
    )
  assert.equal(await plain('POST'), '200 success')
  const only = await how('POST /x')
  assert.deepEqual(
    [await only('POST'), await only('POST', 'POST'), await only('POST', 'PUT'), await only('PUT')],
    ['200 success', '200 success', '405 method_override', '404 undefined'],
  )
})
const Q = { query: z.object({ n: z.optional(whole) }), params: z.object({ id: whole }) }
test('a handler sees typed values; a wrong address is not found before a wrong query, a wrong body only when it is read', async () => {
  const body = z.looseObject({ name: z.string() })
  const e = call('POST /x/:id', { ...Q, body, data: z.unknown() })
  let thrown: Refusal | undefined
  const ask = await served(e, (c) => {
    if (thrown) throw thrown
    assert.equal(c.body, c.body, 'read once')
    return { params: c.params, query: c.query, body: c.body }
  })
  const payload = { name: 'a', _method: 'POST', company_id: '5' }
  const found = await ask({ url: '/x/12?n=3', payload })
  assert.deepEqual(found.json.data, { params: { id: 12 }, query: { n: 3 }, body: { name: 'a' } })
  assert.deepEqual(
    [said(await ask({ url: '/x/no?n=no', payload })), said(await ask({ url: '/x/1?n=no', payload }))],
    ['404 not_found', '422 invalid'],
  )
  const wrong = await ask({ url: '/x/1', payload: { name: 1 } })
  assert.deepEqual([said(wrong), Object.keys(wrong.json.errors as object)], ['422 invalid', ['name']])
  assert.ok('errors' in (await ask({ url: '/x/1?n=no', payload })).json)
  assert.ok(!('errors' in (await ask({ url: '/x/no', payload })).json))
  thrown = new Refusal('not_found')
  assert.equal(said(await ask({ url: '/x/1', payload: { name: 1 } })), '404 not_found')
  const bare = await served(call('POST /x', { data: z.unknown() }), (c) => [
    typeof c.body,
    typeof c.query,
    typeof c.params,
  ])
  assert.deepEqual((await bare({ payload: { a: 1 } })).json.data, ['undefined', 'undefined', 'undefined'])
})
test('a call knows who asks, for which company, from where and when', async () => {
  const e = call('GET /x', { data: z.unknown() })
  const ask = await served(e, ({ session, caller, company, named, now, host, ip, token }) => {
    assert.equal(session, caller)
    return { user: session?.user_id ?? null, company, named, now: now.toISOString(), host, ip, token }
  })
  const known = { now: NOW.toISOString(), ip: '127.0.0.1', host: 'a.test' }
  const of = async (asking: Asking) =>
    (await ask({ ...asking, headers: { host: 'a.test', ...asking.headers } })).json.data
  assert.deepEqual(await of({}), { ...known, user: null, company: null, named: null, token: '' })
  assert.deepEqual(await of({ as: operator, url: '/x?company_id=9' }), {
    ...known,
    user: 7,
    company: 9,
    named: 9,
    token: TOKEN,
  })
  assert.deepEqual(await of({ as: operator }), { ...known, user: 7, company: null, named: null, token: TOKEN })
  const named = async (typed: string) => ((await of({ url: `/x?company_id=${typed}` })) as { named: unknown }).named
  assert.deepEqual(
    [await named('12'), await named('x1'), await named('1x'), await named('1'.repeat(16))],
    [12, null, null, null],
  )
  const token = async (authorization: string) =>
    ((await of({ headers: { authorization } })) as { token: unknown }).token
  assert.deepEqual(
    [await token('Bearer abc'), await token('xBearer abc'), await token('Bearer abc def'), await token('abc')],
    ['abc', '', '', ''],
  )
  assert.equal(await token(`Bearer ${'x'.repeat(101)}`), '')
  const inside = await served(call('GET /x', { levels: [1], data: z.unknown() }), (c) => c.company)
  assert.equal((await inside({ as: admin })).json.data, 5)
})
test('what was written stays when the answer is a good one, and goes when it fails; in the end nothing is held', async () => {
  let fails = false
  const ask = await served(call('POST /x', { levels: [1] }), async ({ tx }) => {
    await tx.sql`select 1`
    if (fails) throw new Refusal('conflict')
  })
  assert.equal(said(await ask({ as: admin })), '200 success')
  assert.deepEqual(ask.log, ['session', 'turn 5', 'begin', 'select s', 'select 1', 'commit', 'released'])
  fails = true
  assert.equal(said(await ask({ as: admin })), '409 conflict')
  assert.deepEqual(ask.log.slice(-2), ['rollback', 'released'])
})
test('a company’s requests take turns; a stranger’s and those with a line of their own take none', async () => {
  const of = async (ask: Awaited<ReturnType<typeof served>>, as?: object) => {
    await ask(as ? { as } : {})
    return ask.log.filter((l) => l.startsWith('turn'))
  }
  const e = call('GET /x', { levels: [1], anonymous: true })
  assert.deepEqual([await of(await served(e), admin), await of(await served(e))], [['turn 5'], ['turn null']])
  assert.deepEqual(await of(await served(e, undefined, { ownLine: true }), admin), ['turn null'])
})
test('an answer stands in its envelope: alone, a list, beside the status, bare, kept, or sent by the handler itself', async () => {
  const row = z.object({ n: whole })
  const list = { rows: [{ n: 1 }], total: 3, page: 2, limit: 1 }
  const of = async (options: Partial<EndpointOptions>, given: unknown) =>
    JSON.parse((await (await served(call('GET /x', options), () => given))()).text) as unknown
  assert.deepEqual(await of({ data: row }, { n: 1 }), { status: 'success', data: { n: 1 } })
  assert.deepEqual(await of({}, undefined), { status: 'success', data: null })
  assert.deepEqual(await of({ data: z.array(row), list: true }, list), {
    status: 'success',
    data: [{ n: 1 }],
    total: 3,
    page: 2,
    limit: 1,
  })
  assert.deepEqual(await of({ data: row, beside: true }, { n: 1 }), { status: 'success', n: 1, data: { n: 1 } })
  assert.deepEqual(await of({ data: row, answer: 'bare' }, { n: 1 }), { n: 1 })
  assert.equal(encodeAnswer(call('GET /x', { data: row }), { n: 1 } as never), '{"status":"success","data":{"n":1}}')
  const sent = await served(call('GET /x', {}), ({ reply }) => {
    // A stream's first bytes come later than this.
    setImmediate(() => {
      void reply.type('text/plain').send('own')
    })
    return SENT
  })
  assert.equal((await sent()).text, 'own')
})
test('a kept answer comes in brotli to whoever reads that, and as it is to everybody else', async () => {
  const text = JSON.stringify({ status: 'success', data: 'x'.repeat(4000) })
  const joined = { text, mark: () => 'serve.test' }
  for (const kept of [Buffer.from(text), joined]) {
    const ask = await served(call('GET /x', {}), () => new Ready(kept))
    const [plain, small] = [await ask(), await ask({ headers: { 'accept-encoding': 'br' } })]
    assert.deepEqual([plain.text, plain.headers['content-encoding']], [text, undefined])
    assert.deepEqual([small.headers['content-encoding'], small.text.length < 200], ['br', true])
    for (const { headers } of [plain, small])
      assert.deepEqual([headers.vary, headers['content-type']], ['accept-encoding', 'application/json; charset=utf-8'])
  }
})
test('a call is known once, each method of an address by itself', async () => {
  const at = (method: string, path: string) => registered.filter((e) => e.method === method && e.path === path).length
  for (const name of ['GET /known', 'GET /known', 'POST /known', 'GET /known/other'] as const)
    await served(call(name, {}))
  assert.deepEqual([at('GET', '/known'), at('POST', '/known'), at('GET', '/known/other')], [1, 1, 1])
})
test('who asks too often waits, and nothing is looked up for whoever comes again all the same', async () => {
  const ask = await served(call('GET /api/x', {}), undefined, { open_ip: 1 })
  assert.deepEqual(
    [said(await ask({ as: visitor })), said(await ask({ as: visitor }))],
    ['200 success', '429 too_many'],
  )
  assert.equal(said(await ask({ as: admin, token: `mo_${'b'.repeat(43)}` })), '200 success', 'somebody with an account')
  assert.equal(said(await ask({ as: visitor })), '429 too_many')
  assert.deepEqual(ask.log, [])
})
test('tries that are counted in the database refuse with the seconds to wait, and can be given back', async () => {
  const seen: unknown[] = []
  const kit = (hit: number) =>
    ({
      pool: {
        query: ({ values }: { values: unknown[] }) => {
          seen.push(values)
          return Promise.resolve({ rows: [{ hit }] })
        },
      },
    }) as unknown as Kit
  const tries = [{ key: 'a', limit: 5, seconds: 60 }]
  await countTry(kit(0), tries, NOW)
  await assert.rejects(countTry(kit(1), tries, NOW), (e) => e instanceof Refusal && e.extra.retry_after === 1)
  await giveBack(kit(0), ['a'])
  assert.deepEqual(seen, [[['a'], [5], [60], NOW], [['a'], [5], [60], NOW], [['a']]])
})
test('a list is cut to what its reader may have at once, never refused', () => {
  const of = (query: { limit?: number; page?: number }, level: number, absent = 20) => {
    const { limit, page, offset } = paging(query, absent, { level } as Session)
    return [limit, page, offset]
  }
  assert.deepEqual(of({}, 1), [20, 1, 0])
  assert.deepEqual(of({ limit: 50, page: 3 }, 1), [50, 3, 100])
  assert.deepEqual(
    [of({ limit: 0, page: 0 }, 1), of({ limit: -5, page: -5 }, 1)],
    [
      [1, 1, 0],
      [1, 1, 0],
    ],
  )
  assert.deepEqual(
    [of({ limit: 5000 }, 2), of({ limit: 5000 }, 3), of({ limit: 5000 }, 4)].map(([n]) => n),
    [1000, 100, 100],
  )
  assert.deepEqual([of({}, 3, 500)[0], of({ limit: 500 }, 3, 500)[0], of({}, 3, 50)[0]], [500, 100, 50])
  assert.deepEqual(of({ page: 5_000_000 }, 1), [20, 1_000_000, 19_999_980])
})

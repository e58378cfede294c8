// Every call of the API with bodies, queries and addresses drawn from its own contract, as each role: nothing breaks,
// nobody sees or changes the neighbour's, and who works beside it is served. SEED=… draws the same requests again.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { after, before, test } from 'node:test'
import * as z from 'zod/mini'
import { registered, serve } from '#server/serve.ts'
import { endpoint, type Endpoint } from '#shared/wire.ts'
import { type Apart, startApart } from './apart.ts'
import type { ErpSimulator } from './erp_shapes.ts'
import { erpSimulator, PLATFORM } from './erp_simulator.ts'
import { draw, type Drawn, type Things } from './hostile.ts'
import { startTestApp, type TestApp, UNLIMITED, until } from './kit.ts'
import { readable } from './readable.ts'
import { type Dice, dice, memoryOf, ownMemoryOf } from './stranger.ts'
import { aWorld, MARKER, PRICES, type World } from './world.ts'

const REQUESTS = Number(process.env.FUZZ ?? (process.env.LONG ? 200_000 : 20_000))
const AT_ONCE = 12
/** Megabytes that the server itself may grow by, and that it may with the processes that read pictures and sheets for
 * it: two and two at most (decision 0024), each a Node of its own. LONG: sign-ins, 19 MB each while they last, meet more. */
const MOST_GROWTH = process.env.LONG ? 150 : 100
const MOST_WITH_CHILDREN = 300
/** And by how much more it may weigh in the last quarter of them than in the second: what is lost grows on. */
const MOST_DRIFT = 30
let t: TestApp
let w: World
let erp: ErpSimulator
let server: Apart
before(async () => {
  erp = await erpSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, ...PLATFORM, erpHosts: erp.hosts, erpPace: 0.001 } })
  w = await aWorld(t)
  server = await startApart(t, {
    ERP_TEST_HOSTS: JSON.stringify(erp.hosts),
    BLING_CLIENT_ID: PLATFORM.blingId,
    BLING_CLIENT_SECRET: PLATFORM.blingSecret,
    PEDIDOOK_PARTNER_TOKEN: PLATFORM.pedidookPartner,
    LOG_LEVEL: 'error',
    TEST_JOBS: '1',
  })
})
after(async () => {
  server?.stop()
  erp.close()
  await t.close()
})

interface Heard {
  status: number
  retryAfter: boolean
  type: string
  text: string
  took: number
}
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
/** Sends it and reads the answer, of a stream its beginning; status 0: the line ended. */
const say = (x: Drawn, token: string, from = '127.0.0.1') =>
  new Promise<Heard>((done) => {
    const began = performance.now()
    const end = (status: number, retryAfter: boolean, type: string, text: string) =>
      done({ status, retryAfter, type, text, took: performance.now() - began })
    const length = x.body && { 'content-length': String(x.body.length) }
    const headers = { ...x.headers, ...(token && { authorization: `Bearer ${token}` }), ...length }
    const r = request(
      { agent, port: server.port, host: '127.0.0.1', localAddress: from, method: x.method, path: x.path, headers },
      (answer) => {
        const { statusCode: status = 0 } = answer
        const retryAfter = answer.headers['retry-after'] !== undefined
        const type = String(answer.headers['content-type'])
        let text = ''
        const heard = () => end(status, retryAfter, type, text)
        answer.setEncoding('latin1').on('data', (s: string) => {
          if (text.length < 2e6) text += s
        })
        answer.on('end', heard).on('error', heard)
        if (!type.startsWith('text/event-stream')) return
        heard()
        answer.destroy()
      },
    )
    r.setTimeout(60_000, () => r.destroy())
    r.on('error', (e) => end(0, false, '', e.message))
    r.end(x.body)
  })

/** What a drawn request has ended or spoilt for those who come after it: sessions, levels, the company itself. */
async function mend(): Promise<void> {
  const people = [w.a.admin, w.a.seller, w.a.client, w.operator]
  const hash = (token: string) => createHash('sha256').update(token).digest()
  await t.owner.query(
    `update companies set deleted_at = null, is_blocked = false, valid_until = '2030-01-01', public_user = $2,
      max_users_admin = 500, max_users_seller = 500, max_products = 5000, pedidos = true, catalogue_open = true
      where id = $1`,
    [w.a.id, w.a.public_user],
  )
  for (const [person, level] of people.map((p, i) => [p, [1, 2, 3, 0][i]] as const))
    await t.owner.query(
      'update users set deleted_at = null, merged_into = null, active = true, level = $2 where id = $1',
      [person.id, level],
    )
  await t.owner.query(
    'update users set deleted_at = null, merged_into = null, active = true, level = 3 where id = $1',
    [w.a.public_user],
  )
  for (const { token, id, company, kind } of [
    ...people.map((p) => ({ ...p, company: p === w.operator ? null : w.a.id, kind: 'user' })),
    { token: w.visitor, id: w.a.public_user, company: w.a.id, kind: 'public' },
  ])
    await t.owner.query(
      `insert into sessions (hash, user_id, company_id, kind, created_at, last_seen) values ($1, $2, $3, $4, $5, $5)
        on conflict (hash) do nothing`,
      [hash(token), id, company, kind, t.clock.now()],
    )
}
/** Everything that is the neighbour's, row by row. */
async function theirs(): Promise<Record<string, string>> {
  const { rows } = await t.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public'
      and column_name = 'company_id' and table_name not in ('sessions') union select 'companies' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    const key = name === 'companies' ? 'id' : 'company_id'
    const found = await t.owner.query(
      `select coalesce(md5(string_agg(x::text, '' order by x::text)), '') as sum from ${name} x where ${key} = $1`,
      [w.b.id],
    )
    sums[name] = found.rows[0].sum
  }
  return sums
}
const TABLES = ['products', 'categories', 'entities', 'users', 'clients', 'orders', 'integration', 'catalogs']
async function thingsOf(own: boolean): Promise<Things> {
  const { rows } = await t.owner.query<{ id: string }>(
    `select distinct id from (select id from products union all select id from orders union all select id from users
      union all select id from categories union all select id from catalogs union all select id from entities
      union all select id from companies) x where $1 or (id < 60 or id >= 500 and id < 770000)
      and not exists (select 1 from users u where u.id = x.id and u.company_id = $2) order by 1 limit 500`,
    // An operator may end whoever they name: none of the neighbour's people is named to them.
    [!own, w.b.id],
  )
  const ids = rows.map((r) => Number(r.id))
  const of: Record<string, number[]> = { companies: own ? [w.a.id] : [w.a.id, w.a.id, w.a.id, w.b.id] }
  for (const table of TABLES) {
    const key = table.replace('clients', 'users').replace('integration', 'integrations')
    const found = await t.owner.query<{ id: string }>(`select id from ${key} where company_id = any($1)`, [
      own ? [w.a.id] : [w.a.id, w.b.id],
    ])
    of[table] = found.rows.map((r) => Number(r.id))
  }
  const { a, b } = w.secrets
  const words = ['Peça', 'própria', 'a', 'natal', 'código P-1', 'order', 'client', 'pronto', 'novo', 'confirmado', 'br']
  return {
    of,
    ids: [...ids, w.a.id, w.a.id, w.a.id],
    secrets: own ? a : [...a, ...b.map((s) => s.slice(0, -1))],
    words,
  }
}

test(`${REQUESTS} requests drawn from the contracts, as each role: no failure of ours, no neighbour touched, memory and others hold`, async (c) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
  c.diagnostic(`SEED=${seed}`)
  const files = [
    Buffer.from(await w.png.arrayBuffer()),
    Buffer.from('nome;preço\nx;1,00\n'),
    Buffer.from('PK\u0003\u0004x'),
    Buffer.alloc(0),
  ]
  const people: [string, string][] = [
    ['nobody', ''],
    ['visitor', w.visitor],
    ['client', w.a.client.token],
    ['seller', w.a.seller.token],
    ['admin', w.a.admin.token],
    ['operator', w.operator.token],
  ]
  // What waits to be done for the neighbour is done before, so that whatever changes there later is a fault.
  await t.jobs()
  await until(async () => (await t.owner.query('select 1 from graphile_worker.jobs')).rowCount === 0)
  const before = await theirs()
  const own = await thingsOf(true)
  const all = await thingsOf(false)
  const beside: { done: number; wrong: string[]; took: number[] } = { done: 0, wrong: [], took: [] }
  let over = false
  const good = async (most = Number.POSITIVE_INFINITY) => {
    for (let n = 0; !over && n < most; n++) {
      const list: Drawn = { method: 'GET', path: '/api/v1/products', headers: {}, body: undefined }
      const h = await say(list, w.b.client.token, '127.0.0.3')
      if (h.status !== 200 || !h.text.includes(latin(MARKER))) beside.wrong.push(`${h.status} ${h.text.slice(0, 200)}`)
      beside.done++
      beside.took.push(h.took)
      await new Promise((r) => setTimeout(r, 20))
    }
  }
  // The first answers warm the server up; memory is counted from there.
  await good(200)
  const alone = p99(beside.took.splice(0))
  const memory = () => ({ own: ownMemoryOf(server.pid), all: memoryOf(server.pid) })
  const first = memory()
  const most = { ...first }
  const weighed: number[] = []
  const weigh = () => {
    const { own, all } = memory()
    weighed.push(own)
    Object.assign(most, { own: Math.max(most.own, own), all: Math.max(most.all, all) })
  }
  const wrong: string[] = []
  const counts = new Map<string, number>()
  let mending: Promise<void> | undefined
  const spent = new Map<string, number>()
  const refused = new Map<string, number>()
  let slowest: [number, string] = [0, '']
  let next = 0
  const one = async (n: number) => {
    const d: Dice = dice(seed + n)
    const e = registered[n % registered.length] as Endpoint
    const [who, token] = people[Math.floor(n / registered.length) % people.length] as [string, string]
    const x = draw(e, d, who === 'operator' ? own : all, { files })
    const h = await say(x, token)
    const name = `${n} ${who} ${x.method} ${x.path.slice(0, 300)} ${x.headers['content-type'] ?? ''} ${String(x.body ?? '').slice(0, 500)}`
    counts.set(`${who} ${h.status}`, (counts.get(`${who} ${h.status}`) ?? 0) + 1)
    spent.set(e.path, (spent.get(e.path) ?? 0) + h.took)
    if (h.status === 401 && token) mending ??= mend().finally(() => (mending = undefined))
    await mending
    if (h.status === 503) refused.set(e.path, (refused.get(e.path) ?? 0) + 1)
    if (h.took > slowest[0]) slowest = [h.took, name]
    if (h.status === 0 || (h.status >= 500 && !allowed(h))) wrong.push(`${h.status} ${name} → ${h.text.slice(0, 300)}`)
    // Whoever names a company, or comes by its host, finds what is public of it.
    const knocks = e.path === '/api/v2/auth/loginClient' || x.headers.host?.startsWith(w.b.path)
    if (who !== 'operator' && !knocks && saysTheirs(h)) wrong.push(`the neighbour's: ${name} → ${h.text.slice(0, 300)}`)
  }
  const worker = async () => {
    for (let n = next++; n < REQUESTS; n = next++) {
      if (n % 200 === 0) await mend()
      if (n % 500 === 0) weigh()
      await one(n)
    }
  }
  const others = good()
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  } finally {
    over = true
    await others
    c.diagnostic(server.output().slice(0, 20_000))
  }
  weigh()
  c.diagnostic(JSON.stringify(Object.fromEntries([...counts].toSorted(([x], [y]) => x.localeCompare(y)))))
  c.diagnostic(`503: ${JSON.stringify(Object.fromEntries(refused))}`)
  c.diagnostic(
    `memory of the server ${first.own.toFixed()} → ${most.own.toFixed()} MB, with its children ${first.all.toFixed()} → ${most.all.toFixed()} MB; slowest ${slowest[0].toFixed()} ms: ${slowest[1].slice(0, 300)}`,
  )
  c.diagnostic(JSON.stringify([...spent].toSorted((x, y) => y[1] - x[1]).slice(0, 12)))
  c.diagnostic(`beside: ${beside.done} answers, p99 ${p99(beside.took).toFixed(1)} ms, alone ${alone.toFixed(1)} ms`)
  assert.deepEqual(wrong.slice(0, 40), [])
  assert.ok(server.alive(), server.output().slice(-3000))
  assert.deepEqual(beside.wrong, [])
  assert.ok(beside.done > 20)
  assert.ok(most.own - first.own <= MOST_GROWTH, `grown by ${(most.own - first.own).toFixed()} MB`)
  const quarter = (n: number) => {
    const of = weighed.slice(Math.floor((weighed.length * n) / 4), Math.floor((weighed.length * (n + 1)) / 4))
    return of.reduce((sum, mb) => sum + mb, 0) / of.length
  }
  const drift = quarter(3) - quarter(1)
  c.diagnostic(`drift ${drift.toFixed(1)} MB`)
  assert.ok(drift <= MOST_DRIFT, `in the last quarter heavier by ${drift.toFixed()} MB than in the second`)
  assert.ok(most.all - first.all <= MOST_WITH_CHILDREN, `with children by ${(most.all - first.all).toFixed()} MB`)
  assert.deepEqual(await theirs(), before, "the neighbour's rows")
})
test('twin: a call that stumbles over a long name is found by the same drawing', async () => {
  const stumbles = endpoint('POST /api/v2/twin', { does: 'x', levels: 'anyone', body: z.object({ name: z.string() }) })
  const twin = await startTestApp({
    features: [
      (app, kit) =>
        serve(app, kit, stumbles, async ({ body }) => {
          if (body.name.length > 1000) throw new Error('stumbled')
          return undefined
        }),
    ],
    log: false,
  })
  try {
    let seen = 0
    for (let n = 0; n < 3000; n++) {
      const { method, path, headers, body } = draw(
        stumbles,
        dice(n),
        { of: {}, ids: [1], secrets: [], words: ['a'] },
        { files: [] },
      )
      const r = await twin.app.inject({ method: method as 'POST', url: path, headers, ...(body && { payload: body }) })
      if (r.statusCode === 500) seen++
    }
    assert.ok(seen > 0)
  } finally {
    await twin.close()
  }
})
const p99 = (ms: number[]) => ms.toSorted((x, y) => x - y)[Math.floor(ms.length * 0.99)] ?? 0
/** A bound was reached, or it is somebody else's server that failed. */
const allowed = (h: Heard) =>
  (h.status === 503 && h.retryAfter) || (h.status === 502 && h.text.includes('"erp_failed"'))
/** Of their prices not the bare cents: so many requests draw that number, too. */
const THEIRS = [MARKER, ...PRICES.filter((word) => /\D/.test(word))]
function saysTheirs(h: Heard): boolean {
  const text = readable(Buffer.from(h.text, 'latin1'), h.type)
  return THEIRS.some((word) => text.includes(word))
}
const latin = (text: string) => Buffer.from(text).toString('latin1')

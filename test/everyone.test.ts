// Every registered call as everybody, with valid requests drawn from its contract: who is refused changes no row of any
// table, nobody reads or changes the neighbour's or a sibling's, nobody who may see no price reads one. The same with
// the companies' filters taken out of every statement: the walls of the database alone.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { registered } from '#server/serve.ts'
import type { ErpSimulator } from './erp_shapes.ts'
import { erpSimulator, PLATFORM } from './erp_simulator.ts'
import { aPerson, aVisitor, startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { readable } from './readable.ts'
import { AMONG_OWN, calls, isRefused, nobody, ROUNDS, SEED, type Somebody, somebody, walker } from './walk.ts'
import { aWorld, MARKER, PRICE, PRICES, PRIVATE, SUMS, type World } from './world.ts'

let t: TestApp
let w: World
let walks: ReturnType<typeof walker>
let erp: ErpSimulator
before(async () => {
  erp = await erpSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, ...PLATFORM, erpHosts: erp.hosts, erpPace: 0.001 } })
  w = await aWorld(t)
  walks = walker(t, w)
})
after(async () => {
  erp.close()
  await t.close()
})
const asked = pg.Client.prototype.query
afterEach(() => {
  pg.Client.prototype.query = asked
})

/** Every table's rows, by its name; of one company, or all. */
async function sums(company?: number, skip = /^sessions$|^rate_hits$/): Promise<Record<string, string>> {
  const { rows } = await t.owner.query<{ name: string; key: string | null }>(
    `select t.table_name as name, (select case when t.table_name = 'companies' then 'id' else max(c.column_name) end
       from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name
       and c.column_name = 'company_id') as key
     from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const some = rows.filter((r) => !skip.test(r.name) && (company === undefined || r.key))
  const sum = (r: { name: string; key: string | null }) =>
    `select '${r.name}' as name, coalesce(md5(string_agg(x::text, '' order by x::text)), '') as sum from "${r.name}" x
      ${company === undefined ? '' : `where ${r.key} = ${company}`}`
  const found = await t.owner.query<{ name: string; sum: string }>(some.map(sum).join(' union all '))
  return Object.fromEntries(found.rows.map((r) => [r.name, r.sum]))
}
/** Every row of a company's, with its table's name before it. */
async function rowsOf(company: number): Promise<Set<string>> {
  const { rows: tables } = await t.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public'
      and column_name = 'company_id' and table_name not in ('sessions', 'rate_hits')`,
  )
  const rows = new Set<string>()
  for (const { name } of tables) {
    const found = await t.owner.query(`select to_jsonb(x) as row from "${name}" x where company_id = $1`, [company])
    for (const { row } of found.rows) rows.add(`${name} ${JSON.stringify(row)}`)
  }
  return rows
}
test('whoever is refused for who they are gets 401 or 403 and changes no row of any table', async () => {
  const people: Somebody[] = [
    nobody,
    { name: 'visitor', token: w.visitor, level: 3, visits: true },
    somebody('client', w.a.client, 3),
    somebody('seller', w.a.seller, 2),
    somebody('admin', w.a.admin, 1),
    somebody('operator', w.operator, 0),
    somebody('other admin', w.b.admin, 1),
  ]
  const own = await walks.files()
  const at = await walks.thingsOf(w.a.id, w.secrets.a)
  const wrong: string[] = []
  let cells = 0
  let before = await sums()
  for (const [n, e] of registered.entries()) {
    for (const who of people.filter((p) => isRefused(e, p))) {
      const r = await walks.ask(e, who, at, SEED + n, own)
      cells++
      if (r.status !== (who.token ? 403 : 401)) wrong.push(`${r.status} ${who.name}: ${r.said}`)
    }
    const now = await sums()
    const changed = Object.keys(now).filter((k) => now[k] !== before[k])
    if (changed.length > 0) wrong.push(`${e.method} ${e.path} was refused and changed ${changed.join()}`)
    before = now
  }
  assert.deepEqual(wrong, [])
  assert.ok(cells > 700, `${cells} cells`)
})

test('a call that only asks changes nothing and opens no session, whoever asks: sums are brought up to date, openings counted, and who takes data out is noted', async () => {
  const only = calls().filter((e) => e.method === 'GET')
  const people = [...(await walks.strangers()), somebody('operator', w.operator, 0)]
  const opened = async () => (await t.owner.query('select count(*)::int as n from sessions')).rows[0].n
  const last = Number((await t.owner.query('select max(id) as id from logs')).rows[0].id)
  const [before, were] = [await sums(), await opened()]
  const { answered } = await walks.walk(people, await walks.thingsOf(w.a.id, w.secrets.a), [], { only, rounds: 1 })
  const now = await sums()
  const counted = /^(?:figures_kept|sold_orders|sold_lines|catalogs|openings|catalogue_visits|link_views|logs)$/
  assert.deepEqual(
    Object.keys(now).filter((k) => now[k] !== before[k] && !counted.test(k)),
    [],
  )
  const { rows } = await t.owner.query("select action, name from logs where id > $1 and action <> 'export'", [last])
  assert.deepEqual(rows, [])
  assert.equal(await opened(), were)
  assert.ok(answered > 100, `${answered} answers`)
})
test('each call that somebody may make, aimed at the neighbour: no answer holds a word or a price of theirs, and no row of theirs changes', async () => {
  const before = await sums(w.b.id)
  const { wrong, answered } = await walks.walk(await walks.strangers(), await walks.thingsOf(w.b.id, []), [
    MARKER,
    PRIVATE,
    ...PRICES,
  ])
  assert.deepEqual(wrong, [])
  assert.ok(answered > 100, `${answered} answers`)
  assert.deepEqual(await sums(w.b.id), before)
})
test('each call, aimed at a colleague’s clients, orders, visits and talks: no word of theirs, and none of them changes', async () => {
  const colleague = await aPerson(t, w.b.id, 2)
  const client = await aPerson(t, w.b.id, 3, { seller_id: colleague.id })
  const at = await walks.thingsOf(w.b.id, [])
  const before = await rowsOf(w.b.id)
  const people = [somebody('colleague', colleague, 2), somebody("the colleague's client", client, 3)]
  const { wrong, answered } = await walks.walk(people, at, [PRIVATE], { skip: AMONG_OWN })
  assert.deepEqual(wrong, [])
  assert.ok(answered > 60, `${answered} answers`)
  const after = await rowsOf(w.b.id)
  // What is their own: their cards, and the company's counters, which move with whatever anybody does.
  const own = [colleague, client].map(({ id }) => `users {"id":${id},`)
  const gone = [...before].filter(
    (row) => !after.has(row) && !['company_counters ', ...own].some((begins) => row.startsWith(begins)),
  )
  assert.deepEqual(gone, [])
  assert.ok(before.size > 60, `${before.size} rows`)
})
test('whoever may see no prices reads none in any answer: list, sheet, PDF, device copy, order, an edited one, a renewed quote', async () => {
  const blind = await aPerson(t, w.b.id, 3, { hide_price: true, seller_id: w.b.seller.id })
  const { edited, renewed } = await editAndRenew()
  const hide = (on: boolean) =>
    t.owner.query('update users set hide_price = $2 where id = any($1)', [
      [w.b.public_user, w.b.client.id, w.b.seller.id],
      on,
    ])
  // What a few draws may miss; asked before the walk, in which a seller may put two clients together.
  const [own, order_id] = [`/api/v2/companies/${w.b.id}`, edited]
  const asks: [{ token: string }, string, object?][] = [
    [w.b.seller, `/api/v2/clients/${w.b.client.id}/habits`],
    [w.b.seller, `${own}/orders/${renewed}/quote`],
    [w.b.seller, '/api/v2/material', { kind: 'prices', format: 'pdf' }],
    ...[w.b.seller, w.b.client].flatMap((who): [{ token: string }, string, object?][] => [
      [who, `/api/v1/companies/${w.b.id}/orders/${edited}`],
      [who, `${own}/orders/${edited}/pdf`],
      [who, '/api/v2/xls/sales/order_export', { order_id }],
      [who, '/api/v2/offline'],
    ]),
  ]
  /** What of it holds a price. */
  const priced = async () => {
    const found: string[] = []
    for (const [{ token }, url, payload] of asks) {
      const headers = { authorization: `Bearer ${token}` }
      const r = await t.app.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) })
      assert.equal(r.statusCode, 200, `${url} ${r.body.slice(0, 200)}`)
      const text = readable(r.rawPayload, String(r.headers['content-type']))
      const word = SUMS.find((x) => text.includes(x))
      if (word) found.push(`${url} ${word}`)
    }
    return found
  }
  // Twin: with prices shown each of them has one, papers and sheets too.
  assert.equal((await priced()).length, asks.length, (await priced()).join('\n'))
  await hide(true)
  assert.deepEqual(await priced(), [])
  const visitor = await aVisitor(t, w.b)
  const people: Somebody[] = [
    somebody('client without prices', blind, 3),
    somebody('client of the orders', w.b.client, 3),
    somebody('seller without prices', w.b.seller, 2),
    { name: 'visitor', token: visitor, level: 3, visits: true },
  ]
  const { wrong, answered } = await walks.walk(people, await walks.thingsOf(w.b.id, []), SUMS, {
    skip: AMONG_OWN,
  })
  await hide(false)
  assert.deepEqual(wrong, [])
  assert.ok(answered > 60, `${answered} answers`)
})
/** The neighbour's first order gets a freight, their quote is renewed at another price. */
async function editAndRenew(): Promise<{ edited: number; renewed: number }> {
  const { token } = w.b.admin
  const put = async (path: string, body: object) => {
    const r = await t.call('PUT', `/api/v2/companies/${w.b.id}/orders/${path}`, { token, body })
    assert.equal(r.status, 200, JSON.stringify(r.body))
  }
  const { rows } = await t.owner.query<{ id: number; revision: number; product_id: number }>(
    `select o.id, o.revision, l.product_id from orders o join order_lines l on l.company_id = o.company_id and l.order_id = o.id
      where o.company_id = $1 and o.status in ('novo', 'orcamento') and o.client_id = $2 order by o.revision, o.id`,
    [w.b.id, w.b.client.id],
  )
  const [first, quote] = [rows[0], rows.at(-1)]
  assert.ok(first && quote && quote.revision > 0)
  await put(`${first.id}/lines`, { lines: [], freight: PRICE })
  const price = (value: string) =>
    t.call('POST', `/api/v1/products/${quote.product_id}`, { token, body: { price: value } })
  await price('100,00')
  await put(`${quote.id}/quote`, { revision: quote.revision, renew: 1, prices: [{ line: 1, price: '100,00' }] })
  await price(PRICE)
  return { edited: Number(first.id), renewed: Number(quote.id) }
}
test('twin: whoever may read them does: the same walk finds the neighbour’s words and prices with their own admin', async () => {
  const walk = async (rounds: number, only = calls()) =>
    (
      await walks.walk(
        [somebody('their admin', w.b.admin, 1)],
        await walks.thingsOf(w.b.id, []),
        [MARKER, PRIVATE, ...PRICES],
        { rounds, only, reads: true },
      )
    ).wrong
  // Whose archive is asked for is drawn, among others their own.
  const archive = calls().filter((e) => e.path.endsWith('/archive'))
  const wrong = [...(await walk(2)), ...(await walk(16, archive))]
  const found = (words: readonly string[], type: string) =>
    wrong.some((x) => words.some((word) => x.includes(`reads "`) && x.includes(word) && x.includes(` in ${type}`)))
  for (const words of [[MARKER], [PRIVATE], PRICES]) assert.ok(found(words, ''), words.join())
  for (const type of ['application/vnd.openxml', 'application/zip'])
    assert.ok(found(PRICES, type), `no price in ${type}`)
})

/** Takes the companies' filters out of every statement that is asked from now on; answers how many had one. */
function withoutFilters(): () => number {
  const changed = new Set<string>()
  const FILTER = /(?:\b\w+\.)?company_id (?:=|is not distinct from) (\$\d+)(?:::bigint)?(?= |\)|$|\n|,)/g
  const JOINED = /\b\w+\.company_id = \w+\.company_id\b/g
  pg.Client.prototype.query = function query(this: pg.Client, s: unknown, ...more: unknown[]) {
    if (s && typeof s === 'object' && 'text' in s && typeof s.text === 'string' && 'values' in s) {
      const text = s.text.replaceAll(FILTER, '($1::bigint is not null or true)').replaceAll(JOINED, 'true')
      if (text !== s.text) {
        changed.add(s.text)
        s = { ...s, text, ...('name' in s && { name: `bare_${String(s.name)}` }) }
      }
    }
    return (asked as (...all: unknown[]) => unknown).call(this, s, ...more)
  } as typeof asked
  return () => changed.size
}
test('with the companies’ filters taken out of every statement the database alone keeps the neighbour out', async () => {
  const before = await sums(w.b.id)
  const many = withoutFilters()
  const { wrong } = await walks.walk(
    await walks.strangers(),
    await walks.thingsOf(w.b.id, []),
    [MARKER, PRIVATE, ...PRICES],
    { rounds: 1 },
  )
  const statements = many()
  pg.Client.prototype.query = asked
  assert.deepEqual(wrong, [])
  assert.ok(statements > 20, `${statements} statements had a filter`)
  assert.deepEqual(await sums(w.b.id), before)
})
test('twin: without the filters and with the walls down the same walk reads the neighbour’s', async () => {
  await t.owner.query('alter table products disable row level security')
  await t.owner.query('alter table categories disable row level security')
  withoutFilters()
  const { wrong } = await walks.walk([somebody('admin', w.a.admin, 1)], await walks.thingsOf(w.b.id, []), [MARKER], {
    rounds: 1,
    reads: true,
  })
  pg.Client.prototype.query = asked
  await t.owner.query('alter table products enable row level security')
  await t.owner.query('alter table categories enable row level security')
  assert.ok(wrong.some((x) => x.includes(MARKER)))
})
/** Calls with the company in the address: there the neighbour's objects are named with one's own company before them. */
const inOwn = () => calls().filter((e) => e.path.includes('/:company/'))
async function walkOwn(people: Somebody[], objectsOf: number, hidden: readonly string[], reads = false) {
  const at = await walks.thingsOf(objectsOf, [])
  const named = { ...at, inside: w.a.id, ids: at.ids.filter((id) => id !== objectsOf) }
  return walks.walk(people, named, hidden, { rounds: 3 * ROUNDS, only: inOwn(), reads })
}
for (const walls of ['filters and walls', 'the walls alone'])
  test(`one’s own company in the address and the neighbour’s objects after it, as each role (${walls}): no word of theirs, and no row of theirs changes`, async () => {
    const bare = walls === 'the walls alone'
    // Operators know everybody's people: of the walls those stand for whoever is inside a company.
    const people = [...(await walks.strangers()), ...(bare ? [] : [somebody('operator', w.operator, 0)])]
    const before = await sums(w.b.id)
    const many = bare ? withoutFilters() : () => 100
    const { wrong, asked: all } = await walkOwn(people, w.b.id, [MARKER, PRIVATE, ...PRICES])
    const statements = many()
    pg.Client.prototype.query = asked
    assert.deepEqual(wrong, [])
    assert.ok(statements > 10, `${statements} statements had a filter`)
    assert.deepEqual(await sums(w.b.id), before)
    const open = inOwn().filter((e) => people.some((p) => !isRefused(e, p)))
    const missed = open.filter(
      ({ method, path }) => !all.some((x) => x.startsWith(`${method} ${path} `) && x.includes(`/companies/${w.a.id}/`)),
    )
    assert.deepEqual(
      missed.map((e) => e.path),
      [],
      'calls that were never asked with the own company',
    )
    assert.ok(open.length > 25)
  })
test('twin: the same walk with one’s own objects reads one’s own words, and the neighbour’s where no wall stands before the orders', async () => {
  const admin = [somebody('admin', w.a.admin, 1)]
  const own = await walkOwn(admin, w.a.id, ['reservada'], true)
  assert.ok(own.wrong.some((x) => x.includes('reservada')))
  const walls = async (act: 'disable' | 'enable') => {
    for (const name of ['orders', 'order_lines', 'order_events', 'messages'])
      await t.owner.query(`alter table ${name} ${act} row level security`)
  }
  await walls('disable')
  withoutFilters()
  const { wrong } = await walkOwn(admin, w.b.id, [PRIVATE], true)
  pg.Client.prototype.query = asked
  await walls('enable')
  assert.ok(wrong.some((x) => x.includes(PRIVATE)))
})
test('statements without any WHERE, inside a company: every table shows, changes and deletes its own rows only and takes no row of another', async () => {
  const { rows: tables } = await t.owner.query<{ name: string; fields: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as fields from information_schema.columns c
      where table_schema = 'public' and is_generated = 'NEVER' and exists (select 1 from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'company_id')
      group by 1 order by 1`,
  )
  const app = new pg.Client({ connectionString: t.config.databaseUrl })
  await app.connect()
  let full = 0
  try {
    await app.query('begin')
    await app.query("select set_config('app.company_id', $1, true)", [String(w.b.id)])
    /** Does it and takes it back; answers rows, or what refused it. */
    const tried = async (text: string, values: unknown[] = []) => {
      await app.query('savepoint one')
      const said = await app.query(text, values).then(
        (r) => r,
        (e: { code: string; message: string }) => ({ rowCount: 0, rows: [], refused: `${e.code} ${e.message}` }),
      )
      await app.query('rollback to savepoint one')
      return said as { rowCount: number; rows: { company_id: string }[]; refused?: string }
    }
    for (const { name, fields } of tables) {
      const seen = await tried(`select company_id from "${name}"`)
      assert.deepEqual(
        seen.rows.filter((r) => Number(r.company_id) !== w.b.id),
        [],
        `${name} shows another company's rows`,
      )
      if (seen.rows.length > 0) full++
      const own = (await t.owner.query(`select 1 from "${name}" where company_id = $1`, [w.b.id])).rowCount ?? 0
      for (const all of [`update "${name}" set company_id = company_id`, `delete from "${name}"`])
        assert.ok((await tried(all)).rowCount <= own, all)
      const [theirs] = (
        await t.owner.query(`select to_jsonb(x) as row from "${name}" x where company_id = $1 limit 1`, [w.a.id])
      ).rows
      if (!theirs) continue
      const put = `insert into "${name}" (${fields}) overriding system value select ${fields} from jsonb_populate_record(null::"${name}", $1)`
      assert.match(
        (await tried(put, [theirs.row])).refused ?? 'taken',
        /^42501/,
        `${name} takes a row of another company`,
      )
    }
  } finally {
    await app.end()
  }
  assert.ok(full > 25, `${full} tables with rows`)
})
test('nothing of the neighbour’s has got into a row of one’s own: logs, mails, notices, undo and every other table', async () => {
  const { rows } = await t.owner.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  )
  for (const { name } of rows) {
    const found = await t.owner.query(
      `select x::text from "${name}" x where company_id = $1 and x::text ~ $2 limit 1`,
      [w.a.id, `${MARKER}|${PRIVATE}`],
    )
    assert.equal(found.rowCount, 0, `${name}: ${found.rows[0]?.x}`)
  }
})

// However many companies there are, a call reads its own company's rows. Each call is walked beside two hundred copies of
// the company, and PostgreSQL says of every statement, also of those inside functions and triggers, how many rows it read.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Embedded } from '#server/postgres.ts'
import { lastLaunchLog } from '#server/postgres-launch-log.ts'
import { NO_DISK, startSafeDatabase, superUrl } from './database.ts'
import type { ErpSimulator } from './erp_shapes.ts'
import { erpSimulator, PLATFORM } from './erp_simulator.ts'
import { startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { type Somebody, somebody, walker } from './walk.ts'
import { aWorld, type World } from './world.ts'

const COPIES = 200
const EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  log_min_messages: 'log',
  log_line_prefix: '@@%u ',
  // Copies come in one go, and cleaning up after them takes the processor of the walk.
  autovacuum: 'off',
}
let database: Embedded
let erp: ErpSimulator
let t: TestApp
let w: World
let walks: ReturnType<typeof walker>
before(async () => {
  database = await startSafeDatabase({ ...NO_DISK, ...EXPLAIN })
  await asSuper(database.url('super'), (c) =>
    c.query('alter role mostruario_app set auto_explain.log_min_duration = 0'),
  )
  erp = await erpSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, ...PLATFORM, erpHosts: erp.hosts, erpPace: 0.001 } })
  w = await aWorld(t)
  walks = walker(t, w)
  await copyCompany(w.a.id)
})
after(async () => {
  erp.close()
  await t.close()
  await database.stop()
})
async function asSuper(url: string, work: (c: pg.Client) => Promise<unknown>): Promise<void> {
  const c = new pg.Client({ connectionString: url })
  await c.connect()
  try {
    await work(c)
  } finally {
    await c.end()
  }
}

const KEY = "case when c.table_name = 'companies' then 'id' else 'company_id' end"
/** Drawn for everybody, or numbered through all companies. */
const OTHERWISE = ['companies.path', 'users.id', 'receipt_token', 'token', 'user_id']
/** Two hundred companies with the rows of this one: what is unique in all of them gets other beginnings. */
async function copyCompany(id: number): Promise<void> {
  const { rows: columns } = await t.owner.query<{
    tbl: string
    name: string
    type: string
    key: string
    alone: boolean
  }>(
    `select c.table_name as tbl, c.column_name as name, c.udt_name as type, ${KEY} as key,
      exists (select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.table_name::regclass and i.indisunique and a.attname = c.column_name
          and not exists (select 1 from pg_attribute k where k.attrelid = i.indrelid and k.attnum = any(i.indkey)
            and k.attname = ${KEY} or pg_get_indexdef(i.indexrelid) like '%COALESCE(company_id%')) as alone
     from information_schema.columns c join information_schema.tables n using (table_schema, table_name)
     where c.table_schema = 'public' and n.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (c.table_name = 'companies' or exists (select 1 from information_schema.columns k
         where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'company_id'))`,
  )
  const other: Record<string, (name: string) => string> = {
    text: (n) => `overlay(${n} placing lpad(k::text, 6, '0') from 1 for 6)`,
    bytea: (n) => `overlay(${n} placing int4send(k) from 1 for 4)`,
    int8: (n) => `${n} + k * 1000000000::bigint`,
    uuid: () => 'gen_random_uuid()',
  }
  await asSuper(superUrl(t), async (c) => {
    await c.query('set session_replication_role = replica')
    for (const [tbl, of] of Map.groupBy(columns, (x) => x.tbl)) {
      const value = ({ name, type, key, alone }: (typeof of)[number]) =>
        name === key
          ? '1000000 + k'
          : ((alone || [name, `${tbl}.${name}`].some((n) => OTHERWISE.includes(n))) && other[type]?.(`"${name}"`)) ||
            `"${name}"`
      await c.query(
        `insert into "${tbl}" (${of.map((x) => `"${x.name}"`).join()}) overriding system value
          select ${of.map(value).join()} from "${tbl}", generate_series(1, ${COPIES}) k where "${of[0]?.key}" = ${id}`,
      )
    }
    await c.query('vacuum analyze')
  })
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
/** How many rows of a company a table has: the most. */
async function ownRows(): Promise<Map<string, number>> {
  const { rows: tables } = await t.owner.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  )
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(max(n), 0)::int as n from (select count(*) as n from "${name}" group by company_id) x`,
  )
  const { rows } = await t.owner.query<{ name: string; n: number }>(counts.join(' union all '))
  return new Map([...rows.map((r) => [r.name, r.n] as const), ['companies', 1]])
}
/** Statements of the product that read more rows of a table than the company has, and how many there were. */
async function greedy(log: string): Promise<{ wrong: string[]; plans: number }> {
  const own = await ownRows()
  const wrong = new Set<string>()
  let plans = 0
  for (const entry of log.split('@@').filter((e) => e.startsWith('mostruario_app') && e.includes('plan:'))) {
    const said = JSON.parse(entry.slice(entry.indexOf('{'))) as { 'Query Text': string; Plan: Plan }
    plans++
    const look = (node: Plan, above?: string) => {
      const tbl = node['Relation Name'] ?? above
      const scans = node['Node Type'].endsWith('Scan')
      const read =
        (node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)
      const most = scans && tbl ? own.get(tbl) : undefined
      // A company has a few more than it had when another statement counted them.
      if (most && read > most + 5)
        wrong.add(
          `${Math.round(read)} rows of ${tbl} (a company has ${most}): ${said['Query Text'].replace(/\s+/g, ' ').slice(0, 300)}`,
        )
      for (const p of node.Plans ?? [])
        look(p, node['Node Type'] === 'Bitmap Heap Scan' || node['Node Type'].startsWith('Bitmap') ? tbl : undefined)
    }
    look(said.Plan)
  }
  return { wrong: [...wrong], plans }
}
/** What PostgreSQL says while somebody walks. */
async function walked(people: Somebody[], reads = false) {
  const file = lastLaunchLog(database.folder) as string
  const from = statSync(file).size
  const { answered } = await walks.walk(people, await walks.thingsOf(w.a.id, w.secrets.a), [], { rounds: 1, reads })
  return { answered, ...(await greedy(readFileSync(file).subarray(from).toString())) }
}

test('no call reads rows of other companies, however many there are: as nobody, visitor, client, seller, admin', async () => {
  const { wrong, plans, answered } = await walked(await walks.strangers())
  assert.deepEqual(wrong, [])
  assert.ok(answered > 100 && plans > 1500, `${answered} answers, ${plans} statements`)
})
test('twin: with the rule of before, which no index knows, the same walk reads the people of every company', async () => {
  const rule = 'company_id = (select app.company()) or (select app.is_operator())'
  await t.owner.query(`alter policy tenant on users using (${rule})`)
  const { wrong } = await walked([somebody('admin', w.a.admin, 1)], true)
  assert.ok(
    wrong.some((x) => x.includes('rows of users')),
    wrong.join('\n'),
  )
})

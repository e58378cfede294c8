// What is kept for a time goes when that time is over, and not before: a row of each kind a day too old and one a day
// too young, by the days as they come and by others that somebody set.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sweepDaily, sweepRows } from '#features/platform/server/sweep.ts'
import { DEFAULT_RETENTION, KEPT, KINDS, type Kind, type Retention } from '#shared/retention.ts'
import { aCompany, aPerson, type Company, startTestApp, type TestApp } from './kit.ts'

const DAY = 86_400_000
let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  await t.owner.query('delete from logs; delete from platform_log; delete from mails; delete from sessions')
})
after(() => t.close())

const NUMBERED = 'md5(random()::text || clock_timestamp()::text)'
/** A row of each kind whose time began at $1, for company $2 and its client $3; and the table that it stands in. */
const ROW: Record<Kind, [table: string, insert: string]> = {
  hits: ['rate_hits', `insert into rate_hits (key, hits, resets_at) values (${NUMBERED}, 3, $1)`],
  sessions: [
    'sessions',
    `insert into sessions (hash, user_id, company_id, kind, created_at, last_seen, stay) values (sha256(${NUMBERED}::bytea), $3, $2, 'user', $1, $1, true)`,
  ],
  tokens: ['password_tokens', `insert into password_tokens values (sha256(${NUMBERED}::bytea), $3, $1)`],
  undos: [
    'undos',
    "insert into undos (company_id, at, expires_at, kind, name, rows) values ($2, $1, $1, 'products', 'Preços', '[]')",
  ],
  put_offs: [
    'put_offs',
    // Each of another person's: one of a client has one.
    `insert into put_offs (company_id, user_id, client_id, until) select $2, u.id, $3, ($1::timestamptz)::date from users u
      where u.company_id = $2 and not exists (select 1 from put_offs p where p.user_id = u.id) limit 1`,
  ],
  jobs: ['graphile_worker._private_jobs', ''],
  mails: [
    'mails',
    `insert into mails (company_id, key, recipient, template, status, created_at, sent_at) values ($2, ${NUMBERED}, 'x@loja.test', 'password', 'enviada', $1, $1)`,
  ],
  openings: [
    'openings',
    'insert into openings (company_id, user_id, day, at) values ($2, $3, ($1::timestamptz)::date, $1)',
  ],
  visits: ['catalogue_visits', 'insert into catalogue_visits values ($2, ($1::timestamptz)::date, 5)'],
  loose_photos: [
    'files',
    `insert into files (company_id, hash, type, bytes, created_at) values ($2, ${NUMBERED}, 'jpeg', 9, $1)`,
  ],
  notices: ['person_notices', ''],
  devices: ['push_devices', ''],
  price_requests: [
    'price_requests',
    `insert into price_requests (company_id, name, phone, asked_at, answered_at) values ($2, 'Ana', left(${NUMBERED}, 11), $1::timestamptz - interval '1 day', $1)`,
  ],
  subscription_requests: ['subscription_requests', ''],
  consents: [
    'consents',
    "insert into consents (company_id, at, visitor, granted) values ($2, $1, 'visitante-1', true)",
  ],
  logs: ['logs', "insert into logs (company_id, at, action, object) values ($2, $1, 'update', 'product')"],
  platform_log: ['platform_log', "insert into platform_log (at, action, object) values ($1, 'update', 'plan')"],
}
/** Columns that must hold something, filled with what their type allows: the row is only there to grow old. */
async function plainRow(table: string, given: Record<string, unknown>): Promise<void> {
  const { rows } = await t.owner.query<{ column_name: string; data_type: string }>(
    `select column_name, data_type from information_schema.columns where table_name = $1 and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO'`,
    [table],
  )
  const plain: Record<string, unknown> = {
    bigint: a.client.id,
    integer: 1,
    smallint: 1,
    boolean: true,
    jsonb: '{}',
    bytea: Buffer.from(String(Math.random())),
    'timestamp with time zone': t.clock.now(),
  }
  const values: Record<string, unknown> = {
    ...Object.fromEntries(rows.map((r) => [r.column_name, plain[r.data_type] ?? `x${Math.random()}`])),
    ...given,
  }
  const keys = Object.keys(values)
  await t.owner.query(
    `insert into ${table} (${keys.join()}) values (${keys.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(values),
  )
}
async function add(kind: Kind, at: Date): Promise<void> {
  const [, sql] = ROW[kind]
  if (kind === 'notices')
    return plainRow('person_notices', { company_id: a.id, user_id: a.client.id, at, kind: 'order', href: '/pedidos' })
  if (kind === 'devices')
    return plainRow('push_devices', { company_id: a.id, user_id: a.client.id, seen_at: at, language: 'pt' })
  if (kind === 'subscription_requests') {
    const plan_id = (await t.owner.query('select id from plans limit 1')).rows[0].id
    return plainRow('subscription_requests', { plan_id, created_at: at, answered_at: at, status: 'atendido' })
  }
  if (kind === 'jobs') {
    const job = await t.owner.query("select (graphile_worker.add_job('send_mail', '{}', max_attempts => 1)).id")
    return void (await t.owner.query(
      'update graphile_worker._private_jobs set attempts = 1, run_at = $1 where id = $2',
      [at, job.rows[0].id],
    ))
  }
  const used = [1, 2, 3].filter((n) => sql.includes(`$${n}`))
  const renumbered = used
    .reduce((text, n, i) => text.replaceAll(`$${n}`, `$<${i + 1}>`), sql)
    .replace(/\$<(\d)>/g, '$$$1')
  await t.owner.query(
    renumbered,
    used.map((n) => [at, a.id, a.client.id][n - 1]),
  )
}
const many = async (kind: Kind) => Number((await t.owner.query(`select count(*) from ${ROW[kind][0]}`)).rows[0].count)
const ago = (days: number) => new Date(t.clock.now().getTime() - days * DAY)

/** Of each kind a row older by a day than `kept` says and one younger by a day; which kinds lost one and kept one. */
async function whatGoes(kept: Retention): Promise<{ sound: Kind[]; swept: Record<string, number> }> {
  const before = new Map<Kind, number>()
  for (const kind of KINDS) {
    before.set(kind, await many(kind))
    await add(kind, ago(kept[kind] + 1.5))
    await add(kind, ago(kept[kind] - 1.5))
  }
  t.config.retention = kept
  const swept = await sweepRows(t.kit, t.clock.now())
  const sound: Kind[] = []
  for (const kind of KINDS) if ((await many(kind)) === (before.get(kind) ?? 0) + 1) sound.push(kind)
  return { sound, swept }
}
test('each kind goes when its days are over, and what is a day younger stays', async () => {
  const { sound, swept } = await whatGoes(DEFAULT_RETENTION)
  assert.deepEqual(sound, KINDS)
  assert.deepEqual(
    Object.values(swept),
    KINDS.map(() => 1),
  )
})
test('with other days set, each kind goes by those', async () => {
  const wipe = KINDS.filter((k) => k !== 'jobs').map((kind) => `delete from ${ROW[kind][0]}`)
  await t.owner.query(`${wipe.join(';')}; delete from graphile_worker._private_jobs`)
  const other = Object.fromEntries(KINDS.map((kind) => [kind, KEPT[kind].least + (KEPT[kind].least === 0 ? 3 : 1)]))
  assert.deepEqual((await whatGoes(other as Retention)).sound, KINDS)
})
test('twin: with days set that are not over, nothing goes', async () => {
  const wipe = KINDS.filter((k) => k !== 'jobs').map((kind) => `delete from ${ROW[kind][0]}`)
  await t.owner.query(`${wipe.join(';')}; delete from graphile_worker._private_jobs`)
  for (const kind of KINDS) await add(kind, ago(kind === 'sessions' ? 20 : KEPT[kind].least + 2))
  t.config.retention = Object.fromEntries(KINDS.map((kind) => [kind, KEPT[kind].most])) as Retention
  assert.deepEqual(
    Object.values(await sweepRows(t.kit, t.clock.now())),
    KINDS.map(() => 0),
  )
})
test('many old rows go in pieces until none is left', async () => {
  t.config.retention = DEFAULT_RETENTION
  await t.owner.query(
    "insert into logs (company_id, at, action, object) select $1, $2, 'update', 'product' from generate_series(1, 11000)",
    [a.id, ago(1900)],
  )
  assert.equal((await sweepRows(t.kit, t.clock.now())).logs, 11_000)
})
test('a mail that is still being tried stays; files of the outbox go with their mails', async () => {
  await t.owner.query("delete from mails; delete from platform_log where action = 'sweep'")
  const waits = await t.owner.query(
    "insert into mails (company_id, key, recipient, template, created_at) values ($1, 'espera-1', 'x@loja.test', 'password', $2) returning id",
    [a.id, ago(400)],
  )
  await t.owner.query(
    "select graphile_worker.add_job('send_mail', '{}', job_key => $1, run_at => now() + interval '1 year')",
    [`mail-${waits.rows[0].id}`],
  )
  const file = (name: string, days: number) => {
    const path = join(t.config.dataDir, 'mail', name)
    mkdirSync(join(t.config.dataDir, 'mail'), { recursive: true })
    writeFileSync(path, 'x')
    utimesSync(path, ago(days), ago(days))
    return path
  }
  const [old, young] = [file('velha.eml', 91), file('nova.eml', 89)]
  await sweepDaily(t.kit)
  assert.deepEqual([existsSync(old), existsSync(young), await many('mails')], [false, true, 1])
})
test('a sign-in ends when the days that are set are over', async () => {
  t.config.retention = { ...DEFAULT_RETENTION, sessions: 3 }
  const { token } = await aPerson(t, a.id, 3)
  await t.owner.query('update sessions set stay = true, last_seen = $1', [ago(4)])
  await sweepRows(t.kit, t.clock.now())
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token })).status, 401)
})
test('the privacy page is told the days that are set, of each kind', async () => {
  t.config.retention = Object.fromEntries(KINDS.map((kind, n) => [kind, 400 + n])) as Retention
  const { kept } = (await t.call('GET', `/api/v2/privacy?path=${a.path}`)).body.data
  assert.deepEqual(kept, t.config.retention)
})

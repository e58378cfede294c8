// What the platform's timed rounds take up, forget and leave, asked of the database's own functions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())
/** Asks as whoever runs the platform. */
const asOperator = async (text: string, values: unknown[] = []) => {
  const c = await t.owner.connect()
  try {
    await c.query('begin')
    await c.query("select set_config('app.operator', '1', true)")
    const { rows } = await c.query(text, values)
    await c.query('commit')
    return rows
  } finally {
    c.release()
  }
}
const sweep = async (kind: string, days: number) =>
  (await asOperator('select app.sweep($1, now(), $2, 1000) as many', [kind, days]))[0].many as number

test('an old mail goes; one that somebody still tries to send stays, and one whose tries are over does not', async () => {
  await t.owner.query('delete from mails')
  const mail = async (recipient: string, status: string, days: number, attempts?: number) => {
    const { rows } = await t.owner.query(
      `insert into mails (company_id, key, recipient, template, status, created_at)
        values ($1, gen_random_uuid(), $2, 'forgot', $3, now() - $4 * interval '1 day') returning id`,
      [a.id, recipient, status, days],
    )
    if (attempts === undefined) return
    const job = await t.owner.query(
      "select id from graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 year', max_attempts => 3, job_key => $1)",
      [`mail-${rows[0].id}`],
    )
    await t.owner.query('update graphile_worker._private_jobs set attempts = $2 where id = $1', [
      job.rows[0].id,
      attempts,
    ])
  }
  await mail('enviada', 'enviada', 31)
  await mail('enviada, ainda na fila', 'enviada', 31, 1)
  await mail('espera, de ninguém', 'espera', 31)
  await mail('espera, ainda tenta', 'espera', 31, 1)
  await mail('espera, desistiu', 'espera', 31, 3)
  await mail('nova', 'enviada', 29)
  assert.equal(await sweep('mails', 30), 4)
  const { rows } = await t.owner.query('select recipient from mails order by 1')
  assert.deepEqual(
    rows.map((m) => m.recipient),
    ['espera, ainda tenta', 'nova'],
  )
})
test('when two cards were opened is forgotten of their merge too, and counted where there was something', async () => {
  const merge = async (days: number, openings: unknown[]) => {
    const [survivor, gone] = [await aClient(t, a), await aClient(t, a)]
    await t.owner.query(
      `insert into client_merges (company_id, survivor_id, gone_id, at, who, openings)
        values ($1, $2, $3, now() - $4 * interval '1 day', 'Ana', $5)`,
      [a.id, survivor, gone, days, JSON.stringify(openings)],
    )
  }
  await merge(31, [{ day: '2026-01-01' }])
  await merge(31, [])
  await merge(29, [{ day: '2026-01-02' }])
  await t.owner.query('delete from openings')
  assert.equal(await sweep('openings', 30), 1)
  const { rows } = await t.owner.query('select openings from client_merges order by id')
  assert.deepEqual(
    rows.map((m) => m.openings.length),
    [0, 0, 1],
  )
})
test('figures are counted anew for whoever sold since or is half-way, and not for a company that is gone', async () => {
  const houses: Company[] = []
  for (const _ of [1, 2, 3, 4, 5]) houses.push(await aCompany(t))
  const [quiet, sold, counted, halfway, gone] = houses as [Company, Company, Company, Company, Company]
  for (const c of [sold, counted, gone]) {
    const line = [{ product_id: (await aProduct(t, c)).id, quantity: 1 }]
    assert.equal((await order(t, c, c.client.token, aCart(line))).status, 201)
  }
  const keep = (c: Company, done: string, next: string | null) =>
    t.owner.query(
      `insert into figures_kept (company_id, time_zone, importer, cluster, done_changed, next_round)
        values ($1, 'America/Sao_Paulo', false, '', $2::text::xid8, $3::text::xid8)`,
      [c.id, done, next],
    )
  await keep(counted, '999999999', null)
  await keep(halfway, '0', '1')
  await keep(gone, '0', '1')
  await t.owner.query('update companies set deleted_at = now() where id = $1', [gone.id])
  const stale = new Set((await asOperator('select app.stale_figures()::int as id')).map((r) => r.id as number))
  assert.deepEqual(
    [quiet, sold, counted, halfway, gone].map((c) => stale.has(c.id)),
    [false, true, false, true, false],
  )
})
test('a link to a PDF opens what is made and there, and counts it where it is asked to', async () => {
  const link = async (token: string, set: string) => {
    await t.owner.query(
      `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status, files)
        values ($1, $2, $3, now(), now() + interval '1 day', 'Natal', '{}', '{}', 'pronto', 1)`,
      [a.id, token, a.admin.id],
    )
    await t.owner.query(`update catalogs set ${set} where token = $1`, [token])
  }
  const open = async (token: string, counts = true) =>
    (await t.owner.query('select title from app.open_catalog($1, $2, now())', [token, counts])).rowCount
  await link('bom', 'files = 1')
  for (const [token, set] of [
    ['vazio', 'files = 0'],
    ['fazendo', "status = 'fazendo'"],
    ['vencido', "expires_at = now() - interval '1 second'"],
  ] as const) {
    await link(token, set)
    assert.equal(await open(token), 0, token)
  }
  assert.deepEqual([await open('bom', false), await open('bom')], [1, 1])
  assert.equal((await t.owner.query("select opened from catalogs where token = 'bom'")).rows[0].opened, 1)
})
test('a new client is told to the company whose it is, by whom it is served', async () => {
  const said: { type?: string; company_id?: number; users?: number[] }[] = []
  const ear = await t.owner.connect()
  ear.on('notification', (m) => said.push(JSON.parse(m.payload ?? '{}')))
  try {
    await ear.query('listen changes')
    await aClient(t, a)
    await ear.query('select 1')
  } finally {
    ear.release(true)
  }
  assert.deepEqual(
    said.filter((m) => m.type === 'people'),
    [{ type: 'people', company_id: a.id, users: [a.seller.id] }],
  )
})

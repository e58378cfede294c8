// The clock of a server is thirteen months ahead for a while, under load, and then right: nothing that cannot be brought back
// is gone, and the work of the day is done once the clock is right (docs/decisions/0112). The database's clock stays right:
// it decides none of these acts.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Apart, startApart } from './apart.ts'
import { aCart, aCompany, aProduct, type Company, newCart, startTestApp, type TestApp, until } from './kit.ts'

const MONTHS = 13 * 30 * 86_400_000
/** All that cannot be taken back. */
const TASKS = ['platform_day', 'platform_sweep', 'expire_catalogs', 'sweep_webhooks']
let t: TestApp
let a: Company
let gone: Company
let server: Apart
let product: number
const folder = mkdtempSync(join(tmpdir(), 'mostruario-clock-'))
const offset = join(folder, 'offset')
const setClock = (ms: number) => writeFileSync(offset, String(ms))
before(async () => {
  setClock(0)
  t = await startTestApp()
  a = await aCompany(t, { valid_until: '2027-01-31' })
  gone = await aCompany(t)
  product = (await aProduct(t, a, { price: '10,00', stock: '1000000' })).id
  const now = t.clock.now()
  await t.owner.query('update companies set deleted_at = $2 where id = $1', [gone.id, now])
  await t.owner.query(
    `insert into subscriptions (company_id, status, plan_id, option, amount_cents, billing_name, billing_document,
      billing_email, phone, due_date, best_day_due, created_at)
     values ($1, 'ativa', 1, 'mensal', 9990, 'Loja', '11222333000181', 'loja@loja.test', '', '2027-01-31', 20, $2)`,
    [a.id, now],
  )
  await t.owner.query(
    `insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status)
     values ($1, 'relogiorelogiorelogiorel', $2, $3, $3::timestamptz + interval '30 days', 'Folheto', '{}', '{}', 'pronto')`,
    [a.id, a.admin.id, now],
  )
  server = await startApart(t, { TEST_JOBS: '1', TEST_CLOCK: 'runs', TEST_CLOCK_FILE: offset })
})
after(async () => {
  server?.stop()
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})
const ask = (path: string, token: string, body?: object) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
/** What must be there afterwards. */
const counted = async () =>
  (
    await t.owner.query(`select (select count(*) from companies where purged_at is null)::int as companies,
      (select count(*) from subscriptions where status = 'ativa')::int as subscriptions,
      (select count(*) from invoices)::int as bills, (select count(*) from sessions)::int as sessions,
      (select count(*) from catalogs where status = 'pronto')::int as brochures`)
  ).rows[0]
const doubted = async () =>
  (await t.owner.query('select doubted_at is not null as d from clock_watch')).rows[0]?.d as boolean | undefined
/** The worker has done or left these. */
async function hourPasses(): Promise<void> {
  for (const task of TASKS)
    await t.owner.query('select graphile_worker.add_job($1, job_key => $1, run_at => $2)', [task, new Date(0)])
  await until(async () => {
    const { rowCount } = await t.owner.query('select 1 from graphile_worker.jobs where task_identifier = any($1)', [
      TASKS,
    ])
    return rowCount === 0
  })
}

test('a clock that is thirteen months ahead for a while takes nothing away, and the day’s work is done afterwards', async () => {
  await until(async () => (await doubted()) === false)
  const before = await counted()
  const acknowledged: string[] = []
  let over = false
  const answers = new Set<number>()
  const client = async () => {
    while (!over) {
      const cart_id = newCart()
      const r = await ask(
        `/api/v2/companies/${a.id}/order_cart`,
        a.client.token,
        aCart([{ product_id: product, quantity: 1 }], { cart_id }),
      )
      answers.add(r.status)
      if (r.status === 201) acknowledged.push(cart_id)
      await r.arrayBuffer()
    }
  }
  const load = Promise.all([client(), client(), client()])
  await until(async () => acknowledged.length > 5)
  setClock(MONTHS)
  await hourPasses()
  assert.equal(await doubted(), true)
  await until(async () => answers.has(503))
  setClock(0)
  const reached = acknowledged.length
  await until(async () => acknowledged.length > reached + 5)
  over = true
  await load
  assert.ok(!answers.has(401), 'nobody is signed out')
  assert.deepEqual(await counted(), before)
  assert.equal((await t.owner.query("select 1 from platform_log where action = 'sweep'")).rowCount, 0)
  await hourPasses()
  assert.equal(await doubted(), false)
  assert.equal((await t.owner.query("select 1 from platform_log where action = 'sweep'")).rowCount, 1)
  const { rows } = await t.owner.query('select count(distinct cart_id)::int as n from orders where cart_id = any($1)', [
    acknowledged,
  ])
  assert.equal(rows[0].n, acknowledged.length)
})

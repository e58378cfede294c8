// The clock set back by an hour under what works: jobs, their locks and their clock go on at once, orders and sessions as
// if nothing had happened. PostgreSQL's clock cannot be set here: what was written before stands an hour ahead instead.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startJobs } from '#server/jobs.ts'
import { aCart, aCompany, aPerson, aProduct, type Company, order, startTestApp, type TestApp, until } from './kit.ts'

const HOUR = 3_600_000
let t: TestApp
let a: Company
let product: number
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = (await aProduct(t, a, { stock: '100' })).id
})
after(() => t.close())
const sell = () => order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))
const sql = (text: string, values: unknown[] = []) => t.owner.query(text, values)

test('orders and sessions go on over a clock that is set back by an hour, and forward again', async () => {
  for (const step of [0, -HOUR, HOUR]) {
    t.clock.forward(step)
    assert.equal((await sell()).status, 201)
    // Who came in before, and who comes in now.
    for (const { token } of [a.admin, await aPerson(t, a.id, 1)]) {
      const list = await t.call('GET', `/api/v1/companies/${a.id}/orders`, { token })
      assert.equal(list.status, 200)
    }
  }
  const { rows } = await sql('select count(distinct number)::int as n, max(number)::int as top from orders')
  assert.deepEqual(rows, [{ n: 3, top: 3 }])
})
test('jobs of before go on at once: queued, failed, held by a dead server; one that was put off keeps its wait', async () => {
  for (let n = 0; n < 2; n++) assert.equal((await sell()).status, 201)
  const jobs = 'graphile_worker._private_jobs'
  await sql(`update ${jobs} set created_at = created_at + interval '1 hour', updated_at = updated_at + interval '1 hour',
    run_at = run_at + interval '1 hour'`)
  const { rows } = await sql(`select id from ${jobs} order by id`)
  assert.ok(rows.length >= 5)
  await sql(`update ${jobs} set locked_by = 'pool-morto', locked_at = now() + interval '1 hour' where id = $1`, [
    rows[0].id,
  ])
  // Made long before, failed shortly before.
  await sql(
    `update ${jobs} set created_at = now() - interval '1 day', updated_at = created_at, attempts = 1, last_error = 'x' where id = $1`,
    [rows[1].id],
  )
  await sql(`insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
    values ('mails', 'pool-morto', now() + interval '1 hour')`)
  const put = await sql(
    `select id from graphile_worker.add_job('order_mail', '{}', run_at => now() + interval '30 minutes')`,
  )
  await sql(
    `update ${jobs} set created_at = now() + interval '1 hour', run_at = now() + interval '90 minutes' where id = $1`,
    [put.rows[0].id],
  )
  await t.jobs()
  await until(async () => (await sql(`select 1 from ${jobs} where id <> $1`, [put.rows[0].id])).rowCount === 0)
  assert.equal((await sql('select 1 from orders where mailed_at is null')).rowCount, 0)
  assert.equal((await sql("select 1 from mails where status = 'espera'")).rowCount, 0)
  const wait = await sql(`select extract(epoch from run_at - now())::int as s from ${jobs} where id = $1`, [
    put.rows[0].id,
  ])
  assert.ok(wait.rows[0].s > 1500 && wait.rows[0].s <= 1800, String(wait.rows[0].s))
})
test('what comes every minute comes every minute, also when the clock is set back by an hour under it', async () => {
  const RealDate = Date
  const MINUTE = 60_000
  // Some seconds before a minute of the past: what is due by this clock is due by PostgreSQL's.
  let offset = HOUR - (RealDate.now() % MINUTE) - 5000
  class Shifted extends RealDate {
    constructor(...given: ConstructorParameters<typeof Date> | []) {
      if (given.length === 0) super(RealDate.now() + offset)
      else super(...given)
    }
    static override now() {
      return RealDate.now() + offset
    }
  }
  globalThis.Date = Shifted as DateConstructor
  let came = 0
  const worker = await startJobs(
    t.kit,
    {},
    { each_minute: { cron: '* * * * *', irreversible: false, run: async () => void came++ } },
  )
  try {
    const known = 'graphile_worker._private_known_crontabs'
    await until(async () => (await sql(`select 1 from ${known}`)).rowCount === 1)
    await sql(`update ${known} set last_execution = now() + interval '1 hour'`)
    offset -= HOUR + 3000
    await until(async () => came > 0)
  } finally {
    globalThis.Date = RealDate
    await worker.stop()
  }
})

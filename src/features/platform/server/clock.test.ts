// A clock that jumps, through the doors (docs/decisions/0112); the rules by themselves: src/server/clock-watch.test.ts.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { platformTasks } from '#features.ts'
import { believesApart, lookAtClock } from '#server/clock-watch.ts'
import { type Jobs, startJobs } from '#server/jobs.ts'
import { aCompany, aPerson, startTestApp, type TestApp, until } from '../../../../test/kit.ts'

const DAY = 86_400_000
let t: TestApp
let start: string
before(async () => {
  t = await startTestApp()
  start = t.clock.now().toISOString()
})
after(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  await t.owner.query('delete from clock_watch')
  await lookAtClock(t.kit)
})
const ahead = (days: number) => t.clock.set(new Date(Date.parse(start) + days * DAY).toISOString())
const asked = async (token: string, method: 'GET' | 'POST' = 'GET') =>
  (await t.call(method, '/api/v2/platform/clock', { token })).body.data
/** Runs tasks as the clock does. */
async function run(...tasks: string[]): Promise<void> {
  let worker: Jobs | undefined
  try {
    for (const task of tasks)
      await t.owner.query('select graphile_worker.add_job($1, job_key => $1, run_at => $2)', [task, new Date(0)])
    worker = await startJobs(t.kit, {}, platformTasks, { pollInterval: 100 })
    await until(async () => {
      const { rowCount } = await t.owner.query('select 1 from graphile_worker.jobs where task_identifier = any($1)', [
        tasks,
      ])
      return rowCount === 0
    })
  } finally {
    await worker?.stop()
  }
}
const purged = async (id: number) =>
  (await t.owner.query('select purged_at from companies where id = $1', [id])).rows[0].purged_at !== null
const sweeps = async () => (await t.owner.query("select 1 from platform_log where action = 'sweep'")).rowCount as number
const deletedCompany = async () => {
  const c = await aCompany(t)
  await t.owner.query('update companies set deleted_at = $2 where id = $1', [c.id, start])
  return c
}

test('a clock that is ahead erases no company, sweeps nothing and makes no bill until the operator approves it', async () => {
  const gone = await deletedCompany()
  const due = await aCompany(t, { valid_until: '2027-12-20' })
  await t.owner.query(
    `insert into subscriptions (company_id, status, plan_id, option, amount_cents, billing_name, billing_document,
      billing_email, phone, due_date, best_day_due, created_at)
     values ($1, 'ativa', 1, 'mensal', 9990, 'Loja', '11222333000181', 'loja@loja.test', '', '2027-12-20', 20, now())`,
    [due.id],
  )
  const bills = async () =>
    (await t.owner.query('select 1 from invoices where company_id = $1', [due.id])).rowCount as number
  const swept = await sweeps()
  ahead(390)
  await run('platform_day', 'platform_sweep')
  assert.deepEqual([await purged(gone.id), await sweeps(), await bills()], [false, swept, 0])
  const operator = await aPerson(t, null, 0)
  const state = await asked(operator.token)
  assert.equal(state.doubted_at, new Date(Date.parse(start) + 390 * DAY).toISOString())
  assert.equal(state.hours_left, 24)
  const approved = await asked(operator.token, 'POST')
  assert.deepEqual([approved.doubted_at, approved.hours_left], [null, 0])
  const { rows } = await t.owner.query("select user_id from platform_log where action = 'clock'")
  assert.deepEqual(rows, [{ user_id: operator.id }])
  // Said twice it is written once.
  await asked(operator.token, 'POST')
  assert.equal((await t.owner.query("select 1 from platform_log where action = 'clock'")).rowCount, 1)
  await run('platform_day', 'platform_sweep')
  assert.deepEqual([await purged(gone.id), await sweeps(), await bills()], [true, swept + 1, 1])
})
test('negative control: without a jump the same tasks do it', async () => {
  const gone = await deletedCompany()
  for (let day = 5; day <= 35; day += 5) {
    // The installation was off for five days at a time.
    ahead(day)
    await t.owner.query('update clock_watch set believed_at = $1, read_at = $1', [t.clock.now()])
  }
  await run('platform_day')
  assert.equal(await purged(gone.id), true)
})
test('a trial is told of its day while the clock is doubted, as far as both readings are of one day', async () => {
  // Half past seven in São Paulo, half past eleven at night in Auckland: twelve hours later only Auckland has another day.
  t.clock.set('2026-12-05T07:30:00-03:00')
  await t.owner.query('delete from clock_watch')
  await lookAtClock(t.kit)
  const near = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const far = await aCompany(t, { trial: true, valid_until: '2026-12-13', time_zone: 'Pacific/Auckland' })
  const notices = async (c: { id: number }) =>
    (
      await t.owner.query<{ key: string }>('select template as key from mails where company_id = $1 order by id', [
        c.id,
      ])
    ).rows.map((m) => m.key)
  t.clock.set('2026-12-07T18:00:00-03:00')
  await run('trial_notices', 'platform_day')
  assert.notEqual((await t.owner.query('select doubted_at from clock_watch')).rows[0].doubted_at, null)
  assert.deepEqual([await notices(near), await notices(far)], [[], []], 'two days ahead: none')
  t.clock.set('2026-12-05T19:30:00-03:00')
  await run('trial_notices', 'platform_day')
  assert.notEqual((await t.owner.query('select doubted_at from clock_watch')).rows[0].doubted_at, null)
  assert.deepEqual([await notices(near), await notices(far)], [['trial_7'], []], 'the same day in one of both zones')
})
test('what can be taken back is done by a doubted clock too', async () => {
  ahead(390)
  await run('webhooks_due', 'feeds_due')
  assert.equal((await t.owner.query('select doubted_at from clock_watch')).rows[0].doubted_at, null)
})
test('a session that a wrong clock ends is not signed out; one that a believed clock ends is', async () => {
  const c = await aCompany(t)
  const me = () => t.call('GET', '/api/v1/auth/me', { token: c.admin.token })
  assert.equal((await me()).status, 200)
  ahead(390)
  const doubted = await me()
  assert.deepEqual([doubted.status, doubted.body.code], [503, 'clock_doubted'])
  t.clock.set(start)
  assert.equal((await me()).status, 200)
  ahead(390)
  await lookAtClock(t.kit)
  const operator = await aPerson(t, null, 0)
  await asked(operator.token, 'POST')
  assert.equal((await me()).status, 401)
})
test('a clock that is right again is believed, and the sweep of a wrong one is not waited for', async () => {
  ahead(390)
  assert.notEqual((await lookAtClock(t.kit)).doubted_at, null)
  await t.owner.query("insert into platform_log (at, action, object) values ($1, 'sweep', 'platform')", [t.clock.now()])
  t.clock.set(new Date(Date.parse(start) + 60_000).toISOString())
  const swept = await sweeps()
  await run('platform_sweep')
  assert.equal(await sweeps(), swept + 1)
})
test('a company that was erased is not brought back as an empty one', async () => {
  const c = await deletedCompany()
  const operator = await aPerson(t, null, 0)
  await t.owner.query('update companies set purged_at = $2 where id = $1', [c.id, start])
  const restored = await t.call('POST', `/api/v2/companies/${c.id}/restore`, { token: operator.token })
  assert.equal(restored.status, 404, JSON.stringify(restored.body))
})
test('a backup made apart takes nothing away while the clock is doubted, nor where it is far off', async () => {
  const at = (days: number) => new Date(Date.parse(start) + days * DAY)
  assert.equal(await believesApart(t.owner, at(1)), true)
  assert.equal(await believesApart(t.owner, at(37)), false)
  assert.equal(await believesApart(t.owner, at(-1)), false)
  ahead(390)
  await lookAtClock(t.kit)
  assert.equal(await believesApart(t.owner, at(390)), false)
})

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp, until } from '../../../../test/kit.ts'
import { platformDay } from './day.ts'
import { tellTrials } from './trial.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())
const told = async (c: Company) =>
  (
    await t.owner.query<{ template: string; recipient: string; params: { href: string } }>(
      'select template, recipient, params from mails where company_id = $1 order by id',
      [c.id],
    )
  ).rows
/** One day after the other from `from`, at noon in São Paulo, the work of the hour twice. */
async function days(from: string, many: number, each: (day: string) => Promise<void> = async () => {}) {
  for (let i = 0; i < many; i++) {
    const day = new Date(Date.parse(`${from}T15:00:00Z`) + i * 86_400_000)
    t.clock.set(day.toISOString())
    await platformDay(t.kit)
    await platformDay(t.kit)
    await each(day.toISOString().slice(0, 10))
  }
}

test('day by day a trial is told of days 13, 7, 5, 1 and 0, each once, by whoever looks after it', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const by: Record<string, string[]> = {}
  let seen = 0
  await days('2026-11-21', 23, async (day) => {
    const mails = await told(c)
    if (mails.length > seen) by[day] = mails.slice(seen).map((m) => m.template)
    seen = mails.length
  })
  assert.deepEqual(by, {
    '2026-11-29': ['trial_13'],
    '2026-12-05': ['trial_7'],
    '2026-12-07': ['trial_5'],
    '2026-12-11': ['trial_1'],
    '2026-12-12': ['trial_0'],
  })
  const [first] = await told(c)
  assert.deepEqual(
    [first?.recipient, first?.params.href],
    [c.admin.email, `${t.config.publicUrl}/session/assinar?company_id=${c.id}`],
  )
})
test('the company’s own time zone decides the day, and nobody is written to before eight', async () => {
  const far = await aCompany(t, { trial: true, valid_until: '2027-03-10', time_zone: 'America/Rio_Branco' })
  const near = await aCompany(t, { trial: true, valid_until: '2027-03-10', time_zone: 'America/Noronha' })
  const at = async (iso: string) => {
    t.clock.set(iso)
    await tellTrials(t.kit, t.clock.now())
    return [(await told(far)).length, (await told(near)).length]
  }
  // 25 February: 13 days left. Noronha is two hours behind UTC, Rio Branco five.
  assert.deepEqual(await at('2027-02-25T09:59:00Z'), [0, 0])
  assert.deepEqual(await at('2027-02-25T10:00:00Z'), [0, 1])
  assert.deepEqual(await at('2027-02-25T12:59:00Z'), [0, 1])
  assert.deepEqual(await at('2027-02-25T13:00:00Z'), [1, 1])
})
test('a server that was down tells today’s step, not the missed ones; 29 February is a day like any other', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2028-02-29' })
  t.clock.set('2028-02-25T15:00:00Z')
  await tellTrials(t.kit, t.clock.now())
  assert.deepEqual(
    (await told(c)).map((m) => m.template),
    ['trial_5'],
  )
  t.clock.set('2028-02-29T15:00:00Z')
  await tellTrials(t.kit, t.clock.now())
  assert.deepEqual(
    (await told(c)).map((m) => m.template),
    ['trial_5', 'trial_0'],
  )
})
test('with a reseller the mail’s button leads to the reseller; a blocked or paying company is told nothing', async () => {
  const { rows } = await t.owner.query(
    "insert into resellers (name, redirect_link) values ('Rep Sul', 'https://rep.test/assine') returning id",
  )
  const c = await aCompany(t, { trial: true, valid_until: '2029-01-13', reseller_id: rows[0].id })
  const blocked = await aCompany(t, { trial: true, valid_until: '2029-01-13', is_blocked: true })
  const paying = await aCompany(t, { trial: false, valid_until: '2029-01-13' })
  t.clock.set('2029-01-12T15:00:00Z')
  await tellTrials(t.kit, t.clock.now())
  assert.equal((await told(c))[0]?.params.href, 'https://rep.test/assine')
  assert.deepEqual([(await told(blocked)).length, (await told(paying)).length], [0, 0])
})
test('nothing is deleted before 30 more days, three mails and a copy; after that it can still come back for 30 days', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2030-03-01' })
  const silent = await aCompany(t, { trial: true, valid_until: '2030-01-01' })
  await t.jobs()
  const gone = async (x: Company) =>
    (await t.owner.query('select deleted_at from companies where id = $1', [x.id])).rows[0].deleted_at !== null
  await days('2030-03-01', 31)
  assert.deepEqual(
    (await told(c)).map((m) => m.template),
    ['trial_0', 'keep_15', 'keep_5'],
  )
  await until(
    async () =>
      (await t.owner.query("select 1 from mails where company_id = $1 and status = 'espera'", [c.id])).rowCount === 0,
  )
  assert.equal(await gone(c), false)
  await days('2030-04-01', 1)
  assert.equal(await gone(c), true)
  assert.ok(existsSync(join(t.config.dataDir, 'archives', `empresa-${c.id}.zip`)))
  // Its people were not told three times: it stays.
  assert.equal(await gone(silent), false)
})

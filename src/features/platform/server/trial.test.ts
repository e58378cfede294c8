import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, until } from '../../../../test/kit.ts'
import { platformDay } from './day.ts'
import { deleteAbandoned, tellTrials } from './trial.ts'

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
const gone = async (c: Company) =>
  (await t.owner.query('select deleted_at from companies where id = $1', [c.id])).rows[0].deleted_at !== null
/** A trial that ended on 1 March, on the day that it goes off the air: its people were told three times. */
async function abandoned(year: number, more: object = {}) {
  const c = await aCompany(t, { trial: true, valid_until: `${year}-03-01`, ...more })
  await t.owner.query(
    `insert into mails (company_id, key, recipient, template, status)
      select $1, k || '-' || $1::bigint || '-' || $2::text, 'a@b.test', k, 'enviada' from unnest(array['trial_0', 'keep_15', 'keep_5']) k`,
    [c.id, `${year}-03-01`],
  )
  t.clock.set(`${year}-04-01T15:00:00Z`)
  return c
}
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
test('a trial that is paid, or extended, while others are being copied stays on the air', async () => {
  const [paid, extended, left] = [await abandoned(2031), await abandoned(2031), await abandoned(2031)]
  const operator = (await aPerson(t, null, 0)).token
  paid.admin = await aPerson(t, paid.id, 1)
  const asked = await t.call('POST', '/api/v2/subscription/', {
    token: paid.admin.token,
    body: {
      frequency: 'monthly',
      plan_id: 1,
      billing_name: 'Casa Aroeira Ltda',
      billing_document: '529.982.247-25',
      billing_email: 'financeiro@aroeira.test',
    },
  })
  const bill = (await t.call('GET', `/api/v2/invoices/${asked.body.data.invoice}`)).body.data
  let copied = 0
  await deleteAbandoned(t.kit, t.clock.now(), async () => {
    if (copied++) return
    const body = { amount: bill.amount }
    const r = await t.call('POST', `/api/v2/subscriptions/invoices/${bill.id}/confirm`, { token: operator, body })
    assert.equal(r.body.data?.result, 'paga', JSON.stringify(r.body))
    await t.call('PUT', `/api/v1/companies/${extended.id}`, { token: operator, body: { valid_until: '2031-05-01' } })
  })
  assert.equal(copied, 3)
  assert.deepEqual([await gone(paid), await gone(extended), await gone(left)], [false, false, true])
})
test('a trial that went off the air and was brought back has a week; what a company paid for is not made longer', async () => {
  const c = await abandoned(2032)
  const paying = await aCompany(t, { valid_until: '2032-03-20' })
  await platformDay(t.kit)
  assert.equal(await gone(c), true)
  const operator = (await aPerson(t, null, 0)).token
  await t.call('DELETE', `/api/v1/companies/${paying.id}`, { token: operator })
  const restore = (x: Company) => t.call('POST', `/api/v2/companies/${x.id}/restore`, { token: operator })
  assert.equal((await restore(c)).body.data.valid_until, '2032-04-08')
  assert.equal((await restore(paying)).body.data.valid_until, '2032-03-20')
  await days('2032-04-01', 2)
  assert.equal(await gone(c), false)
})

// What money for a subscription is worth: in days, in another plan, in credit, whatever happens beside it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { platformDay } from '#features/platform/server/index.ts'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, UNLIMITED, until } from '../../../../test/kit.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
beforeEach(() => on('2026-11-21'))
after(() => t.close())
/** At noon of a day, when the sessions of before have ended. */
async function on(day: string, c?: Company) {
  t.clock.set(`${day}T15:00:00Z`)
  operator = (await aPerson(t, null, 0)).token
  if (c) c.admin = await aPerson(t, c.id, 1)
}
const trial = (more: object = {}) => aCompany(t, { trial: true, valid_until: '2026-12-12', max_products: 500, ...more })
const request = (c: Company, more: object) =>
  t.call('POST', '/api/v2/subscription/', {
    token: c.admin.token,
    body: {
      frequency: 'monthly',
      option: 'mensal',
      billing_name: 'Casa Aroeira Ltda',
      billing_document: '529.982.247-25',
      billing_email: 'financeiro@aroeira.test',
      phone: '(11) 91234-5678',
      ...more,
    },
  })
/** The invoice of what is asked for. */
async function asks(c: Company, more: object): Promise<{ id: number; amount: string; status: string }> {
  const r = await request(c, more)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return (await t.call('GET', `/api/v2/invoices/${r.body.data.invoice}`)).body.data
}
const confirm = (id: number, amount: string) =>
  t.call('POST', `/api/v2/subscriptions/invoices/${id}/confirm`, { token: operator, body: { amount } })
async function pays(c: Company, more: object) {
  const bill = await asks(c, more)
  if (bill.status === 'aberta') assert.equal((await confirm(bill.id, bill.amount)).body.data.result, 'paga')
  return bill
}
const read = async (c: Company) => (await t.call('GET', '/api/v2/subscription/', { token: c.admin.token })).body.data

test('a renewal and a larger plan that are paid at the same moment are both worth what was paid', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  await pays(c, { plan_id: 1 })
  await on('2026-12-11', c)
  await platformDay(t.kit)
  const change = await asks(c, { plan_id: 3 })
  assert.equal(change.amount, '316,60')
  const { rows } = await t.owner.query(
    "select id from invoices where company_id = $1 and status = 'aberta' and amount_cents = 9990",
    [c.id],
  )
  // Somebody else holds the company until both have begun.
  const other = await t.owner.connect()
  try {
    await other.query('begin')
    await other.query('select 1 from companies where id = $1 for no key update', [c.id])
    const paying = Promise.all([confirm(rows[0].id, '99,90'), confirm(change.id, '316,60')])
    const waiting = `select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
    await until(async () => (await other.query(waiting)).rows[0].n === 2)
    await other.query('commit')
    for (const paid of await paying) assert.equal(paid.status, 200, JSON.stringify(paid.body))
  } finally {
    other.release()
  }
  // Ten of thirty days of the first month, the next month, and what was asked for the larger plan.
  const { rows: worth } = await t.owner.query(
    `select (select worth_cents from invoices where id = $2)
      + (select coalesce(sum(amount_cents), 0) from credits where company_id = $1) as cents`,
    [c.id, change.id],
  )
  assert.equal(Number(worth[0].cents), 3330 + 9990 + 31_660)
})

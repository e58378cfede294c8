// What a subscription costs, and what money for it is worth: in days, in another plan, in credit, whatever happens
// beside it.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { platformDay } from '#features/platform/server/index.ts'
import { type Company, untilLocked } from '../../../../test/kit.ts'
import { startSubscriptions } from '../../../../test/subscription_kit.ts'

const { t, operator, on, trial, asks, confirm, pays, read } = await startSubscriptions()
beforeEach(() => on('2026-11-21'))
after(() => t.close())

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
    await untilLocked(t.owner, 2)
    await other.query('commit')
    for (const paid of await paying) assert.equal(paid.status, 200, JSON.stringify(paid.body))
  } finally {
    // With what it holds, if this ended early.
    other.release(true)
  }
  // Ten of thirty days of the first month, the next month, and what was asked for the larger plan.
  const { rows: worth } = await t.owner.query(
    `select (select worth_cents from invoices where id = $2)
      + (select coalesce(sum(amount_cents), 0) from credits where company_id = $1) as cents`,
    [c.id, change.id],
  )
  assert.equal(Number(worth[0].cents), 3330 + 9990 + 31_660)
})
test('days of a year that was cancelled are money for another plan, as they are without cancelling', async () => {
  const changed = async (from: number, to: number, cancels: boolean) => {
    const c = await trial({ valid_until: '2026-11-20' })
    await pays(c, { plan_id: from, option: 'x12' })
    if (cancels) await t.call('POST', '/api/v2/subscription/cancel', { token: c.admin.token, body: {} })
    const { credit } = await read(c)
    const { amount } = await pays(c, { plan_id: to, option: 'x12' })
    return { credit, amount, until: (await read(c)).valid_until }
  }
  for (const [from, to] of [
    [1, 3],
    [3, 1],
    [2, 2],
  ] as const)
    assert.deepEqual(await changed(from, to, true), await changed(from, to, false))
  assert.equal((await changed(1, 3, true)).amount, '3000,00')
})
test('days that became money once are not money again: a cancelled plan counts for the next one only', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  const cancels = () => t.call('POST', '/api/v2/subscription/cancel', { token: c.admin.token, body: {} })
  await pays(c, { plan_id: 1, option: 'x12' })
  await cancels()
  await pays(c, { plan_id: 3 })
  assert.ok((await read(c)).valid_until < '2027-06-01', 'the year is a few months of the larger plan')
  await cancels()
  await on('2027-07-01', c)
  assert.equal((await read(c)).credit, '0,00')
  assert.equal((await asks(c, { plan_id: 3 })).amount, '349,90')
})
test('what an operator gave beyond the plan stays when the next month is paid', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  await pays(c, { plan_id: 1 })
  await t.call('PUT', `/api/v1/companies/${c.id}`, {
    token: operator(),
    body: { max_products: 2000, max_users_seller: 7, max_price_tables: 3 },
  })
  await on('2026-12-11', c)
  await platformDay(t.kit)
  const { rows } = await t.owner.query("select id from invoices where company_id = $1 and status = 'aberta'", [c.id])
  assert.equal((await confirm(rows[0].id, '99,90')).body.data.valid_until, '2027-01-21')
  assert.deepEqual((await read(c)).limits, { products: 2000, sellers: 7, price_tables: 3 })
})
test('a period that a short month cut is followed by one that ends on the day of before', async () => {
  const c = await trial({ valid_until: '2027-01-31' })
  await on('2027-01-25', c)
  await pays(c, { plan_id: 1 })
  assert.equal((await read(c)).valid_until, '2027-02-28')
  const ends: string[] = []
  for (const day of ['2027-02-20', '2027-03-25', '2027-04-25']) {
    await on(day, c)
    await platformDay(t.kit)
    const { rows } = await t.owner.query("select id from invoices where company_id = $1 and status = 'aberta'", [c.id])
    await confirm(rows[0].id, '99,90')
    ends.push((await read(c)).valid_until)
  }
  assert.deepEqual(ends, ['2027-03-31', '2027-04-30', '2027-05-31'])
})
test('whoever subscribes already keeps the plan’s limits when the plan holds less, month after month', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  await pays(c, { plan_id: 1 })
  await t.owner.query('update plans set products = 2 where id = 1')
  try {
    await on('2026-12-11', c)
    await platformDay(t.kit)
    const { rows } = await t.owner.query("select id from invoices where company_id = $1 and status = 'aberta'", [c.id])
    await confirm(rows[0].id, '99,90')
    assert.equal((await read(c)).limits.products, 500)
  } finally {
    await t.owner.query('update plans set products = 500 where id = 1')
  }
})
test('a renewal that fails keeps no other company from its invoice', async () => {
  const [broken, fine, late] = [await trial(), await trial(), await trial()]
  for (const c of [broken, fine, late]) {
    await t.owner.query("update companies set valid_until = '2026-11-20' where id = $1", [c.id])
    await pays(c, { plan_id: 1 })
  }
  await t.owner.query("update companies set valid_until = '2026-12-05' where id = $1", [late.id])
  await on('2026-12-11', fine)
  // A year of this plan costs more than a number holds.
  await t.owner.query(
    `with dear as (insert into plans (name, products, sellers, price_tables, monthly_cents, active)
      values ('Sem fim', 1, 1, 1, 9000000000000000000, false) returning id)
    update subscriptions set option = 'x12', plan_id = (select id from dear) where company_id = $1`,
    [broken.id],
  )
  await assert.rejects(platformDay(t.kit), /bigint/)
  const of = async (c: Company) =>
    (await t.owner.query('select status from invoices where company_id = $1 order by id', [c.id])).rows.map(
      (r) => r.status,
    )
  assert.deepEqual([await of(broken), await of(fine)], [['paga'], ['paga', 'aberta']])
  const listed = await t.call('GET', '/api/v2/subscriptions?status=atrasada', { token: operator() })
  assert.ok(listed.body.data.some((x: { company: { id: number } }) => x.company.id === late.id))
  const { rows } = await t.owner.query('select status from invoices where company_id = $1 order by id', [late.id])
  assert.deepEqual(
    rows.map((r) => r.status),
    ['paga', 'aberta'],
  )
})
test('of welcome offer and coupon the better holds of those that are for this plan and way of paying', async () => {
  const c = await trial()
  await t.call('POST', `/api/v2/companies/${c.id}/offer`, { token: c.admin.token })
  const coupon = (body: object) => t.call('POST', '/api/v2/coupons', { token: operator(), body })
  await coupon({ code: 'quinze', percent: '15' })
  await coupon({ code: 'silicio', percent: '50', plan_id: 3 })
  const { offers } = (await t.call('GET', '/api/v2/plans?desconto=silicio', { token: c.admin.token })).body.data
  assert.deepEqual(
    offers.map((o: { percent_bp: number; plan_id: number | null }) => [o.percent_bp, o.plan_id]),
    [
      [2000, null],
      [5000, 3],
    ],
  )
  const costs = async (more: object) => (await asks(c, more)).amount
  assert.equal(await costs({ plan_id: 1, option: 'mensal', desconto: 'quinze' }), '84,91')
  assert.equal(await costs({ plan_id: 1, option: 'x12', desconto: 'quinze' }), '959,04', 'welcome: 20 %')
  assert.equal(await costs({ plan_id: 1, option: 'x12', desconto: 'silicio' }), '959,04')
  assert.equal(await costs({ plan_id: 1, option: 'mensal', desconto: 'silicio' }), '99,90')
  assert.equal(await costs({ plan_id: 3, option: 'x12', desconto: 'silicio' }), '2099,40')
})
test('a coupon’s last use is free again when its request was replaced or cancelled without money, and gone when it was paid', async () => {
  await t.call('POST', '/api/v2/coupons', { token: operator(), body: { code: 'unico', percent: '50', max_uses: '1' } })
  const [one, two] = [await trial(), await trial()]
  const half = { plan_id: 1, option: 'mensal', desconto: 'unico' }
  const costs = async (c: Company) => (await asks(c, half)).amount
  assert.equal(await costs(one), '49,95')
  assert.equal(await costs(two), '99,90')
  const { refused } = (await t.call('GET', '/api/v2/plans?desconto=unico', { token: one.admin.token })).body.data
  assert.equal(refused, false, 'it is this company’s own request that holds it')
  assert.equal(await costs(one), '49,95')
  await t.call('POST', '/api/v2/subscription/cancel', { token: one.admin.token, body: {} })
  assert.equal(await costs(two), '49,95')
  await asks(two, { plan_id: 2 })
  await pays(one, half)
  await t.call('POST', '/api/v2/subscription/cancel', { token: one.admin.token, body: {} })
  assert.equal(await costs(two), '99,90')
})
test('an offer that has ended is owed by nobody, and the operator reads how many there are', async () => {
  const standing = async () =>
    (await t.call('GET', '/api/v2/subscriptions/standing', { token: operator() })).body.data as Record<string, unknown>
  const before = await standing()
  const c = await trial()
  const { id } = await asks(c, { plan_id: 2 })
  assert.deepEqual([(await standing()).ended, (await standing()).open === before.open], [before.ended, false])
  await t.owner.query('update invoices set due_date = $2 where id = $1', [id, '2026-11-01'])
  const late = await standing()
  assert.deepEqual([late.open, late.overdue, late.ended], [before.open, before.overdue, Number(before.ended) + 1])
  const cents = (amount: unknown) => Number(String(amount).replace(',', ''))
  assert.equal(cents(late.ended_amount) - cents(before.ended_amount), 19_990)
})
test('the anchor day holds while periods join; a late payment sets it anew, on the last day of a short month too', async () => {
  // Paid until 28 February 2027, a Sunday, with the anchor 31: the day of the payment, that period's end, and the next end.
  for (const [day, until, next] of [
    ['2027-02-20', '2027-03-31', '2027-04-30'],
    ['2027-02-28', '2027-03-31', '2027-04-30'],
    // The working day on which the bill is due.
    ['2027-03-01', '2027-03-31', '2027-04-30'],
    ['2027-03-02', '2027-04-02', '2027-05-02'],
    ['2027-03-31', '2027-04-30', '2027-05-31'],
    ['2027-04-30', '2027-05-30', '2027-06-30'],
  ] as const) {
    await on('2027-01-31')
    const c = await trial({ valid_until: '2027-01-31' })
    await pays(c, { plan_id: 1 })
    assert.equal((await read(c)).valid_until, '2027-02-28')
    await on(day, c)
    await pays(c, { plan_id: 1 })
    assert.equal((await read(c)).valid_until, until, `paid on ${day}`)
    await pays(c, { plan_id: 1 })
    assert.equal((await read(c)).valid_until, next, `paid on ${day}, and again`)
  }
})

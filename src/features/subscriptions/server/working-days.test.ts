// Bills on working days: due after a weekend or a national holiday, and the catalogue open until then
// (docs/decisions/0120).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { platformDay } from '#features/platform/server/index.ts'
import { aProduct, type Company, untilLocked } from '../../../../test/kit.ts'
import { startSubscriptions } from '../../../../test/subscription_kit.ts'

const { t, operator, on, trial, confirm, pays, read } = await startSubscriptions()
after(() => t.close())

const column = async (sql: string, values: unknown[] = []) =>
  (await t.owner.query<{ day: string }>(sql, values)).rows.map((r) => r.day)
/** Monday to Friday of these years that are no working days. */
const holidays = (from: number, to: number) =>
  column(
    `select d::date::text as day from generate_series(make_date($1, 1, 1), make_date($2, 12, 31), '1 day') d
     where extract(isodow from d) < 6 and not app.is_working_day(d::date) order by 1`,
    [from, to],
  )
const bills = async (c: Company) =>
  (
    await t.owner.query<{ id: number; due: string; status: string; from: string; until: string }>(
      `select id::int, due_date::text as due, status, covers_from::text as from, covers_until::text as until
       from invoices where company_id = $1 order by id`,
      [c.id],
    )
  ).rows
/** Whether the company is open on a day: a visitor comes in, the showcase shows a product, a key and the admin write. */
async function openOn(day: string, c: Company): Promise<boolean[]> {
  await on(day, c)
  const visitor = await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: c.path } })
  const showcase = await t.call('GET', '/vitrine', { headers: { host: `${c.path}.localhost` } })
  const { key = '', product = 0 } = found.get(c.id) ?? {}
  const byKey = await t.call('POST', `/api/v1/products/${product}`, { token: key, body: { price: '81,00' } })
  const written = await t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name: `Em ${day}` } })
  return [visitor.status === 200, showcase.body.includes('Moringa'), byKey.status === 200, written.status === 200]
}
const found = new Map<number, { key: string; product: number }>()
/** What visitors and keys find in a company. */
async function furnish(c: Company): Promise<Company> {
  const { id: product } = await aProduct(t, c, { name: 'Moringa', price: '80,00' })
  const body = { name: 'ERP da loja', scopes: ['products:write'] }
  const made = await t.call('POST', '/api/v2/keys', { token: c.admin.token, body })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  found.set(c.id, { key: made.body.data.token, product })
  return c
}
const OPEN = [true, true, true, true]
const CLOSED = [false, false, false, false]

test('national holidays are those of the federal calendar', async () => {
  // Portaria of the Ministério da Gestão of 30 December 2025 for 2026; 15 November is a Sunday.
  assert.deepEqual(await holidays(2026, 2026), [
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-20',
    '2026-12-25',
  ])
  // 20 November is one since Lei 14.759 of 21 December 2023.
  const in2023 = await holidays(2023, 2023)
  assert.ok(in2023.includes('2023-04-07') && in2023.includes('2023-11-15') && !in2023.includes('2023-11-20'))
  const fridays = await column('select (app.easter(y) - 2)::text as day from generate_series(2024, 2030) y order by 1')
  const known = ['2024-03-29', '2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14', '2029-03-30', '2030-04-19']
  assert.deepEqual(fridays, known)
})
test('a bill for a Saturday is due on Monday; the company is open until then, and a payment that day extends the period from its end', async () => {
  await on('2027-01-13')
  const c = await furnish(await trial({ valid_until: '2027-01-13' }))
  await pays(c, { plan_id: 1 })
  // 13 February 2027 is a Saturday.
  await on('2027-02-04', c)
  await platformDay(t.kit)
  const [, next] = await bills(c)
  assert.deepEqual([next?.due, next?.status], ['2027-02-15', 'aberta'])
  for (const day of ['2027-02-13', '2027-02-14', '2027-02-15']) assert.deepEqual(await openOn(day, c), OPEN, day)
  assert.equal((await read(c)).current.status, 'ativa')
  assert.equal((await confirm(next?.id ?? 0, '99,90')).body.data.valid_until, '2027-03-13')
  assert.deepEqual((await bills(c)).map((b) => [b.from, b.until])[1], ['2027-02-13', '2027-03-13'])
})
test('not paid by then, the company closes on the next day, and its payment begins that day', async () => {
  await on('2027-01-13')
  const c = await furnish(await trial({ valid_until: '2027-01-13' }))
  await pays(c, { plan_id: 1 })
  await on('2027-02-04', c)
  await platformDay(t.kit)
  assert.deepEqual(await openOn('2027-02-16', c), CLOSED)
  assert.equal((await read(c)).current.status, 'atrasada')
  const list = await t.call('GET', '/api/v1/companies?state=vencida&limit=100', { token: operator() })
  assert.ok(list.body.data.some((x: { id: number }) => x.id === c.id))
  const [, next] = await bills(c)
  assert.equal((await confirm(next?.id ?? 0, '99,90')).body.data.valid_until, '2027-03-16')
})
test('twin: a trial has no bill and ends on its own day, a Saturday too', async () => {
  await on('2027-02-01')
  const c = await furnish(await trial({ valid_until: '2027-02-13' }))
  assert.deepEqual(await openOn('2027-02-13', c), OPEN)
  assert.deepEqual(await openOn('2027-02-14', c), CLOSED)
})
test('a bill is due on the last wished day that is not after the last paid one', async () => {
  const due = (until: string, wish: number) => column('select app.due_day($1, $2)::text as day', [until, wish])
  for (const [until, wish, day] of [
    ['2026-12-21', 10, '2026-12-10'],
    ['2026-12-21', 21, '2026-12-21'],
    ['2026-12-21', 25, '2026-11-25'],
    ['2027-01-15', 28, '2026-12-28'],
    ['2026-03-31', 28, '2026-03-30'],
  ] as const)
    assert.deepEqual(await due(until, wish), [day])
})
test('a company whose validity an operator moves while bills are made gets none too early', async () => {
  await on('2027-01-13')
  const c = await trial({ valid_until: '2027-01-13' })
  await pays(c, { plan_id: 1 })
  await on('2027-02-04', c)
  const other = await t.owner.connect()
  try {
    await other.query('begin')
    await other.query("update companies set valid_until = '2027-08-13' where id = $1", [c.id])
    const work = platformDay(t.kit)
    await untilLocked(t.owner, 1)
    await other.query('commit')
    await work
  } finally {
    // With what it holds, if this ended early.
    other.release(true)
  }
  assert.equal((await bills(c)).length, 1)
  // Negative control: ten days before its new end it is billed.
  await on('2027-08-04', c)
  await platformDay(t.kit)
  assert.equal((await bills(c)).length, 2)
})
test('the wished day holds, however long before the end it lies', async () => {
  await on('2027-03-15')
  const c = await trial({ valid_until: '2027-03-15' })
  await pays(c, { plan_id: 1, best_day_due: 1 })
  // Paid until 15 April: 1 April is due, not the last paid day.
  await on('2027-03-21', c)
  await platformDay(t.kit)
  assert.equal((await bills(c)).length, 1)
  await on('2027-03-22', c)
  await platformDay(t.kit)
  assert.deepEqual((await bills(c)).map((b) => b.due)[1], '2027-04-01')
  // A wish that is over by the time that the bill is made does not count.
  const late = await trial({ valid_until: '2027-03-22' })
  await pays(late, { plan_id: 1, best_day_due: 5 })
  await on('2027-04-12', late)
  await platformDay(t.kit)
  assert.deepEqual((await bills(late)).map((b) => b.due)[1], '2027-04-22')
})

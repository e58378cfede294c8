// Money that arrives while the clock is not believed: it counts at once, and its days are of the last believed moment
// (docs/decisions/0121).
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { lookAtClock } from '#server/clock-watch.ts'
import { signatureOf } from '#server/signed.ts'
import { aPerson, type Company } from '../../../../test/kit.ts'
import { startSubscriptions } from '../../../../test/subscription_kit.ts'

const SECRET = 'segredo-do-banco'
const { t, on, trial, asks, confirm, pays } = await startSubscriptions({ webhookSecret: SECRET })
after(() => t.close())
beforeEach(() => t.owner.query('delete from clock_watch'))

let event = 0
/** The bank's message, by its own clock. */
async function paidByBank(
  i: { txid: string; amount: string },
  sent: Date,
): Promise<{ status: number; result: string }> {
  const payload = JSON.stringify({ event_id: `aviso-${++event}`, txid: i.txid, amount: i.amount })
  const signature = signatureOf(SECRET, Math.floor(sent.getTime() / 1000), payload)
  const r = await t.app.inject({
    method: 'POST',
    url: '/api/v2/subscription/webhook',
    headers: { 'content-type': 'application/json', 'x-mostruario-signature': signature },
    payload,
  })
  return { status: r.statusCode, result: r.json().data?.result }
}
const paid = async (c: Company) =>
  (
    await t.owner.query<{ from: string; until: string; day: string }>(
      `select covers_from::text as from, covers_until::text as until, paid_at::date::text as day
       from invoices where company_id = $1 and status = 'paga' order by id`,
      [c.id],
    )
  ).rows
const goodUntil = async (c: Company) =>
  (await t.owner.query('select valid_until::text as day from companies where id = $1', [c.id])).rows[0].day
/** A bill of a trial that ends on 20 January, asked for on the 10th; the clock is looked at then, and jumps to `day`. */
async function jumpsTo(day: string) {
  await on('2027-01-10')
  const c = await trial({ valid_until: '2027-01-20' })
  const bill = await asks(c, { plan_id: 1, due_date: '2027-01-15' })
  const { txid } = (await t.owner.query('select txid from invoices where id = $1', [bill.id])).rows[0]
  await lookAtClock(t.kit)
  await on(day)
  return { c, id: bill.id, txid, amount: bill.amount }
}

test('a payment while the clock is a year ahead gives the days of the last believed moment', async () => {
  const { c, id, amount } = await jumpsTo('2028-02-14')
  assert.equal((await confirm(id, amount)).body.data.result, 'paga')
  assert.deepEqual(await paid(c), [{ from: '2027-01-20', until: '2027-02-20', day: '2027-01-10' }])
  assert.equal(await goodUntil(c), '2027-02-20')
  // Said again it changes nothing, by the right clock either.
  assert.equal((await confirm(id, amount)).body.data.result, 'repetida')
  await on('2027-01-10')
  assert.equal((await confirm(id, amount)).body.data.result, 'repetida')
  assert.equal(await goodUntil(c), '2027-02-20')
})
test("the bank's message gets its usual answer while the clock is doubted", async () => {
  const { c, ...bill } = await jumpsTo('2028-02-14')
  assert.deepEqual(await paidByBank(bill, t.clock.now()), { status: 200, result: 'paga' })
  assert.equal(await goodUntil(c), '2027-02-20')
})
test('credit that pays a whole bill is dated by the believed moment, too', async () => {
  await on('2027-01-10')
  const c = await trial({ valid_until: '2027-01-20' })
  const first = await asks(c, { plan_id: 1 })
  await t.owner.query("update invoices set status = 'cancelada' where id = $1", [first.id])
  assert.equal((await confirm(first.id, first.amount)).body.data.result, 'cancelada')
  await lookAtClock(t.kit)
  await on('2028-02-14', c)
  await t.owner.query("update companies set valid_until = '2028-03-01' where id = $1", [c.id])
  await asks(c, { plan_id: 1 })
  assert.deepEqual(
    (await paid(c)).map((p) => p.day),
    ['2027-01-10'],
  )
})
test('a payment while the clock is a year behind does not begin in the past', async () => {
  await on('2027-01-10')
  const c = await trial({ valid_until: '2027-01-10' })
  await pays(c, { plan_id: 1 })
  const bill = await asks(c, { plan_id: 1 })
  await on('2027-06-10')
  await lookAtClock(t.kit)
  await on('2026-06-10')
  assert.equal((await confirm(bill.id, bill.amount)).body.data.result, 'paga')
  assert.equal(await goodUntil(c), '2027-07-10')
})
test('negative control: where the operator says that the clock is right, the same payment is dated by it', async () => {
  const { c, id, amount } = await jumpsTo('2028-02-14')
  const { token } = await aPerson(t, null, 0)
  await lookAtClock(t.kit)
  assert.equal((await t.call('POST', '/api/v2/platform/clock', { token })).status, 200)
  // The offer ended on 15 January: it is worked out by today's prices and begins today.
  assert.equal((await confirm(id, amount)).body.data.result, 'paga')
  assert.deepEqual(
    (await paid(c)).map((p) => [p.from, p.until]),
    [['2028-02-14', '2028-03-14']],
  )
})

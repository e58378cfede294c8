// A confirmed address is the company's own no longer than a person of its staff or its settings have it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const setOrdersTo = async (c: Company, orders_email: string) => {
  const r = await t.call('PUT', `/api/v1/companies/${c.id}`, { token: c.admin.token, body: { orders_email } })
  assert.equal(r.status, 200, JSON.stringify(r.body))
}
/** Orders go to the address until it is confirmed; afterwards they go elsewhere. */
async function confirmed(c: Company, address: string, elsewhere = ''): Promise<void> {
  await setOrdersTo(c, address)
  const { rows } = await t.owner.query<{ secret: string }>(
    `select params->>'secret' as secret from mails where company_id = $1 and recipient = $2
     and template = 'confirm_address' order by id desc`,
    [c.id, address],
  )
  const token = rows[0]?.secret.split('#')[1]
  assert.equal((await t.call('POST', '/api/v2/mail_addresses/confirm', { body: { token } })).status, 200)
  await setOrdersTo(c, elsewhere)
}
const isOwn = async (c: Company, address: string) =>
  (await t.owner.query('select app.is_own_address($1, $2) as own', [c.id, address])).rows[0].own as boolean
const noted = async (c: Company) =>
  (await t.owner.query('select address from company_addresses where company_id = $1 order by 1', [c.id])).rows.map(
    (r) => r.address as string,
  )
const remove = async (c: Company, id: number) =>
  assert.equal((await t.call('DELETE', `/api/v1/users/${id}`, { token: c.admin.token })).status, 200)

test('the confirmed address of a removed person is a stranger’s again, of that company only', async () => {
  const [a, b] = [await aCompany(t, { trial: true }), await aCompany(t, { trial: true })]
  const address = 'saiu@pessoa.test'
  const [left, stays] = [await aPerson(t, a.id, 1, { email: address }), await aPerson(t, b.id, 1, { email: address })]
  for (const c of [a, b]) await confirmed(c, address)
  assert.deepEqual([await isOwn(a, address), await isOwn(b, address)], [true, true])
  await remove(a, left.id)
  assert.deepEqual([await isOwn(a, address), await isOwn(b, address)], [false, true])
  assert.deepEqual([await noted(a), await noted(b)], [[], [address]])
  // Removed twice, nothing else happens.
  assert.equal((await t.call('DELETE', `/api/v1/users/${left.id}`, { token: a.admin.token })).status, 404)
  await remove(b, stays.id)
  assert.equal(await isOwn(b, address), false)
})
test('an address that orders still go to, or that another person has, stays the company’s', async () => {
  const c = await aCompany(t, { trial: true })
  const address = 'balcao@pessoa.test'
  const person = await aPerson(t, c.id, 1, { email: address })
  await confirmed(c, address, `outro@pessoa.test, ${address}`)
  await remove(c, person.id)
  assert.equal(await isOwn(c, address), true)
  await setOrdersTo(c, 'outro@pessoa.test')
  assert.equal(await isOwn(c, address), false)
  assert.deepEqual((await noted(c)).includes(address), false)
})
test('a person who changes the e-mail takes the old one along', async () => {
  const c = await aCompany(t, { trial: true })
  const [old, fresh] = ['antes@pessoa.test', 'depois@pessoa.test']
  const person = await aPerson(t, c.id, 1, { email: old })
  await confirmed(c, old)
  await t.owner.query('update users set name = $2, profile_pic = $3 where id = $1', [person.id, 'Outra', ''])
  assert.equal(await isOwn(c, old), true, 'another change of the person asks nothing')
  await t.owner.query('update users set email = $2 where id = $1', [person.id, fresh])
  assert.equal(await isOwn(c, old), false)
  assert.deepEqual(await noted(c), [])
})
test('negative control: without the trigger the address of a removed person stays', async () => {
  const c = await aCompany(t, { trial: true })
  const address = 'fica@pessoa.test'
  const person = await aPerson(t, c.id, 1, { email: address })
  await confirmed(c, address)
  await t.owner.query('alter table users disable trigger forget_address_of_person')
  await remove(c, person.id)
  await t.owner.query('alter table users enable trigger forget_address_of_person')
  assert.equal(await isOwn(c, address), true)
  // What was left so is found by the migration's last statement.
  await t.owner.query(
    'select app.forget_unused_addresses(company_id, array_agg(address)) from company_addresses group by company_id',
  )
  assert.equal(await isOwn(c, address), false)
})

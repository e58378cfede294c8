// A client's personal link: taken back, nobody is inside by it any more; a password is another door.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aClient,
  aCompany,
  aPerson,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())
const path = (id: number) => `/api/v2/clients/${id}/link`
const read = async (id: number, token = a.seller.token) => (await t.call('GET', path(id), { token })).body.data
const revoke = (id: number, token = a.seller.token) => t.call('DELETE', path(id), { token })
const renew = async (id: number) => (await t.call('POST', path(id), { token: a.seller.token, body: {} })).body.data
const open = (user_id: string) =>
  t.call('POST', '/api/v2/auth/loginClient', { body: { user_id, company_path: a.path } })
const inside = async (token: string) => (await t.call('GET', '/api/v1/auth/me', { token })).status

test('revoked: the link opens nothing, whoever came in by it is refused at the next request, a password stays', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const sent = (await read(client.id)).token
  const entered = (await open(sent)).body.token
  assert.deepEqual([await inside(entered), await inside(client.token)], [200, 200])
  const done = await revoke(client.id)
  assert.deepEqual(
    [done.status, done.body.data.token, done.body.data.url, done.body.data.revoked_at],
    [200, null, null, t.clock.now().toISOString()],
  )
  assert.equal(await inside(entered), 401)
  assert.equal(await inside(client.token), 200, 'who typed the password came in by another door')
  assert.deepEqual([(await open(sent)).status, (await open(sent)).body.code], [403, 'client_link'])
  t.clock.forward(60_000)
  const twice = (await revoke(client.id)).body.data
  assert.equal(twice.revoked_at, done.body.data.revoked_at, 'twice is once')
  const fresh = (await renew(client.id)).token
  assert.notEqual(fresh, sent)
  assert.deepEqual([(await open(fresh)).status, (await open(sent)).status], [200, 403])
})
test('another link in its place ends the sessions of the one before, too', async () => {
  const id = await aClient(t, a)
  const entered = (await open((await read(id)).token)).body.token
  await renew(id)
  assert.equal(await inside(entered), 401)
})
test('a session from before this was kept ends as well; another client’s does not', async () => {
  const [one, two] = [await aClient(t, a), await aClient(t, a)]
  const [older, others] = [(await open((await read(one)).token)).body, (await open((await read(two)).token)).body]
  await t.owner.query('update sessions set by_link = null where user_id = $1', [one])
  await revoke(one)
  assert.deepEqual([await inside(older.token), await inside(others.token)], [401, 200])
})
test('with the card that stayed goes the link of a card that was merged into it, and who came in by that', async () => {
  const [stays, gone] = [await aClient(t, a), await aClient(t, a)]
  const sent = (await read(gone)).token
  await t.call('POST', `/api/v2/clients/${stays}/merge`, { token: a.seller.token, body: { other: gone } })
  const entered = (await open(sent)).body
  assert.equal(entered.user.id, stays)
  await revoke(stays)
  assert.equal(await inside(entered.token), 401)
  assert.equal((await open(sent)).status, 403)
  const fresh = (await renew(stays)).token
  assert.deepEqual([(await open(sent)).status, (await open(fresh)).status], [403, 200])
})
test('a message of the list of the day does not hand out a link that was taken back', async () => {
  const id = await aClient(t, a, { phone: '11955554444' })
  await open((await read(id)).token)
  const links = async () =>
    (await t.call('GET', '/api/v2/home/today', { token: a.seller.token })).body.data.entries
      .filter((e: { client_id: number }) => e.client_id === id)
      .map((e: { link: string }) => e.link)
  assert.match((await links())[0], /\/pedidos\?id=c/)
  await revoke(id)
  assert.match((await links())[0], /\/pedidos$/)
})
test('a colleague, another company and the client take nothing back', async () => {
  const id = await aClient(t, a)
  const b = await aCompany(t)
  for (const token of [(await aPerson(t, a.id, 2)).token, b.admin.token, b.seller.token])
    assert.equal((await revoke(id, token)).status, 404)
  assert.equal((await revoke(id, a.client.token)).status, 403)
  assert.equal((await read(id)).revoked_at, null)
  assert.equal((await revoke(id, a.admin.token)).status, 200)
})

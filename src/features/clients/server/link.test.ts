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
/** A seller who has seen the link of a client of theirs, and a session by it. */
async function carriedAway() {
  const seller = await aPerson(t, a.id, 2)
  const heir = await aPerson(t, a.id, 2)
  const id = await aClient(t, a, { seller_id: seller.id })
  const { token } = await read(id, seller.token)
  return { seller, heir, id, link: token as string, session: (await open(token)).body.token as string }
}
const asAdmin = (method: string, url: string, body?: object) =>
  t.call(method, url, { token: a.admin.token, ...(body && { body }) })
const opens = async (one: { link: string; session: string }) => [
  (await open(one.link)).status,
  await inside(one.session),
]
const WAYS_OUT: [string, (one: Awaited<ReturnType<typeof carriedAway>>) => ReturnType<TestApp['call']>][] = [
  ['is removed', ({ seller, heir }) => asAdmin('DELETE', `/api/v1/users/${seller.id}?successor_id=${heir.id}`)],
  ['is switched off', ({ seller }) => asAdmin('PUT', `/api/v1/users/${seller.id}`, { active: 0 })],
  [
    'becomes a client',
    ({ seller, heir }) => asAdmin('PUT', `/api/v1/users/${seller.id}`, { level: 3, successor_id: heir.id }),
  ],
  [
    'loses the client',
    ({ id, heir }) => asAdmin('POST', '/api/v2/clients/move', { ids: [id], seller_id: heir.id, renew_links: '1' }),
  ],
]
for (const [how, act] of WAYS_OUT)
  test(`the link that a seller has opened ends when the seller ${how}`, async () => {
    const one = await carriedAway()
    const other = await carriedAway()
    assert.deepEqual(await opens(one), [200, 200])
    const r = await act(one)
    assert.equal(r.status, 200, JSON.stringify(r.body))
    assert.deepEqual(await opens(one), [403, 401])
    assert.deepEqual(await opens(other), [200, 200])
    assert.equal((await open((await read(one.id, a.admin.token)).token)).status, 200, 'another one is there')
  })
test('keeps the links that a removed seller has opened when the admin says so', async () => {
  const one = await carriedAway()
  const left = async () => (await asAdmin('GET', `/api/v2/users/${one.seller.id}/left`)).body.data
  assert.deepEqual(await left(), [{ key: `links:${one.seller.id}`, kind: 'links', name: '1' }])
  assert.equal((await t.call('GET', `/api/v2/users/${one.seller.id}/left`, { token: one.seller.token })).status, 403)
  const foreign = (await aCompany(t)).admin.token
  assert.equal((await t.call('GET', `/api/v2/users/${one.seller.id}/left`, { token: foreign })).status, 404)
  await asAdmin('DELETE', `/api/v1/users/${one.seller.id}?successor_id=${one.heir.id}&keep=links:${one.seller.id}`)
  assert.deepEqual(await opens(one), [200, 200])
})
test('a moved client keeps the link unless the admin has it replaced', async () => {
  const one = await carriedAway()
  const unseen = await aClient(t, a, { seller_id: one.seller.id })
  const move = (ids: number[], to: number, renew_links = '0') =>
    asAdmin('POST', '/api/v2/clients/move', { ids, seller_id: to, renew_links })
  const moved = (await move([one.id, unseen], one.heir.id)).body.data
  assert.deepEqual([moved.moved, moved.seen_links, await opens(one)], [2, 1, [200, 200]])
  assert.equal((await move([one.id], one.seller.id, '1')).body.data.seen_links, 0, 'whose client it is may have it')
})
test('a client moved by the form keeps the link unless the admin has it replaced', async () => {
  const one = await carriedAway()
  const change = (seller_id: number, renew_links: string, token = a.admin.token) =>
    t.call('PUT', `/api/v1/users/${one.id}`, { token, body: { seller_id, renew_links } })
  assert.equal((await change(one.heir.id, '0')).status, 200)
  assert.deepEqual(await opens(one), [200, 200])
  assert.equal((await change(one.seller.id, '1')).status, 200)
  assert.deepEqual(await opens(one), [200, 200], 'whose client it is may have it')
  assert.equal((await change(one.heir.id, '1')).status, 200)
  assert.deepEqual(await opens(one), [403, 401])
})
test('the list of the day shows links as well: the seller who leaves has seen those', async () => {
  const seller = await aPerson(t, a.id, 2)
  const id = await aClient(t, a, { phone: '11955554445', seller_id: seller.id })
  await t.owner.query('insert into openings (company_id, user_id, day, at) values ($1, $2, $3::date, $4)', [
    a.id,
    id,
    t.clock.now().toISOString().slice(0, 10),
    t.clock.now(),
  ])
  await t.call('GET', '/api/v2/home/today', { token: seller.token })
  const left = (await asAdmin('GET', `/api/v2/users/${seller.id}/left`)).body.data
  assert.deepEqual(left, [{ key: `links:${seller.id}`, kind: 'links', name: '1' }])
})

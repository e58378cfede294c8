// A client changes seller by whichever door: the link that the former seller has opened is offered to the admin.
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
const asAdmin = (method: string, url: string, body?: object) =>
  t.call(method, url, { token: a.admin.token, ...(body && { body }) })
const open = async (user_id: string) =>
  (await t.call('POST', '/api/v2/auth/loginClient', { body: { user_id, company_path: a.path } })).status
const offers = async (): Promise<{ id: number; sellers: string[] }[]> =>
  (await asAdmin('GET', '/api/v2/link_offers')).body.data
const isOffered = async (id: number) => (await offers()).some((c) => c.id === id)
const waiting = async () => (await asAdmin('GET', '/api/v2/home/company')).body.data.waiting.links
const answer = (ids: number[], renew: '0' | '1', token = a.admin.token) =>
  t.call('POST', '/api/v2/link_offers', { token, body: { ids: JSON.stringify(ids), renew } })
let codes = 0
/** A client whose link the seller has opened, and another seller. */
async function seenLink() {
  const seller = await aPerson(t, a.id, 2)
  const heir = await aPerson(t, a.id, 2)
  const code = `ELO-${++codes}`
  const id = await aClient(t, a, { seller_id: seller.id, client_code: code })
  const { token } = (await t.call('GET', `/api/v2/clients/${id}/link`, { token: seller.token })).body.data
  return { seller, heir, id, code, link: token as string }
}
type Seen = Awaited<ReturnType<typeof seenLink>>
/** What changes the seller; returns the client that stays. */
const DOORS: [string, (one: Seen) => Promise<number>][] = [
  [
    'the call of many',
    async ({ id, heir }) => done(id, asAdmin('POST', '/api/v2/clients/move', { ids: [id], seller_id: heir.id })),
  ],
  ['the card', async ({ id, heir }) => done(id, asAdmin('POST', `/api/v2/clients/${id}`, { seller_id: heir.id }))],
  ['the form', async ({ id, heir }) => done(id, asAdmin('PUT', `/api/v1/users/${id}`, { seller_id: heir.id }))],
  [
    'a sheet',
    async ({ id, code, heir }) => {
      const name = (await t.owner.query('select name from users where id = $1', [heir.id])).rows[0].name
      const file = new Blob([`Código;Vendedor\n${code};${name}\n`])
      return done(id, t.call('POST', '/api/v2/xls/apply', { token: a.admin.token, form: { kind: 'clients', file } }))
    },
  ],
  ['the house', async ({ id }) => done(id, asAdmin('POST', `/api/v2/clients/${id}`, { seller_id: '' }))],
  [
    'a merge',
    async ({ id, heir }) => {
      const stays = await aClient(t, a, { seller_id: heir.id })
      return done(stays, asAdmin('POST', `/api/v2/clients/${stays}/merge`, { other: id }))
    },
  ],
  [
    'any write of the row',
    async ({ id, heir }) => {
      await t.owner.query('update users set seller_id = $1 where id = $2', [heir.id, id])
      return id
    },
  ],
]
async function done(id: number, act: ReturnType<TestApp['call']>): Promise<number> {
  const r = await act
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return id
}
for (const [door, act] of DOORS)
  test(`offers another link after a change of seller by ${door}`, async () => {
    const one = await seenLink()
    const before = await waiting()
    assert.equal(await isOffered(one.id), false, 'whose client it is may have it')
    const id = await act(one)
    assert.deepEqual([await isOffered(id), await waiting(), await open(one.link)], [true, before + 1, 200])
    assert.equal((await answer([id], '1')).body.data.clients, 1)
    assert.deepEqual([await isOffered(id), await waiting(), await open(one.link)], [false, before, 403])
    const fresh = (await asAdmin('GET', `/api/v2/clients/${id}/link`)).body.data.token
    assert.equal((await answer([id], '1')).body.data.clients, 0, 'answered twice')
    assert.equal(await open(fresh), 200, 'the second answer replaces nothing')
  })
test('a link that the admin keeps is offered again only after another change of seller', async () => {
  const one = await seenLink()
  const move = (seller_id: number, more = {}) =>
    asAdmin('POST', '/api/v2/clients/move', { ids: [one.id], seller_id, ...more })
  await move(one.heir.id)
  assert.equal((await answer([one.id], '0')).body.data.clients, 1)
  assert.deepEqual([await isOffered(one.id), await open(one.link)], [false, 200])
  await asAdmin('POST', `/api/v2/clients/${one.id}`, { notes: 'Liga de manhã' })
  assert.equal(await isOffered(one.id), false)
  await move(one.seller.id)
  assert.equal(await isOffered(one.id), false)
  await move(one.heir.id, { renew_links: '0' })
  assert.equal(await isOffered(one.id), false, 'the form has asked')
  await move((await aPerson(t, a.id, 2)).id)
  assert.equal(await isOffered(one.id), true)
})
test('links kept at the removal of a seller are not offered again', async () => {
  const one = await seenLink()
  const keep = `successor_id=${one.heir.id}&keep=links:${one.seller.id}`
  assert.equal((await asAdmin('DELETE', `/api/v1/users/${one.seller.id}?${keep}`)).status, 200)
  assert.deepEqual([await isOffered(one.id), await open(one.link)], [false, 200])
})
test('only an admin of the company sees and answers the offers', async () => {
  const one = await seenLink()
  await asAdmin('POST', '/api/v2/clients/move', { ids: [one.id], seller_id: one.heir.id })
  const b = await aCompany(t)
  assert.deepEqual((await t.call('GET', '/api/v2/link_offers', { token: b.admin.token })).body.data, [])
  assert.equal((await answer([one.id], '1', b.admin.token)).body.data.clients, 0)
  for (const token of [one.seller.token, one.heir.token, a.client.token])
    assert.deepEqual(
      [(await t.call('GET', '/api/v2/link_offers', { token })).status, (await answer([one.id], '1', token)).status],
      [403, 403],
    )
  assert.deepEqual([await isOffered(one.id), await open(one.link)], [true, 200])
})

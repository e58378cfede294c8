// How notices reach a device: against a push service that checks signature and encryption for itself.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
  until,
  untilIdle,
} from '../../../../test/kit.ts'
import { type PushSimulator, pushSimulator, type SimulatedBrowser } from '../../../../test/push_simulator.ts'
import { askOutside } from '#server/outgoing.ts'
import { platformTasks } from './jobs.ts'

let t: TestApp
let a: Company
let product: number
let service: PushSimulator
before(async () => {
  service = await pushSimulator()
  t = await startTestApp({ config: { pushHosts: [service.origin] } })
  a = await aCompany(t)
  product = (await aProduct(t, a)).id
  await t.jobs()
})
after(async () => {
  service.close()
  await t.close()
})
const settings = async ({ token }: { token: string }) =>
  (await t.call('GET', '/api/v2/notices/settings', { token })).body.data as {
    key: string
    off: string[]
    devices: { id: number; current: boolean; names: boolean }[]
  }
const keep = ({ endpoint, p256dh, auth }: SimulatedBrowser, token: string, language = 'pt') =>
  t.call('PUT', '/api/v2/notices/devices', { token, body: { endpoint, p256dh, auth, language } })
/** A browser of this person's that takes notices. */
async function aBrowser(who: { token: string }, language = 'pt'): Promise<SimulatedBrowser> {
  const browser = service.browser((await settings(who)).key)
  const r = await keep(browser, who.token, language)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return browser
}
/** A session of now: the tests' clock runs ahead. */
const signIn = async ({ email }: { email: string }): Promise<string> => {
  const r = await t.call('POST', '/api/v1/auth/login', { body: { email, password: 'segredo-de-teste' } })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.token
}
const place = async (name = 'Luciana Prado') => {
  const cart = aCart([{ product_id: product, quantity: 1 }], { name })
  const r = await order(t, a, await signIn(a.client), cart)
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data as { id: number; number: number }
}
const idle = () => untilIdle(t, ['send_notices', 'push_notices', 'send_mail'])
const stored = async (browser: SimulatedBrowser) =>
  (await t.owner.query('select * from push_devices where endpoint = $1', [browser.endpoint])).rows[0]
const aSeller = async (more: Record<string, unknown> = {}): Promise<Person> => {
  const seller = await aPerson(t, a.id, 2, more)
  await t.owner.query('update users set seller_id = $1 where id = $2', [seller.id, a.client.id])
  return seller
}
const mails = async (to: string) =>
  (await t.owner.query("select params from mails where template = 'notices' and recipient = $1 order by id", [to])).rows

test('a notice reaches each device of its person signed and sealed, without a name unless that was allowed', async () => {
  const seller = await aSeller()
  const phone = await aBrowser(seller)
  const tablet = await aBrowser(seller, 'en')
  const o = await place()
  await until(async () => phone.received.length === 1 && tablet.received.length === 1)
  const [push] = phone.received
  assert.deepEqual([phone.refusals, tablet.refusals], [[], []])
  assert.deepEqual(
    [push?.title, push?.body, push?.href, push?.to, push?.unread],
    [`Pedido ${o.number} chegou`, '', `/dashboard/orders/${o.id}`, `${a.id}:${seller.id}`, 1],
  )
  assert.equal(tablet.received[0]?.title, `Order ${o.number} has arrived`)
  assert.deepEqual([phone.headers.urgency, phone.headers.ttl], ['high', '86400'])
  // Names on the one that was allowed.
  const { id } = await stored(phone)
  await t.call('PUT', `/api/v2/notices/devices/${id}`, { token: seller.token, body: { names: '1' } })
  const next = await place('Vera Lemos')
  await until(async () => phone.received.length === 2 && tablet.received.length === 2)
  assert.equal(phone.received[1]?.title, `Pedido ${next.number} de Vera Lemos`)
  assert.ok(!JSON.stringify(tablet.received).includes('Vera'))
  const trial = (token: string) => t.call('POST', `/api/v2/notices/devices/${id}/test`, { token })
  assert.deepEqual([(await trial(a.admin.token)).status, (await trial(seller.token)).status], [404, 200])
  await until(async () => phone.received.length === 3)
  assert.match(phone.received[2]?.title ?? '', /chegam neste aparelho/)
})
test('a device that is gone (404, 410) is let go, and the seller is told by e-mail what none took', async () => {
  for (const gone of [404, 410]) {
    const seller = await aSeller({ language: 'fr' })
    const phone = await aBrowser(seller)
    phone.answer = gone
    const o = await place('Ana Melo')
    await until(async () => (await stored(phone)) === undefined)
    await platformTasks.deliver_notices?.run(t.kit)
    assert.deepEqual(await mails(seller.email), [], 'not at once: she may be reading it')
    t.clock.forward(11 * 60_000)
    await platformTasks.deliver_notices?.run(t.kit)
    await platformTasks.deliver_notices?.run(t.kit)
    const [mail, ...more] = await mails(seller.email)
    assert.equal(more.length, 0)
    assert.match(mail.params.what, new RegExp(`^Commande ${o.number} de Ana Melo$`))
    assert.match(mail.params.href, new RegExp(`/dashboard/orders/${o.id}$`))
  }
})
test('what was read, or taken by a device, goes by no e-mail; several go as one; admins get none', async () => {
  const seller = await aSeller()
  await place()
  await t.call('PUT', '/api/v2/notices/read', { token: seller.token, body: { all: '1' } })
  const phone = await aBrowser(seller)
  await place()
  await until(async () => phone.received.length === 1)
  await idle()
  await t.owner.query('delete from push_devices')
  await place()
  await place()
  t.clock.forward(11 * 60_000)
  await platformTasks.deliver_notices?.run(t.kit)
  const [mail, ...more] = await mails(seller.email)
  assert.deepEqual([mail.params.what, mail.params.rows.length, more.length], ['2 avisos', 2, 0])
  assert.match(mail.params.href, /\/avisos$/)
  assert.deepEqual(await mails(a.admin.email), [])
})
test('a service that is busy or down is asked again, as late as it says; the other device has it once', async () => {
  const seller = await aSeller()
  const [phone, tablet] = [await aBrowser(seller), await aBrowser(seller)]
  phone.answer = 500
  await place()
  await until(async () => phone.asked === 1 && tablet.received.length === 1)
  phone.answer = 201
  await until(async () => phone.received.length === 1)
  assert.equal(tablet.received.length, 1)
  await until(async () => (await stored(phone)).failing_since === null)
  phone.answer = 429
  phone.retryAfter = new Date(t.clock.now().getTime() + 120_000).toUTCString()
  await place()
  await until(async () => phone.asked === 3)
  await until(async () => (await stored(phone)).rests_until !== null)
  const ask = () =>
    t.owner.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null')
  await ask()
  await idle()
  assert.equal(phone.asked, 3, 'it asked to be left alone')
  t.clock.forward(121_000)
  phone.answer = 201
  await until(async () => {
    await ask()
    return phone.received.length === 2
  })
  // Three days without an answer: the device is let go.
  phone.answer = 500
  await place()
  await until(async () => (await stored(phone)).failing_since !== null)
  t.clock.forward(73 * 3600_000)
  await place()
  await until(async () => {
    await ask()
    return (await stored(phone)) === undefined
  })
})
test('a kind that is switched off makes no sound and no e-mail; in quiet hours what came waits and comes as one', async () => {
  const seller = await aSeller()
  const phone = await aBrowser(seller)
  const save = async (body: object) => t.call('PUT', '/api/v2/notices/settings', { token: await signIn(seller), body })
  assert.equal((await save({ off: ['order'] })).status, 200)
  await place()
  await idle()
  assert.equal(phone.asked, 0)
  t.clock.set('2026-12-01T01:00:00Z')
  await save({ off: [], quiet_from: '21:00', quiet_until: '07:00' })
  await place()
  await place()
  await idle()
  t.clock.set('2026-12-01T09:59:00Z')
  await platformTasks.deliver_notices?.run(t.kit)
  await idle()
  assert.equal(phone.asked, 0)
  t.clock.set('2026-12-01T10:00:00Z')
  await platformTasks.deliver_notices?.run(t.kit)
  await until(async () => phone.received.length === 1)
  assert.deepEqual([phone.received[0]?.title, phone.received[0]?.href], ['2 avisos', '/avisos'])
  assert.equal(phone.received[0]?.body.split('\n').length, 2)
  await platformTasks.deliver_notices?.run(t.kit)
  await idle()
  assert.equal(phone.received.length, 1)
  assert.deepEqual(await mails(seller.email), [])
  const refused = await save({ off: [], quiet_from: '21:00', quiet_until: '' })
  assert.ok(refused.status === 422 && refused.body.errors.quiet_until, JSON.stringify(refused.body))
  assert.equal((await save({ off: [], quiet_from: '25:00', quiet_until: '07:00' })).status, 422)
})
test('one browser is one person’s: whoever registers it takes it, from another company too; signing out ends it', async () => {
  const b = await aCompany(t)
  const seller = await aSeller()
  const shared = await aBrowser(seller)
  assert.equal((await keep(shared, b.admin.token)).status, 200)
  assert.deepEqual((await settings(seller)).devices, [])
  await place()
  await idle()
  assert.equal(shared.asked, 0)
  assert.equal((await settings(b.admin)).devices.length, 1)
  const { id } = await stored(shared)
  for (const [method, url, body] of [
    ['PUT', `/api/v2/notices/devices/${id}`, { names: '1' }],
    ['DELETE', `/api/v2/notices/devices/${id}`, undefined],
    ['POST', `/api/v2/notices/devices/${id}/test`, {}],
  ] as const)
    for (const token of [seller.token, await signIn(a.admin)])
      assert.equal((await t.call(method, url, { token, ...(body && { body }) })).status, 404, url)
  await t.call('POST', '/api/v1/auth/logout', { token: b.admin.token })
  assert.equal(await stored(shared), undefined)
})
test('a device ends when its person is signed out, blocked or loses the link; not because a session grew old', async () => {
  const seller = await aSeller()
  const phone = await aBrowser(seller)
  t.clock.forward(13 * 3600_000)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: seller.token })).status, 401)
  await place()
  await until(async () => phone.received.length === 1)
  const admin = await signIn(a.admin)
  for (const end of [
    async () => t.call('DELETE', `/api/v2/users/${seller.id}/sessions`, { token: admin }),
    async () => t.call('POST', '/api/v1/auth/logoutAll', { token: await signIn(seller) }),
    async () => t.call('PUT', `/api/v1/users/${seller.id}`, { token: admin, body: { active: '0' } }),
  ]) {
    assert.equal((await keep(phone, await signIn(seller))).status, 200)
    const r = await end()
    assert.equal(r.status, 200, JSON.stringify(r.body))
    assert.equal(await stored(phone), undefined)
  }
  const link = (await t.call('GET', `/api/v2/clients/${a.client.id}/link`, { token: admin })).body.data.token
  const opened = await t.call('POST', '/api/v2/auth/loginClient', { body: { company_path: a.path, user_id: link } })
  const [byLink, byPassword] = [service.browser(''), service.browser('')]
  assert.equal((await keep(byLink, opened.body.token)).status, 200, JSON.stringify(opened.body))
  assert.equal((await keep(byPassword, await signIn(a.client))).status, 200)
  await t.call('DELETE', `/api/v2/clients/${a.client.id}/link`, { token: admin })
  assert.deepEqual([await stored(byLink), (await stored(byPassword))?.user_id], [undefined, a.client.id])
})
test('only public addresses of https take pushes, and only keys that are keys', async () => {
  const token = await signIn(a.seller)
  const good = service.browser('')
  const bad = [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://push.test:8443/x',
    'https://a:b@push.test/x',
    'ftp://push.test/x',
    'x',
  ]
  for (const endpoint of bad) assert.equal((await keep({ ...good, endpoint }, token)).status, 422, endpoint)
  const noPoint = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  for (const p256dh of ['AAAA', noPoint]) assert.equal((await keep({ ...good, p256dh }, token)).status, 422, p256dh)
  assert.equal((await keep({ ...good, auth: 'AAAA' }, token)).status, 422)
  // A name that leads inside is refused when it is called.
  const how = { method: 'POST' as const, headers: {}, most: 1000, timeout: 2000 }
  for (const inside of [
    `http://localhost:${new URL(service.origin).port}/p/x`,
    'https://localhost/x',
    'https://10.0.0.1/',
  ])
    await assert.rejects(askOutside(inside, [], how), /public address/)
})
test('an operator who looks at a company through its admin registers no device', async () => {
  const operator = await aPerson(t, null, 0)
  const visit = await t.call('POST', `/api/v2/companies/${a.id}/visit`, {
    token: operator.token,
    body: { reason: 'Ajuda com um pedido' },
  })
  assert.equal(visit.status, 200, JSON.stringify(visit.body))
  assert.equal((await keep(service.browser(''), visit.body.data.token)).status, 403)
})
test('what a clock that was ahead held, or a service asked of it, is not waited for', async () => {
  t.clock.set('2026-12-10T15:00:00Z')
  const seller = await aSeller()
  const phone = await aBrowser(seller)
  // Two months ahead, and at night.
  t.clock.set('2027-02-10T03:00:00Z')
  const save = { off: [], quiet_from: '21:00', quiet_until: '07:00' }
  await t.call('PUT', '/api/v2/notices/settings', { token: await signIn(seller), body: save })
  await place()
  await idle()
  assert.equal(phone.asked, 0)
  t.clock.set('2026-12-10T15:10:00Z')
  await platformTasks.deliver_notices?.run(t.kit)
  await until(async () => phone.received.length === 1)
  await platformTasks.deliver_notices?.run(t.kit)
  await idle()
  const { rows } = await t.owner.query('select at, push_at, mail_at from person_notices where user_id = $1', [
    seller.id,
  ])
  assert.deepEqual(rows, [{ at: t.clock.now(), push_at: null, mail_at: null }])
  assert.deepEqual([phone.received.length, (await mails(seller.email)).length], [1, 0])
  // A rest of the time ahead: the next notice leaves at once.
  const rest = (until: string) =>
    t.owner.query('update push_devices set rests_until = $1, failing_since = $1 where endpoint = $2', [
      until,
      phone.endpoint,
    ])
  await rest('2027-02-10T04:00:00Z')
  await place()
  await until(async () => phone.received.length === 2)
  // Written once the service has answered.
  await until(async () => (await stored(phone)).rests_until === null)
  // Negative control: a rest of an hour is kept.
  await rest('2026-12-10T16:10:00Z')
  await place()
  await until(
    async () =>
      (await t.owner.query("select 1 from graphile_worker._private_jobs where last_error like '%asked for a rest%'"))
        .rows.length > 0,
  )
  assert.equal(phone.received.length, 2)
})

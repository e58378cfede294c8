// Visits through the front door: planned, moved, checked in, reported, each once; clients that are merged, moved or gone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { platformTasks } from './jobs.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp()
  t.clock.set('2026-11-23T12:00:00Z')
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
type Who = { token: string }
const post = (who: Who, path: string, body: object) =>
  t.call('POST', `/api/v2/visits${path}`, { token: who.token, body })
const plan = async (who: Who, client_id: number, more: object = {}) => {
  const body = { key: newCart(), client_id, day: '2026-11-24', ...more }
  return { ...body, r: await post(who, '', body) }
}
const read = (who: Who, key: string) => t.call('GET', `/api/v2/visits/${key}`, { token: who.token })
const count = async () => Number((await t.owner.query('select count(*) from visits')).rows[0].count)

test('a visit is planned once however often it is sent, by whoever has the client; the admin plans for the seller', async () => {
  const client = await aClient(t, a, { company_name: 'Padaria Pires', lat: -23, lng: -44.9 })
  const one = await plan(a.seller, client, { at: '14:30', note: 'Levar amostras' })
  assert.equal(one.r.status, 200, JSON.stringify(one.r.body))
  const { client_name, at, lat, interval_days } = one.r.body.data
  assert.deepEqual([client_name, at, lat, interval_days], ['Padaria Pires', '14:30', -23, null])
  const { r: _r, ...body } = one
  assert.equal((await post(a.seller, '', body)).status, 200)
  assert.equal((await post(a.seller, '', { ...body, day: '2026-11-25' })).body.code, 'idempotency_key_reused')
  assert.equal(await count(), 1)
  const colleague = await aPerson(t, a.id, 2)
  for (const who of [colleague, b.admin]) {
    assert.equal((await plan(who, client)).r.status, 404)
    assert.equal((await read(who, one.key)).status, 404)
  }
  assert.equal((await plan(a.admin, client)).r.body.data.seller_id, a.seller.id)
  assert.equal((await plan(a.admin, client, { seller_id: colleague.id })).r.body.data.seller_id, colleague.id)
  assert.equal((await plan(a.admin, client, { seller_id: b.seller.id })).r.status, 422)
  assert.equal((await plan(a.seller, client, { day: '2026-02-30' })).r.status, 422)
  const days = '?from=2026-11-22&until=2026-11-29'
  const seen = async (who: Who, more = '') =>
    (await t.call('GET', `/api/v2/visits${days}${more}`, who)).body.data.length
  assert.deepEqual(
    [await seen(a.seller), await seen(a.admin), await seen(colleague), await seen(b.admin)],
    [2, 3, 1, 0],
  )
  assert.equal(await seen(a.admin, `&seller_id=${colleague.id}`), 1)
})
test('the arrival has its time and, where allowed, its place, once; without a network the device says when, within reason', async () => {
  const client = await aClient(t, a)
  const one = await plan(a.seller, client)
  const sent = { key: newCart(), at: '2020-01-01T10:00:00.000Z', lat: -23.07, lng: -44.96, accuracy: 12 }
  for (let i = 0; i < 2; i++) {
    const r = await post(a.seller, `/${one.key}/checkin`, sent)
    // A clock that is wrong while there is a network is not asked.
    assert.deepEqual([r.status, r.body.data?.checked_in_at], [200, '2026-11-23T12:00:00.000Z'], JSON.stringify(r.body))
    assert.deepEqual(r.body.data.here, { lat: -23.07, lng: -44.96, accuracy: 12 })
  }
  const two = await plan(a.seller, client)
  const late = await post(a.seller, `/${two.key}/checkin`, {
    key: newCart(),
    at: '2026-11-22T18:00:00.000Z',
    queued: '1',
  })
  assert.deepEqual([late.body.data.checked_in_at, late.body.data.here], ['2026-11-22T18:00:00.000Z', null])
  const three = await plan(a.seller, client)
  const tomorrow = await post(a.seller, `/${three.key}/checkin`, {
    key: newCart(),
    at: '2026-12-22T18:00:00.000Z',
    queued: '1',
  })
  assert.equal(tomorrow.body.data.checked_in_at, '2026-11-23T12:00:00.000Z')
  assert.equal((await post(a.seller, `/${three.key}/checkin`, { key: newCart(), at: 'ontem' })).status, 422)
})
test('the result says why nothing was sold and brings the next visit, once; what has a result is not moved any more', async () => {
  const client = await aClient(t, a)
  const product = (await aProduct(t, a)).id
  for (const day of ['2026-11-01', '2026-11-11', '2026-11-21']) {
    const made = await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 1 }], { client_id: client }))
    await t.owner.query('update orders set received_at = $2 where id = $1', [made.body.data.id, `${day}T15:00:00Z`])
  }
  const one = await plan(a.seller, client)
  assert.equal(one.r.body.data.interval_days, 10)
  assert.equal((await post(a.seller, `/${one.key}/report`, { key: newCart(), result: 'sem_venda' })).status, 422)
  const before = await count()
  const said = {
    key: newCart(),
    result: 'sem_venda',
    reason: 'preco',
    report: 'Volto com desconto',
    next: JSON.stringify({ key: newCart(), day: '2026-12-03', at: '10:00' }),
  }
  for (let i = 0; i < 2; i++) {
    const r = await post(a.seller, `/${one.key}/report`, said)
    assert.deepEqual(
      [r.status, r.body.data?.result, r.body.data?.reason],
      [200, 'sem_venda', 'preco'],
      JSON.stringify(r.body),
    )
  }
  assert.equal(await count(), before + 1)
  const past = JSON.stringify({ key: newCart(), day: '2026-11-01', at: null })
  assert.equal(
    (await post(a.seller, `/${one.key}/report`, { key: newCart(), result: 'pedido', next: past })).status,
    422,
  )
  assert.equal((await post(a.seller, `/${one.key}`, { key: newCart(), day: '2026-11-28' })).status, 409)
  // In the calendar it is done, and the next one is to come.
  const agenda = (await t.call('GET', '/api/v2/calendar?from=2026-11-22&until=2026-12-06', a.seller)).body.data
  const mine = agenda.filter((i: { visit: { client_id: number } | null }) => i.visit?.client_id === client)
  assert.deepEqual(
    mine.map((i: { starts: string; all_day: boolean; done: boolean }) => [i.starts, i.all_day, i.done]),
    [
      ['2026-11-24T00:00', true, true],
      ['2026-12-03T10:00', false, false],
    ],
  )
})
test('two people who move one visit: the second one is told where it stands; called off it is off', async () => {
  const one = await plan(a.seller, await aClient(t, a), { at: '09:00' })
  const was = JSON.stringify({ day: '2026-11-24', at: '09:00' })
  assert.equal(
    (await post(a.admin, `/${one.key}`, { key: newCart(), day: '2026-11-25', at: '10:00', was })).status,
    200,
  )
  const second = { key: newCart(), day: '2026-11-26', was }
  const r = await post(a.seller, `/${one.key}`, second)
  assert.deepEqual(
    [r.status, r.body.code, r.body.current.day, r.body.current.at],
    [409, 'changed_elsewhere', '2026-11-25', '10:00'],
  )
  assert.equal((await post(a.seller, `/${one.key}`, { key: newCart(), at: '' })).body.data.at, null)
  assert.equal((await post(a.seller, `/${one.key}`, { key: newCart(), cancelled: '1' })).body.data.cancelled, true)
  assert.equal(
    (await post(a.seller, `/${one.key}/checkin`, { key: newCart(), at: new Date().toISOString() })).status,
    409,
  )
})
test('a client who is merged, moved, deleted or erased behind a visit: it goes along, stays readable, or is forgotten', async () => {
  const [kept, gone] = [await aClient(t, a, { company_name: 'Fica' }), await aClient(t, a, { company_name: 'Some' })]
  const one = await plan(a.seller, gone)
  assert.equal(
    (await t.call('POST', `/api/v2/clients/${kept}/merge`, { token: a.seller.token, body: { other: gone } })).status,
    200,
  )
  const merged = (await read(a.seller, one.key)).body.data
  assert.deepEqual([merged.client_id, merged.client_name], [kept, 'Fica'])
  // Planned without a network for the card that is no more.
  assert.equal((await plan(a.seller, gone)).r.body.data.client_id, kept)
  const colleague = await aPerson(t, a.id, 2)
  const [open, called] = [await plan(a.seller, kept), await plan(a.seller, kept)]
  await post(a.seller, `/${called.key}`, { key: newCart(), cancelled: '1' })
  const done = await plan(a.seller, kept)
  await post(a.seller, `/${done.key}/report`, { key: newCart(), result: 'ausente' })
  assert.equal(
    (
      await t.call('POST', '/api/v2/clients/move', {
        token: a.admin.token,
        body: { ids: [kept], seller_id: colleague.id },
      })
    ).status,
    200,
  )
  const { rows } = await t.owner.query('select key, seller_id::int from visits where client_id = $1', [kept])
  const whose = Object.fromEntries(rows.map((r) => [r.key, r.seller_id]))
  assert.deepEqual(
    [open, called, done].map((v) => whose[v.key]),
    [colleague.id, a.seller.id, a.seller.id],
    'what is still to come goes along; what was called off or done stays whose it was',
  )
  const next = await plan(colleague, kept)
  assert.deepEqual([(await read(colleague, next.key)).status, (await read(a.seller, done.key)).status], [200, 200])
  assert.equal((await read(a.seller, next.key)).status, 404)
  await t.call('DELETE', `/api/v1/users/${kept}`, { token: a.admin.token })
  const orphan = await read(colleague, next.key)
  assert.deepEqual([orphan.status, orphan.body.data.client_name, orphan.body.data.client_open], [200, 'Fica', false])
  assert.equal((await post(colleague, `/${next.key}/report`, { key: newCart(), result: 'ausente' })).status, 200)
  await t.owner.query("select set_config('app.company_id', $1, false)", [String(a.id)])
  await t.owner.query('select app.erase_client($1, now())', [kept])
  assert.equal((await read(colleague, next.key)).status, 404)
})
test("a seller's device keeps the own visits, and a colleague's none of them", async () => {
  const client = await aClient(t, a, { company_name: 'Mercado Lua' })
  await plan(a.seller, client)
  const kept = async (who: Who) => JSON.stringify((await t.call('GET', '/api/v2/offline?have=-', who)).body)
  assert.match(await kept(a.seller), /"visits":\{"mark":"[^"]+","value":\{.*Mercado Lua/)
  assert.doesNotMatch(await kept(await aPerson(t, a.id, 2)), /Mercado Lua/)
})
test('a visit with an hour is told an hour before it, those without one together in the morning, each once, by the company’s clock', async () => {
  const house = await aCompany(t)
  const at = async (name: string, more: object) => {
    const client_id = await aClient(t, house, { company_name: name })
    return plan(house.seller, client_id, more)
  }
  await at('Sem hora', {})
  await at('Também sem', {})
  const lunch = await at('Almoço', { at: '12:00' })
  const off = await at('Desmarcada', { at: '12:00' })
  await post(house.seller, `/${off.key}`, { key: newCart(), cancelled: '1' })
  const told = async (moment: string) => {
    t.clock.set(moment)
    for (let i = 0; i < 2; i++) await platformTasks.tell_visits?.run(t.kit)
    const token = (await aPerson(t, house.id, 1)).token
    assert.deepEqual((await t.call('GET', '/api/v2/notices', { token })).body.data, [])
    const mine = await t.owner.query('select name, href from person_notices where user_id = $1 order by id', [
      house.seller.id,
    ])
    return mine.rows.map((n) => `${n.name} ${n.href}`)
  }
  assert.deepEqual(await told('2026-11-24T10:50:00Z'), [])
  const morning = 'Sem hora +1 /visitas'
  assert.deepEqual(await told('2026-11-24T11:10:00Z'), [morning])
  assert.deepEqual(await told('2026-11-24T13:50:00Z'), [morning])
  const near = `Almoço /visitas/${lunch.key}`
  assert.deepEqual(await told('2026-11-24T14:10:00Z'), [morning, near])
  // Moved to the evening it is told anew.
  const boss = await aPerson(t, house.id, 1)
  const moved = await post(boss, `/${lunch.key}`, { key: newCart(), at: '20:00' })
  assert.equal(moved.body.data?.at, '20:00', JSON.stringify(moved.body))
  assert.deepEqual(await told('2026-11-24T22:30:00Z'), [morning, near, near])
  assert.equal((await post(boss, `/${lunch.key}/report`, { key: newCart(), result: 'pedido' })).status, 200)
  assert.deepEqual(await told('2026-11-24T22:40:00Z'), [morning, near, near])
})
test('a client who was deleted keeps nobody from being told of the morning’s other visits', async () => {
  t.clock.set('2026-11-21T12:00:00Z')
  const house = await aCompany(t)
  const [gone, stays, more] = [
    await aClient(t, house, { company_name: 'Fechou' }),
    await aClient(t, house, { company_name: 'Segue' }),
    await aClient(t, house, { company_name: 'Também' }),
  ]
  for (const id of [gone, stays, more]) await plan(house.seller, id, {})
  await t.call('DELETE', `/api/v1/users/${gone}`, { token: house.admin.token })
  t.clock.set('2026-11-24T11:10:00Z')
  await platformTasks.tell_visits?.run(t.kit)
  const { rows } = await t.owner.query('select name, href from person_notices where user_id = $1', [house.seller.id])
  assert.deepEqual(rows, [{ name: 'Segue +1', href: '/visitas' }])
})
test('after a server that was down at eight the morning notice comes once, without visits planned meanwhile', async () => {
  t.clock.set('2026-11-21T12:00:00Z')
  const house = await aCompany(t)
  const [early, late] = [
    await aClient(t, house, { company_name: 'Cedo' }),
    await aClient(t, house, { company_name: 'Tarde' }),
  ]
  await plan(house.seller, early, {})
  const moved = await plan(house.seller, late, { day: '2026-11-26' })
  const told = async (moment: string) => {
    t.clock.set(moment)
    for (let n = 0; n < 2; n++) await platformTasks.tell_visits?.run(t.kit)
    const { rows } = await t.owner.query('select name from person_notices where user_id = $1 order by id', [
      house.seller.id,
    ])
    return rows.map((r) => r.name)
  }
  assert.deepEqual(await told('2026-11-24T10:59:00Z'), [], 'before eight')
  assert.deepEqual(await told('2026-11-24T15:10:00Z'), ['Cedo'])
  assert.deepEqual(await told('2026-11-25T02:50:00Z'), ['Cedo'])
  // Moved into the day that it is, and planned for it: who does that knows.
  t.clock.set('2026-11-25T15:00:00Z')
  const boss = await aPerson(t, house.id, 1)
  const put = await post(boss, `/${moved.key}`, { key: newCart(), day: '2026-11-25' })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [t.clock.now().toISOString()])
  await plan(house.seller, early, { day: '2026-11-25' })
  assert.deepEqual(await told('2026-11-25T15:10:00Z'), ['Cedo'])
  t.clock.set('2026-11-21T12:00:00Z')
})

// The company's time zone: who sets it, what is refused, and that days and figures follow it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayIn } from '#server/clock.ts'
import { inCompany } from '#server/db.ts'
import { renewFigures } from '#features/figures/server/renew.ts'
import { zoneRegions } from '#shared/time-zones.ts'
import { BRAZIL_ZONES } from '#shared/zone-names.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

const NIGHT = '2026-12-01T02:50:00Z'
let t: TestApp
let a: Company
let operator: string
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  // 23:50 in São Paulo, 21:50 in Rio Branco, 0:50 in Noronha.
  t.clock.set(NIGHT)
  a = await aCompany(t)
  operator = (await aPerson(t, null, 0)).token
})
after(() => t.close())
const put = (time_zone: unknown, token = a.admin.token, id = a.id) =>
  t.call('PUT', `/api/v1/companies/${id}`, { token, body: { time_zone } })
const zoneOf = async (id = a.id) =>
  (await t.owner.query('select time_zone from companies where id = $1', [id])).rows[0].time_zone
const UNKNOWN = 'Escolha um fuso horário da lista. Ex.: America/Manaus.'
const WRONG = [
  '',
  'UTC',
  'Etc/UTC',
  '+03:00',
  'UTC+3',
  'brazil/east',
  'Brazil/East',
  'america/manaus',
  'America/Nowhere',
  "x'; drop table companies; --",
]

test('PostgreSQL knows every zone of the list', async () => {
  const all = [...Object.keys(BRAZIL_ZONES), ...zoneRegions().flatMap(([, zones]) => zones)]
  const { rows } = await t.owner.query(
    'select z from unnest($1::text[]) z where z not in (select name from pg_timezone_names)',
    [all],
  )
  // Younger than the PostgreSQL of some installations: refused there at every door.
  assert.deepEqual(
    rows.map((r) => r.z).filter((z) => z !== 'America/Coyhaique'),
    [],
  )
})
test('the admin and the operator set the zone; the day follows at once, and the log names both zones', async () => {
  const r = await put('America/Rio_Branco')
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual([r.body.data.time_zone, r.body.data.today], ['America/Rio_Branco', '2026-11-30'])
  const log = (await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: a.admin.token })).body.data
  assert.deepEqual(log[0].changes.time_zone, ['America/Sao_Paulo', 'America/Rio_Branco'])
  const again = await put('America/Rio_Branco')
  assert.equal(again.status, 200)
  assert.equal((await put('Asia/Tokyo', operator)).body.data.today, '2026-12-01')
  assert.equal((await put('America/Rio_Branco')).status, 200)
})
test('sellers, clients, visitors and other companies do not', async () => {
  const b = await aCompany(t)
  for (const token of [a.seller.token, a.client.token, await aVisitor(t, a), b.admin.token])
    assert.ok([403, 404].includes((await put('America/Manaus', token)).status))
  assert.equal(await zoneOf(), 'America/Rio_Branco')
})
test('a zone that is none is refused with words at every door, and nothing is left', async () => {
  const count = async () => (await t.owner.query('select count(*)::int as n from companies')).rows[0].n
  const before = await count()
  for (const zone of WRONG) {
    for (const token of [a.admin.token, operator]) {
      const r = await put(zone, token)
      assert.deepEqual([r.status, r.body.errors?.time_zone], [422, [UNKNOWN]], zone)
    }
    if (!zone) continue
    const made = await t.call('POST', '/api/v1/companies', { token: operator, body: { name: 'Nova', time_zone: zone } })
    assert.deepEqual([made.status, made.body.errors?.time_zone], [422, [UNKNOWN]], zone)
    const signed = await signUp({ time_zone: zone })
    assert.deepEqual([signed.status, signed.body.errors?.time_zone], [422, [UNKNOWN]], zone)
  }
  assert.deepEqual([await zoneOf(), await count()], ['America/Rio_Branco', before])
})
test('the database takes no row with a zone that it has no rules for', async () => {
  for (const zone of [...WRONG.filter((z) => !['Etc/UTC', 'Brazil/East'].includes(z)), null])
    await assert.rejects(
      t.owner.query('update companies set time_zone = $2 where id = $1', [a.id, zone]),
      /companies_time_zone|not recognized|not-null/,
      String(zone),
    )
})
const signUp = (more: object) =>
  t.call('POST', '/api/v2/signup', {
    body: {
      name: 'Rosa',
      company: 'Norte',
      email: 'rosa@norte.test',
      password: 'uma frase comprida',
      agree: '1',
      ...more,
    },
  })
test('sign-up proposes the zone of the CEP, else of the state; the last day of the trial is counted in it', async () => {
  for (const [more, zone, until] of [
    [{}, 'America/Sao_Paulo', '2026-12-21'],
    [{ state: 'AC' }, 'America/Rio_Branco', '2026-12-21'],
    [{ cep: '53990-000', state: 'PE' }, 'America/Noronha', '2026-12-22'],
    [{ cep: '69900-000', time_zone: 'America/Manaus' }, 'America/Manaus', '2026-12-21'],
  ] as const) {
    const r = await signUp(more)
    assert.equal(r.status, 200, JSON.stringify(r.body))
    assert.deepEqual([r.body.company.time_zone, r.body.company.valid_until], [zone, until], JSON.stringify(more))
  }
  const bad = await signUp({ cep: '00000-000', state: 'XX' })
  assert.deepEqual([bad.status, Object.keys(bad.body.errors).sort()], [422, ['cep', 'state']])
})
test('the operator gives a new company its zone', async () => {
  const r = await t.call('POST', '/api/v1/companies', {
    token: operator,
    body: { name: 'Nova', time_zone: 'America/Manaus', valid_until: '2027-12-31' },
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.equal(r.body.data.time_zone, 'America/Manaus')
})
test('a change of zone rebuilds the figures to the cent, also while orders come in', async () => {
  const c = await aCompany(t)
  const product = (await aProduct(t, c, { price: '13,37' })).id
  const place = () => order(t, c, c.client.token, aCart([{ product_id: product, quantity: 1 }]))
  for (const at of ['2026-11-30T23:50:00Z', '2026-12-01T02:50:00Z', '2026-12-01T03:10:00Z', '2026-12-01T05:10:00Z']) {
    t.clock.set(at)
    assert.equal((await place()).status, 201)
  }
  const kept = async () => {
    while (await inCompany(t.kit.pool, c.id, (tx) => renewFigures(tx, c.id)));
    const { rows } = await t.owner.query(
      'select day::text, sum(goods)::int as cents from sold_orders where company_id = $1 group by 1 order by 1',
      [c.id],
    )
    return rows.map((r) => `${r.day} ${r.cents}`)
  }
  const counted = async (zone: string) => {
    const { rows } = await t.owner.query('select received_at, total::int from orders where company_id = $1', [c.id])
    const days = new Map<string, number>()
    for (const o of rows) {
      const day = dayIn(zone, o.received_at)
      days.set(day, (days.get(day) ?? 0) + o.total)
    }
    return [...days].map(([day, cents]) => `${day} ${cents}`).toSorted((x, y) => x.localeCompare(y))
  }
  assert.deepEqual(await kept(), ['2026-11-30 2674', '2026-12-01 2674'])
  const zones = ['America/Manaus', 'America/Rio_Branco', 'Asia/Tokyo', 'America/Noronha']
  for (const zone of zones) {
    const all = await Promise.all([
      place(),
      put(zone, c.admin.token, c.id),
      inCompany(t.kit.pool, c.id, (tx) => renewFigures(tx, c.id)),
      place(),
    ])
    assert.deepEqual([all[0].status, all[1].status, all[3].status], [201, 200, 201])
    assert.deepEqual(await kept(), await counted(zone), zone)
  }
  const log = (await t.call('GET', `/api/v2/logs/${c.id}/show_logs`, { token: c.admin.token })).body.data
  const named = log.filter((l: { changes: object }) => 'time_zone' in l.changes)
  assert.equal(named.length, zones.length)
})

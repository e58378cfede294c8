// Who stands on whose map.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
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
import type { Spot } from '../contract.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
const spots = async (token: string, query = ''): Promise<Spot[]> => {
  const read = await t.call('GET', `/api/v2/map/clients${query}`, { token })
  assert.equal(read.status, 200, JSON.stringify(read.body))
  return read.body.data
}
const names = (rows: Spot[]) => rows.map((r) => r.name)

test('a seller finds the own clients, placed or not, the admin everybody; another company and who buys find none of them', async () => {
  const other = await aPerson(t, a.id, 2)
  await aClient(t, a, {
    company_name: 'Armazém',
    lat: -23.0742,
    lng: -44.9597,
    address: { city: 'Cunha', state: 'SP' },
  })
  await aClient(t, a, { company_name: 'Bar sem lugar' })
  await aClient(t, a, { company_name: 'Da colega', lat: -22, lng: -43, seller_id: other.id })
  await aClient(t, a, { company_name: 'Desligado', active: false, lat: -22, lng: -43 })
  const mine = (await spots(a.seller.token)).filter((s) => !s.name.startsWith('Pessoa'))
  assert.deepEqual(names(mine), ['Armazém', 'Bar sem lugar'])
  const { city, state, lat, lng, days_since } = mine[0] as Spot
  assert.deepEqual([city, state, lat, lng, days_since], ['Cunha', 'SP', -23.0742, -44.9597, null])
  assert.deepEqual([mine[1]?.lat, mine[1]?.lng], [null, null])
  assert.ok(names(await spots(a.admin.token)).includes('Da colega'))
  assert.deepEqual(names(await spots(other.token)), ['Da colega'])
  assert.equal(
    names(await spots(b.admin.token)).some((n) => ['Armazém', 'Da colega'].includes(n)),
    false,
  )
  for (const token of [a.client.token, await aVisitor(t, a), (await aPerson(t, null, 0)).token])
    assert.equal((await t.call('GET', '/api/v2/map/clients', { token })).status, 403)
})
test('by a category stands who bought of it or below it in a year; cancelled orders, older ones and a strange category count for nobody', async () => {
  const made = async (name: string, more: object = {}) =>
    (await t.call('POST', '/api/v1/categories', { token: b.admin.token, body: { name, ...more } })).body.data.id
  const pots = await made('Vasos')
  const clay = await made('Barro', { is_master_category: 1, sub_categories: JSON.stringify([pots]) })
  const wool = await made('Lã')
  const [pot, rug] = [
    (await aProduct(t, b, { name: 'Vaso', categories: [pots] })).id,
    (await aProduct(t, b, { name: 'Tapete', categories: [wool] })).id,
  ]
  const buys = async (company_name: string, product_id: number, months = 0) => {
    const client_id = await aClient(t, b, { company_name })
    const { id } = (await order(t, b, b.seller.token, aCart([{ product_id, quantity: 1 }], { client_id }))).body.data
    await t.owner.query("update orders set received_at = received_at - $2 * interval '1 month' where id = $1", [
      id,
      months,
    ])
    return id
  }
  await buys('De vasos', pot)
  await buys('De tapetes', rug)
  await buys('Antigo', pot, 13)
  const gone = await buys('Cancelado', pot)
  await t.call('PUT', `/api/v1/companies/${b.id}/orders/${gone}`, {
    token: b.admin.token,
    body: { status: 'cancelado' },
  })
  assert.deepEqual(names(await spots(b.seller.token, `?category=${pots}`)), ['De vasos'])
  assert.deepEqual(names(await spots(b.admin.token, `?category=${clay}`)), ['De vasos'])
  assert.deepEqual(names(await spots(b.seller.token, `?category=${wool}`)), ['De tapetes'])
  assert.deepEqual(await spots(a.admin.token, `?category=${pots}`), [])
  const days = new Map((await spots(b.seller.token)).map((s) => [s.name, s.days_since]))
  assert.deepEqual([days.get('De vasos'), days.get('Cancelado')], [0, null])
  assert.ok((days.get('Antigo') as number) > 390)
})
test("where a profile is, the company's people read and nobody who buys; half a place is refused", async () => {
  const put = (body: object) => t.call('PUT', `/api/v2/entities/${id}`, { token: a.admin.token, body })
  const { id } = (await t.call('POST', '/api/v2/entities', { token: a.admin.token, body: { name: 'Dona Zefa' } })).body
    .data
  assert.deepEqual(Object.keys((await put({ lat: '-23' })).body.errors), ['lng'])
  assert.equal((await put({ lat: '-23,0742', lng: '-44,9597' })).status, 200)
  const read = async (token: string) => {
    const list = await t.call('GET', `/api/v2/companies/${a.id}/entities`, { token })
    const one = await t.call('GET', `/api/v2/entities/${id}/details`, { token })
    return [list.body.data[0].lat, one.body.data.lng]
  }
  assert.deepEqual(await read(a.seller.token), [-23.0742, -44.9597])
  for (const token of [a.client.token, await aVisitor(t, a)]) assert.deepEqual(await read(token), [null, null])
})

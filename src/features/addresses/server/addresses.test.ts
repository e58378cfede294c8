import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aVisitor, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { type Simulator, viaCepSimulator } from '../../../../test/simulators.ts'

let t: TestApp
let a: Company
let service: Simulator
before(async () => {
  service = await viaCepSimulator()
  t = await startTestApp({ config: { cepUrl: `${service.origin}/ws/{cep}/json/` } })
  a = await aCompany(t)
})
after(async () => {
  service.close()
  await t.close()
})
const find = (cep: string, token: string) => t.call('GET', `/api/v2/cep/${cep}`, { token })

test('a CEP gives street, district, city and state, its place where the service says one, and is asked for once', async () => {
  const place = { cep: '01001-000', street: 'Praça da Sé', district: 'Sé', city: 'São Paulo', state: 'SP', at: null }
  assert.deepEqual((await find('01001-000', a.client.token)).body.data, place)
  assert.deepEqual((await find('01001000', await aVisitor(t, a))).body.data, place)
  // Who subscribes without a session types an address too; unknown ones are asked for sixty times a minute at most.
  assert.deepEqual((await t.call('GET', '/api/v2/cep/01001000')).body.data, place)
  assert.equal(service.asked.length, 1)
  const { city, at } = (await find('12530-000', a.client.token)).body.data
  assert.deepEqual([city, at], ['Cunha', { lat: -23.0742, lng: -44.9597 }])
})
test('one that does not exist is 404; a service that fails or talks nonsense is said so, and nothing breaks', async () => {
  assert.equal((await find('99999999', a.admin.token)).status, 404)
  for (const cep of ['11111111', '22222222']) {
    const r = await find(cep, a.admin.token)
    assert.deepEqual([r.status, r.body.code], [503, 'cep_silent'])
    assert.match(r.body.message, /Preencha o endereço à mão/)
  }
  assert.equal((await find('123', a.admin.token)).status, 404)
  assert.equal((await t.call('GET', '/api/v2/cep/01001000', { token: 'mo_inventado' })).status, 401)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  await aProduct(t, a, { code: 'P1', price: '10,00' })
  const r = await t.call('PUT', `/api/v1/companies/${a.id}`, {
    token: a.admin.token,
    body: { public_hide_price: '1', price_approval: '1' },
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
})
after(() => t.close())
const ask = (token: string, body: object = {}) => t.call('POST', '/api/v2/price_requests', { token, body })
const open = async (token = a.admin.token) => (await t.call('GET', '/api/v2/price_requests', { token })).body.data
const answer = (id: number, grant: boolean, token = a.admin.token) =>
  t.call('POST', `/api/v2/price_requests/${id}`, { token, body: { grant: grant ? '1' : '0' } })
const priceFor = async (token: string) =>
  (await t.call('GET', '/api/v2/products/by_code/P1', { token })).body.data.price
const visitorAsks = { name: 'Rosa Lima', phone: '(11) 91234-0001', company_name: 'Empório Rosa' }

test('a visitor asks twice and is one request; let in, the personal link shows prices', async () => {
  const visitor = await aVisitor(t, a)
  assert.equal(await priceFor(visitor), undefined)
  assert.equal((await ask(visitor, visitorAsks)).status, 200)
  assert.equal((await ask(visitor, visitorAsks)).status, 200)
  const [request, ...more] = await open()
  assert.deepEqual([request.company_name, more.length], ['Empório Rosa', 0])
  const yes = await answer(request.id, true)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const again = await answer(request.id, true)
  assert.deepEqual(again.body.data, yes.body.data, 'the same answer twice makes no second client')
  assert.equal((await answer(request.id, false)).status, 409)
  const link = new URL(yes.body.data.link).searchParams.get('id')
  const entered = await t.call('POST', '/api/v2/auth/loginClient', { body: { user_id: link, company_path: a.path } })
  assert.equal(await priceFor(entered.body.token), '10,00')
  assert.equal(await priceFor(visitor), undefined, 'strangers still see none')
})
test('a new client waits too, asks with one tap and sees prices at once when let in', async () => {
  const made = await t.call('POST', '/api/v2/clients', {
    token: a.seller.token,
    body: { name: 'Mercado Sol', phone: '(11) 91234-0002' },
  })
  assert.equal(made.body.data.hide_price, '1')
  const client = await aPerson(t, a.id, 3, { hide_price: true, seller_id: a.seller.id })
  await ask(client.token)
  const request = (await open()).find((r: { user_id: number }) => r.user_id === client.id)
  await answer(request.id, true)
  assert.equal(await priceFor(client.token), '10,00')
  assert.equal((await ask(client.token)).status, 409, 'who sees prices needs none')
})
test('what is missing is said by field; a refusal leaves things as they are', async () => {
  const visitor = await aVisitor(t, a)
  const bad = await ask(visitor, { name: 'R', phone: '123', document: '111' })
  assert.equal(bad.status, 422)
  assert.deepEqual(Object.keys(bad.body.errors).sort(), ['document', 'name', 'phone'])
  await ask(visitor, { ...visitorAsks, phone: '(11) 91234-0003' })
  const [request] = await open()
  assert.equal((await answer(request.id, false)).body.data.granted, false)
  assert.equal((await open()).length, 0)
})
test('only an admin reads and answers, of the own company; where prices are open nobody asks', async () => {
  await ask(await aVisitor(t, a), { ...visitorAsks, phone: '(11) 91234-0004' })
  const [request] = await open()
  for (const token of [a.seller.token, a.client.token])
    assert.equal((await answer(request.id, true, token)).status, 403)
  const b = await aCompany(t)
  assert.deepEqual(await open(b.admin.token), [])
  assert.equal((await answer(request.id, true, b.admin.token)).status, 404)
  assert.equal((await ask(await aVisitor(t, b), visitorAsks)).status, 404)
})
test('a visitor’s request with a client’s phone says whose phone it is', async () => {
  const made = await t.call('POST', '/api/v2/clients', {
    token: a.admin.token,
    body: { name: 'Dona do Telefone', phone: '(11) 91234-0077' },
  })
  await ask(await aVisitor(t, a), { name: 'Estranho', phone: '(11) 91234-0077' })
  await ask(await aVisitor(t, a), { name: 'Outro', phone: '(11) 91234-0078' })
  const rows = (await open()) as { name: string; client: string | null }[]
  const clientOf = (name: string) => rows.find((r) => r.name === name)?.client
  assert.deepEqual([clientOf('Estranho'), clientOf('Outro')], ['Dona do Telefone', null])
  assert.equal(made.status, 200)
})

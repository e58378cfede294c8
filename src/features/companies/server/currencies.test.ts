// Importers have prices in dollars: users in reais or dollars, and nobody with another currency.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let importer: Company
let other: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  importer = await aCompany(t, { importer: true, exchange_rate: '5' })
  other = await aCompany(t)
})
after(() => t.close())
const put = (c: Company, url: string, body: object) =>
  t.call('POST', url, { token: c.admin.token, body: { _method: 'PUT', ...body } })
const currencyOf = async (id: number) =>
  (await t.owner.query('select currency from users where id = $1', [id])).rows[0].currency

test('an importer’s users take BRL and USD, created or changed; other companies take every currency', async () => {
  let n = 0
  const made = (c: Company, currency: string) =>
    t.call('POST', '/api/v1/users', { token: c.admin.token, body: { name: `Nova ${++n}`, level: 3, currency } })
  for (const currency of ['BRL', 'USD', 'EUR', 'JPY', 'GBP', 'CAD', 'eur', 'XXX']) {
    const allowed = { importer: ['BRL', 'USD'].includes(currency), other: currency !== 'XXX' }
    for (const [c, may] of [
      [importer, allowed.importer],
      [other, allowed.other],
    ] as const) {
      const changed = await put(c, `/api/v1/users/${c.client.id}`, { currency })
      const created = await made(c, currency)
      assert.deepEqual([changed.status, created.status], may ? [200, 200] : [422, 422], currency)
      if (!may) assert.deepEqual(Object.keys(changed.body.errors), ['currency'])
    }
  }
  assert.equal(await currencyOf(importer.client.id), 'USD')
})
test('other fields of a user who was left with another currency are changed as ever', async () => {
  const left = await aPerson(t, importer.id, 3, { currency: 'EUR' })
  assert.equal((await put(importer, `/api/v1/users/${left.id}`, { company_name: 'Fica' })).status, 200)
  assert.equal((await put(importer, `/api/v1/users/${left.id}`, { currency: 'EUR' })).status, 422)
  assert.equal((await put(importer, `/api/v1/users/${left.id}`, { currency: 'USD' })).status, 200)
})
test('switching prices in dollars on names the users who have another currency, and changes nothing', async () => {
  const c = await aCompany(t)
  const ids = []
  for (const [i, currency] of ['EUR', 'JPY', 'GBP', 'CAD', 'EUR', 'JPY'].entries())
    ids.push(await aClient(t, c, { name: `Loja ${i}`, currency }))
  const on = (more: object = {}) => put(c, `/api/v1/companies/${c.id}`, { importer: '1', ...more })
  const refused = await on({ city: 'Cunha' })
  assert.equal(refused.status, 422)
  const names = 'Loja 0 (EUR), Loja 1 (JPY), Loja 2 (GBP), Loja 3 (CAD), Loja 4 (EUR), Loja 5 (JPY)'
  assert.ok(refused.body.errors.importer[0].includes(names), refused.body.errors.importer[0])
  const stored = await t.owner.query('select importer, city from companies where id = $1', [c.id])
  assert.deepEqual(stored.rows, [{ importer: false, city: '' }])
  for (const id of ids) await put(c, `/api/v1/users/${id}`, { currency: 'USD' })
  assert.equal((await on()).status, 200)
})
test('cards and sheets make clients in reais, and an order in dollars or reais', async () => {
  const card = await t.call('POST', '/api/v2/clients', {
    token: importer.seller.token,
    body: { name: 'Cartão', currency: 'EUR' },
  })
  assert.equal(card.body.data.currency, 'BRL', 'a card has no field for it')
  const sheet = new Blob(['Nome;Moeda;Código do cliente\nPlanilha;EUR;PL-1\n'])
  const form = { kind: 'clients', file: sheet }
  assert.equal((await t.call('POST', '/api/v2/xls/apply', { token: importer.admin.token, form })).status, 200)
  const { rows } = await t.owner.query("select currency from users where client_code = 'PL-1'")
  assert.deepEqual(rows, [{ currency: 'BRL' }])
  const product = await aProduct(t, importer, { price: '38,00' })
  const cart = aCart([{ product_id: product.id, quantity: 1 }], { currency: 'EUR' })
  const placed = await order(t, importer, importer.seller.token, cart)
  assert.deepEqual([placed.status, placed.body.data.currency, placed.body.data.total], [201, 'BRL', '190,00'])
})

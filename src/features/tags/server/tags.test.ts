import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())

test('a tag that leaves the list leaves the products; the word empty clears it', async () => {
  const p = await aProduct(t, a, { tags: JSON.stringify(['natal', 'novo']) })
  const save = (tags: string) => t.call('POST', '/api/v2/tags/update', { token: a.admin.token, body: { company_id: String(a.id), tags } })
  assert.equal((await save('novo,verão')).status, 200)
  const tags = async () => (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).body.data.tags
  assert.deepEqual(await tags(), ['novo'])
  assert.deepEqual((await save('empty')).body.data.tags, [])
  assert.deepEqual(await tags(), [])
})
test('a tag is renamed in every product at once, and two that become one are one; another company keeps its own', async () => {
  const b = await aCompany(t)
  const p = await aProduct(t, a, { tags: JSON.stringify(['promo', 'verao', 'novo']) })
  const other = await aProduct(t, b, { tags: JSON.stringify(['verao']) })
  const send = (token: string) => t.call('POST', '/api/v2/tags/update', { token, body: { tags: ['Verão', 'promo', 'vazia'], renamed: { verao: 'Verão', novo: 'Verão' } } })
  for (const token of [a.seller.token, a.client.token]) assert.equal((await send(token)).status, 403)
  assert.equal((await send(a.admin.token)).status, 200)
  const read = async (token: string, id: number) => (await t.call('GET', `/api/v1/products/${id}`, { token })).body.data.tags
  assert.deepEqual(await read(a.admin.token, p.id), ['promo', 'Verão'])
  assert.deepEqual(await read(b.admin.token, other.id), ['verao'])
  const list = (await t.call('GET', '/api/v2/tags', { token: a.admin.token })).body.data
  assert.deepEqual(list, [
    { tag: 'promo', products: 1 },
    { tag: 'vazia', products: 0 },
    { tag: 'Verão', products: 1 },
  ])
  const long = await t.call('POST', '/api/v2/tags/update', { token: a.admin.token, body: { tags: ['x'.repeat(31)] } })
  assert.equal(long.status, 422)
  assert.deepEqual(await read(a.admin.token, p.id), ['promo', 'Verão'])
})

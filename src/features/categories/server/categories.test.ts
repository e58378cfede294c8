import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aProduct, aVisitor, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
interface Row {
  id: number
  name: string
  master_id: number | null
  products: number
}
const list = async (token: string, query = ''): Promise<Row[]> =>
  (await t.call('GET', `/api/v1/categories${query}`, { token })).body.data
const make = async (name: string, subs: number[] = []): Promise<number> => {
  const body = { name, ...(subs.length > 0 && { is_master_category: 1, sub_categories: JSON.stringify(subs) }) }
  return (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body })).body.data.id
}

test('sub-categories of a deleted category stand by themselves: listed for the admin and the visitor, their products found', async () => {
  const [pots, jars] = [await make('Potes'), await make('Jarras')]
  const clay = await make('Barro', [pots, jars])
  await aProduct(t, a, { name: 'Pote', categories: JSON.stringify([pots]) })
  assert.deepEqual(
    (await list(a.admin.token, '?onlysuper=1')).map((c) => c.name),
    ['Barro'],
  )
  assert.equal((await t.call('DELETE', `/api/v1/categories/${clay}`, { token: a.admin.token })).status, 200)
  const visitor = await aVisitor(t, a)
  for (const token of [a.admin.token, visitor]) {
    const tops = await list(token, '?onlysuper=1')
    assert.deepEqual(
      tops.map((c) => [c.name, c.master_id, c.products]),
      [
        ['Jarras', null, 0],
        ['Potes', null, 1],
      ],
    )
  }
  const found = (await t.call('GET', `/api/v1/products?category_id=${pots}`, { token: visitor })).body
  assert.equal(found.total, 1)
  assert.equal((await t.call('DELETE', `/api/v1/categories/${clay}`, { token: a.admin.token })).status, 404)
})
test('deleting is the admin’s, and another company’s categories stay as they are', async () => {
  const sub = await make('Copos')
  const top = await make('Vidro', [sub])
  assert.equal((await t.call('DELETE', `/api/v1/categories/${top}`, { token: a.seller.token })).status, 403)
  const b = await aCompany(t)
  assert.equal((await t.call('DELETE', `/api/v1/categories/${top}`, { token: b.admin.token })).status, 404)
  assert.equal((await list(a.admin.token)).find((c) => c.id === sub)?.master_id, top)
})

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

const shelves = async (c: Company) => {
  const admin = { token: c.admin.token }
  const category = async (name: string): Promise<number> =>
    (await t.call('POST', '/api/v1/categories', { ...admin, body: { name } })).body.data.id
  return { admin, clay: await category('Barro'), glass: await category('Vidro') }
}
const namesFor = async (token: string) =>
  (await t.call('GET', '/api/v1/products?order=name', { token })).body.data.map((p: { name: string }) => p.name)
test('who deletes a category changes the categories of its product afterwards, and a client from whom the other one is hidden no longer finds it', async () => {
  const c = await aCompany(t)
  const { admin, clay, glass } = await shelves(c)
  const { token } = await aPerson(t, c.id, 3, { hidden_categories: [clay] })
  const jug = await aProduct(t, c, { name: 'Jarra', categories: [clay, glass] })
  assert.deepEqual(await namesFor(token), ['Jarra'])
  assert.equal((await t.call('DELETE', `/api/v1/categories/${glass}`, admin)).status, 200)
  assert.deepEqual(await namesFor(token), [])
  const { categories } = (await t.call('GET', `/api/v1/products/${jug.id}`, admin)).body.data
  assert.deepEqual(categories, [clay])
  const saved = await t.call('PUT', `/api/v1/products/${jug.id}`, { ...admin, body: { categories: [] } })
  assert.deepEqual([saved.status, saved.body.data.categories], [200, []])
  assert.deepEqual(await namesFor(token), ['Jarra'])
})
test('a deleted category is hidden from nobody: the client finds what stood in it alone, and the form without it is saved', async () => {
  const c = await aCompany(t)
  const { admin, clay, glass } = await shelves(c)
  const client = await aPerson(t, c.id, 3, { hidden_categories: [glass, clay] })
  await aProduct(t, c, { name: 'Copo', categories: [glass] })
  assert.deepEqual(await namesFor(client.token), [])
  assert.equal((await t.call('DELETE', `/api/v1/categories/${glass}`, admin)).status, 200)
  assert.deepEqual(await namesFor(client.token), ['Copo'])
  const { hiddenCategories } = (await t.call('GET', `/api/v1/users/${client.id}`, admin)).body.data
  assert.deepEqual(hiddenCategories, [clay])
  const saved = await t.call('PUT', `/api/v1/users/${client.id}`, { ...admin, body: { hiddenCategories } })
  assert.equal(saved.status, 200)
})
test('what is taken back puts no product into a category that was deleted meanwhile', async () => {
  const c = await aCompany(t)
  const { admin, clay, glass } = await shelves(c)
  const jug = await aProduct(t, c, { name: 'Jarra', categories: [clay, glass] })
  const body = { ids: [jug.id], action: 'remove_category', category_id: glass }
  const { undo_id } = (await t.call('POST', '/api/v2/products/bulk', { ...admin, body })).body.data
  await t.call('DELETE', `/api/v1/categories/${glass}`, admin)
  assert.equal((await t.call('POST', `/api/v2/undos/${undo_id}`, admin)).status, 200)
  const { categories } = (await t.call('GET', `/api/v1/products/${jug.id}`, admin)).body.data
  assert.deepEqual(categories, [clay])
})
test('there are two levels of categories: what stands below another takes none, and what has others below stands below none', async () => {
  const c = await aCompany(t)
  const { admin, clay, glass } = await shelves(c)
  const wood = (await t.call('POST', '/api/v1/categories', { ...admin, body: { name: 'Madeira' } })).body.data.id
  const put = (id: number, subs: number[]) =>
    t.call('PUT', `/api/v1/categories/${id}`, { ...admin, body: { sub_categories: subs } })
  assert.equal((await put(clay, [glass])).status, 200)
  const refused = async (r: ReturnType<typeof put>) => {
    const { status, body } = await r
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['sub_categories']])
  }
  await refused(put(glass, [clay]))
  await refused(put(glass, [wood]))
  await refused(put(wood, [clay]))
  await refused(
    t.call('POST', '/api/v1/categories', { ...admin, body: { name: 'Mesa', sub_categories: JSON.stringify([clay]) } }),
  )
  assert.deepEqual(
    (await list(c.admin.token)).map((x) => [x.name, x.master_id]),
    [
      ['Barro', null],
      ['Madeira', null],
      ['Vidro', clay],
    ],
  )
  // What was below goes below another, and a category whose own one was deleted is free.
  assert.equal((await put(wood, [glass])).status, 200)
  assert.equal((await t.call('DELETE', `/api/v1/categories/${glass}`, admin)).status, 200)
  assert.equal((await put(clay, [wood])).status, 200)
  await put(clay, [])
  const each = (await Promise.all([put(clay, [wood]), put(wood, [clay])])).map((r) => r.status)
  assert.deepEqual(new Set(each), new Set([200, 422]), 'two who put each below the other')
})

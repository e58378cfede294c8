// What is hidden with a super-category is hidden wherever products are shown.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aPerson, aProduct, aVisitor, type Company, order, until } from '../test/kit.ts'
import { type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let top: number
let bowl: number
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { has_sub_categories: true })
  const category = async (body: Record<string, unknown>) =>
    (await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body })).body.data.id as number
  const sub = await category({ name: 'Tigelas' })
  top = await category({ name: 'Reservado', is_master_category: '1', sub_categories: JSON.stringify([sub]) })
  const free = await category({ name: 'Livres' })
  bowl = (
    await aProduct(site.t, a, {
      name: 'Tigela reservada',
      code: 'TR-1',
      price: '10,00',
      categories: JSON.stringify([sub]),
    })
  ).id
  await aProduct(site.t, a, {
    name: 'Tigela de todos',
    code: 'TT-1',
    price: '10,00',
    categories: JSON.stringify([sub, free]),
  })
  await site.t.owner.query('update users set hidden_categories = $1 where id = any($2)', [
    [top],
    [a.client.id, a.public_user, a.seller.id],
  ])
})
after(async () => {
  await site.close()
})
const get = (token: string, url: string) => site.t.call('GET', url, { token })
const names = (rows: { name: string }[]) => rows.map((p) => p.name).sort()
const ONLY = ['Tigela de todos']

test('products below a super-category that is hidden from a reader show in no list, search, detail or sync, and cannot be ordered', async () => {
  const open = await aPerson(site.t, a.id, 3)
  const narrowed = `seller_id=${a.seller.id}`
  for (const [who, token, more] of [
    ['client', a.client.token, ''],
    ['seller', a.seller.token, ''],
    ['visitor', await aVisitor(site.t, a), ''],
    ["a seller's link", open.token, narrowed],
  ] as const) {
    assert.deepEqual(names((await get(token, `/api/v1/products?${more}`)).body.data), ONLY, `list: ${who}`)
    assert.deepEqual(
      names((await get(token, `/api/v1/products?name=tigela&${more}`)).body.data),
      ONLY,
      `search: ${who}`,
    )
    assert.equal((await get(token, `/api/v1/products/${bowl}?${more}`)).status, 404, `detail: ${who}`)
    assert.equal((await get(token, `/api/v2/products/by_code/TR-1?${more}`)).status, 404, `by code: ${who}`)
    assert.deepEqual(names((await get(token, `/api/v2/offline?${more}`)).body.data.products), ONLY, `sync: ${who}`)
    // What an older copy has is taken away.
    const since = await get(token, `/api/v2/offline?${more}`)
    await site.t.owner.query("update products set description = description || '.' where id = $1", [bowl])
    const { version, projection } = since.body.data
    assert.deepEqual(
      (await get(token, `/api/v2/offline?since=${version}&projection=${encodeURIComponent(projection)}&${more}`)).body
        .data.removed,
      [bowl],
      `change: ${who}`,
    )
  }
  assert.equal(
    (await order(site.t, a, a.client.token, aCart([{ product_id: bowl, quantity: 1 }]))).body.code,
    'lines_refused',
  )
  for (const token of [open.token, a.admin.token]) assert.equal((await get(token, '/api/v1/products')).body.total, 2)
})
test('nor do they stand in the first HTML, or in a PDF of a seller from whom they are hidden', async () => {
  const html = async (path: string) =>
    (await site.t.call('GET', path, { headers: { host: `${a.path}.localhost` } })).body as string
  for (const path of ['/pedidos', '/dashboard/products?product_code=TR-1']) {
    assert.match(await html(path), /Tigela de todos/)
    assert.doesNotMatch(await html(path), /Tigela reservada/, path)
  }
  assert.deepEqual(
    names(
      (await site.t.call('POST', '/api/v2/products/products_for_pdf', { token: a.seller.token, body: {} })).body.data,
    ),
    ONLY,
  )
  const made = await site.t.call('POST', '/api/v2/catalogs', {
    token: a.seller.token,
    body: { title: 'Verão', model: 'vitrine', per_page: 4, prices: '1', qr: '1', openings: '1', only_active: '1' },
  })
  const done = await until(async () =>
    (await get(a.seller.token, '/api/v2/catalogs')).body.data.find(
      (c: { id: number; status: string }) => c.id === made.body.data.id && c.status === 'pronto',
    ),
  )
  assert.equal(done.products, 1)
  // Every picture and name of a product leads to it by its code.
  const pdf = (await site.t.app.inject({ method: 'GET', url: new URL(done.link).pathname })).rawPayload.toString(
    'latin1',
  )
  assert.ok(pdf.includes('product_code=TT-1') && !pdf.includes('product_code=TR-1'))
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { type Product, productShape } from '../contract.ts'
import { search } from '../search.ts'
import * as z from 'zod/mini'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } } })
  a = await aCompany(t, { price_table_active: true })
})
after(() => t.close())
const list = async (token: string, query = '') =>
  (await t.call('GET', `/api/v1/products?limit=100&${query}`, { token })).body
const names = (body: { data: { name: string }[] }) => body.data.map((p) => p.name)

test('a product is created, read, changed field by field and deleted; old orders stay', async () => {
  const p = await aProduct(t, a, {
    name: 'Moringa',
    code: 'MO-1',
    price: '96,00',
    price_promo: '80,00',
    ean: '7891000315507',
    tags: '["Novidade","Presente"]',
    description: 'De barro',
    stock: '4',
  })
  const read = async () => (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).body.data
  assert.deepEqual(
    [(await read()).price, (await read()).active, (await read()).tags],
    ['96,00', 1, ['Novidade', 'Presente']],
  )
  const change = (body: object) => t.call('POST', `/api/v1/products/${p.id}`, { token: a.admin.token, body })
  assert.equal((await change({ name: 'Moringa grande' })).body.data.price, '96,00')
  assert.deepEqual((await change({ tags: 'empty' })).body.data.tags, [])
  assert.equal((await change({ price_promo: '' })).body.data.price_promo, null)
  assert.equal(
    (
      await t.call('POST', `/api/v1/products/${p.id}`, {
        token: a.admin.token,
        form: { _method: 'PUT', price: '1.234,56', active: '0' },
      })
    ).body.data.price,
    '1234,56',
  )
  assert.equal((await read()).active, 0)
  assert.equal((await change({ code: '', name: 'Moringa' })).status, 200)
  assert.equal((await t.call('DELETE', `/api/v1/products/${p.id}`, { token: a.admin.token })).status, 200)
  assert.equal((await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).status, 404)
})
test('bad fields are named in Portuguese and nothing is stored; a code exists once, whatever its case', async () => {
  const r = await t.call('POST', '/api/v1/products', {
    token: a.admin.token,
    body: { name: 'x', price: '12,345', stock: 'muitos', description: 'd'.repeat(6000) },
  })
  assert.equal(r.status, 422)
  assert.deepEqual(Object.keys(r.body.errors).sort(), ['description', 'name', 'price', 'stock'])
  assert.match(r.body.errors.price[0], /Preço inválido/)
  await aProduct(t, a, { code: 'Único-1' })
  const twice = await t.call('POST', '/api/v1/products', {
    token: a.admin.token,
    body: { name: 'Outro', code: 'úNICO-1' },
  })
  assert.equal(twice.status, 409)
  assert.match(twice.body.errors.code[0], /Já existe/)
})
test('hide_price removes every price from list, detail and the device copy, and refuses ordering by price', async () => {
  const p = await aProduct(t, a, {
    name: 'Segredo',
    price: '777,77',
    price2: '666,66',
    price_promo: '555,55',
    attributes: [{ specs: { Cor: 'Azul' }, price: '444,44' }],
  })
  const blind = await aPerson(t, a.id, 3, { hide_price: true })
  for (const url of ['/api/v1/products?limit=100', `/api/v1/products/${p.id}`, '/api/v2/offline']) {
    const r = await t.call('GET', url, { token: blind.token })
    assert.equal(r.status, 200)
    assert.match(JSON.stringify(r.body), /Segredo/)
    assert.doesNotMatch(JSON.stringify(r.body), /777|666|555|444|"price/, url)
  }
  assert.equal((await t.call('GET', '/api/v1/products?order=price', { token: blind.token })).status, 422)
})
test('twin: what is kept in memory must carry the projection in its key', async () => {
  // The seeing client fills the memory first; the blind one asks the same address. With a key of company and
  // version alone the blind one would be answered with prices.
  await aProduct(t, a, { name: 'À vista de todos', price: '12,00' })
  const blind = await aPerson(t, a.id, 3, { hide_price: true })
  const url = '/api/v1/products?limit=50'
  assert.match(JSON.stringify((await t.call('GET', url, { token: a.client.token })).body), /"price"/)
  assert.doesNotMatch(JSON.stringify((await t.call('GET', url, { token: blind.token })).body), /"price"/)
  const { keep } = await import('#server/kept.ts')
  const withoutProjection = `list:${a.id}:${url}`
  const first = await keep(withoutProjection, async () =>
    JSON.stringify((await t.call('GET', url, { token: a.client.token })).body),
  )
  const second = await keep(withoutProjection, async () =>
    JSON.stringify((await t.call('GET', url, { token: blind.token })).body),
  )
  assert.equal(first, second)
  assert.match(second.toString(), /"price"/, 'the twin leaks, so the test above can see')
})
test('a reader gets the price of the own table, with margin, and never the others', async () => {
  const p = await aProduct(t, a, { name: 'Tabelado', price: '100,00', price2: '90,00', price3: '80,00' })
  const seen = async (more: object) =>
    (
      await t.call('GET', `/api/v1/products/${p.id}`, {
        token: (await aPerson(t, a.id, 3, more as Record<string, unknown>)).token,
      })
    ).body.data
  const two = await seen({ price_table: 2 })
  assert.equal(two.price, '90,00')
  assert.ok(!('price2' in two) && !('price3' in two))
  assert.equal((await seen({ price_table: 3, margin_bp: 1250 })).price, '90,00')
  assert.equal((await seen({ price_table: 1, currency: 'USD' })).price, '100,00')
})
test('a promotion counts when it is lower, switched on and within its dates', async () => {
  const p = await aProduct(t, a, { name: 'Promovido', price: '50,00', price_promo: '40,00' })
  const seen = async () =>
    (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.client.token })).body.data.price_promo
  assert.equal(await seen(), '40,00')
  await t.owner.query("update products set promo_from = '2026-12-01' where id = $1", [p.id])
  assert.equal(await seen(), null)
  await t.owner.query("update products set promo_from = null, promo_until = '2026-11-21' where id = $1", [p.id])
  assert.equal(await seen(), '40,00')
  await t.owner.query('update companies set promo_price_active = false where id = $1', [a.id])
  assert.equal(await seen(), null)
  await t.owner.query('update companies set promo_price_active = true where id = $1', [a.id])
})
test('what is on promotion, and which costs less, is told by the prices of the own table', async () => {
  const c = await aCompany(t, { price_table_active: true })
  await aProduct(t, c, { name: 'Bule', price: '50,00', price2: '30,00', price_promo: '40,00' })
  await aProduct(t, c, { name: 'Copo', price: '20,00', price2: '60,00', price_promo: '15,00' })
  const wholesale = await aPerson(t, c.id, 3, { price_table: 2 })
  const told = async (token: string) => [
    names(await list(token, 'only=promo')),
    names(await list(token, 'order=price')),
    names(await list(token, 'order=-price')),
  ]
  assert.deepEqual(await told(c.client.token), [
    ['Bule', 'Copo'],
    ['Copo', 'Bule'],
    ['Bule', 'Copo'],
  ])
  assert.deepEqual(await told(wholesale.token), [['Copo'], ['Copo', 'Bule'], ['Bule', 'Copo']])
  await t.owner.query('update companies set price_table_active = false where id = $1', [c.id])
  assert.deepEqual(await told(wholesale.token), await told(c.client.token))
})
test('hidden categories, sold-out products and inactive ones are not shown to those who may not see them', async () => {
  const c = await aCompany(t)
  const category = (await t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name: 'Atacado' } }))
    .body.data.id
  await aProduct(t, c, { name: 'No atacado', categories: [category] })
  await aProduct(t, c, { name: 'Acabou', stock: '0' })
  await aProduct(t, c, { name: 'Parado', active: '0' })
  await aProduct(t, c, { name: 'Livre' })
  const reader = await aPerson(t, c.id, 3, { hidden_categories: [category], hide_no_stock: true })
  assert.deepEqual(names(await list(reader.token)), ['Livre'])
  assert.deepEqual((await t.call('GET', '/api/v1/categories', { token: reader.token })).body.data, [])
  assert.equal((await t.call('GET', `/api/v1/categories/${category}`, { token: reader.token })).status, 404)
  assert.equal(names(await list(c.client.token)).length, 3)
  assert.equal(names(await list(c.admin.token)).length, 4)
  // vend narrows to the seller's own scope.
  await t.owner.query('update users set hidden_categories = $1 where id = $2', [[category], c.seller.id])
  assert.deepEqual(names(await list(c.client.token, `seller_id=${c.seller.id}`)).sort(), ['Acabou', 'Livre'])
  const hidden = (await list(c.admin.token)).data.find((p: { name: string }) => p.name === 'No atacado').id
  assert.equal(
    (await t.call('GET', `/api/v1/products/${hidden}?seller_id=${c.seller.id}`, { token: c.client.token })).status,
    404,
  )
})
test('the list filters by category with what is below it, by tag and name, sorts, and pages as the caller asks', async () => {
  const c = await aCompany(t, { has_sub_categories: true })
  const sub = (await t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name: 'Vasos' } })).body.data
    .id
  const top = (
    await t.call('POST', '/api/v1/categories', {
      token: c.admin.token,
      body: { name: 'Barro', is_master_category: '1', sub_categories: JSON.stringify([sub]) },
    })
  ).body.data.id
  for (const [name, price, tags] of [
    ['Vaso', '30,00', ['A']],
    ['Ânfora', '10,00', ['B']],
    ['Zabumba', '20,00', ['A']],
  ] as const)
    await aProduct(t, c, { name, price, tags: JSON.stringify(tags), categories: name === 'Vaso' ? [sub] : [] })
  assert.deepEqual(names(await list(c.client.token, `category_id=${top}`)), ['Vaso'])
  assert.deepEqual(names(await list(c.client.token, 'tags=A&order=name')), ['Vaso', 'Zabumba'])
  assert.deepEqual(names(await list(c.client.token, 'order=name')), ['Ânfora', 'Vaso', 'Zabumba'])
  assert.deepEqual(names(await list(c.client.token, 'order=-price')), ['Vaso', 'Zabumba', 'Ânfora'])
  const page = (await t.call('GET', '/api/v1/products?limit=2&page=2&order=name', { token: c.client.token })).body
  assert.deepEqual([names(page), page.total, page.limit, page.page], [['Zabumba'], 3, 2, 2])
  assert.equal((await t.call('GET', '/api/v1/products?limit=9999', { token: c.client.token })).body.limit, 100)
  assert.deepEqual(names((await t.call('GET', '/api/v1/categories?onlysuper=1', { token: c.client.token })).body), [
    'Barro',
  ])
  assert.deepEqual(
    names((await t.call('GET', `/api/v1/categories?master_id=${top}`, { token: c.client.token })).body),
    ['Vasos'],
  )
})
test('search: accents and case do not count, codes and bar codes are found, one slip is forgiven, other codes on request', async () => {
  const c = await aCompany(t)
  await aProduct(t, c, {
    name: 'Vaso Jatobá em cerâmica',
    code: 'VJ-014',
    ean: '7891000315507',
    code_2: 'FORN-9',
    reference: 'REF77',
  })
  await aProduct(t, c, { name: 'Caneca de barro', code: 'CB-300' })
  await aProduct(t, c, { name: 'Caixa com vasos pequenos', code: 'JAT' })
  const find = async (name: string, more = '') =>
    names(await list(c.client.token, `name=${encodeURIComponent(name)}${more}`))
  assert.deepEqual(await find('JATOBA'), ['Vaso Jatobá em cerâmica'])
  assert.deepEqual(await find('vj014'), ['Vaso Jatobá em cerâmica'])
  assert.deepEqual(await find('7891000315507'), ['Vaso Jatobá em cerâmica'])
  assert.deepEqual(await find('cerâmca'), ['Vaso Jatobá em cerâmica'])
  assert.deepEqual(await find('caneac'), ['Caneca de barro'])
  assert.equal(
    (await t.call('GET', '/api/v1/products?limit=5&page=3&name=vaso', { token: c.client.token })).body.total,
    2,
  )
  assert.deepEqual(await find('vaso'), ['Vaso Jatobá em cerâmica', 'Caixa com vasos pequenos'])
  assert.deepEqual((await find('jat'))[0], 'Caixa com vasos pequenos')
  assert.deepEqual(await find('%'), await find(''))
  assert.deepEqual(await find('FORN-9'), [])
  assert.deepEqual(await find('FORN-9', '&include_code_2_and_reference=1'), ['Vaso Jatobá em cerâmica'])
})
test('a search knows at once what was renamed, taken off, deleted or made, and nothing of another company', async () => {
  const c = await aCompany(t)
  const vaso = await aProduct(t, c, { name: 'Vaso alto' })
  const cesto = await aProduct(t, c, { name: 'Cesto alto' })
  const find = async (name: string, token = c.client.token) => names(await list(token, `name=${name}`))
  assert.deepEqual(await find('alto'), ['Cesto alto', 'Vaso alto'])
  await t.call('POST', `/api/v1/products/${vaso.id}`, { token: c.admin.token, body: { name: 'Jarro alto' } })
  assert.deepEqual([await find('vaso'), await find('jarro'), await find('jaro')], [[], ['Jarro alto'], ['Jarro alto']])
  await t.call('POST', `/api/v1/products/${vaso.id}`, { token: c.admin.token, body: { active: '0' } })
  assert.deepEqual(
    [await find('alto'), await find('alto', c.admin.token)],
    [['Cesto alto'], ['Cesto alto', 'Jarro alto']],
  )
  await t.call('DELETE', `/api/v1/products/${cesto.id}`, { token: c.admin.token })
  await aProduct(t, c, { name: 'Banco alto' })
  assert.deepEqual(await find('alto'), ['Banco alto'])
  assert.deepEqual(await find('alto', (await aCompany(t)).client.token), [])
})
test('search on the device and on the server gives the same products in the same order', async () => {
  const c = await aCompany(t)
  const words = [
    'Vaso',
    'Cesto',
    'Caneca',
    'Manta',
    'Jatobá',
    'palha',
    'azul',
    'rosa',
    'grande',
    'pequena',
    'de',
    'com',
    'barro',
    'mel',
    'sol',
  ]
  for (let i = 0; i < 60; i++)
    await aProduct(t, c, {
      name: [0, 1, 2, 3].map((n) => words[(i * 7 + n * n * 5 + n) % words.length]).join(' '),
      code: `${['VJ', 'CB', 'MA'][i % 3]}-${100 + i}`,
      order: String(i % 4),
    })
  const copy = (await t.call('GET', '/api/v2/offline', { token: c.client.token })).body.data
  const device = z.decode(z.array(productShape), copy.products) as Product[]
  assert.equal(device.length, 60)
  for (const q of [
    'vaso',
    'va',
    'v',
    'jatoba azul',
    'cb',
    'cb-104',
    '104',
    'canec',
    'caneka',
    'vazo',
    'mnata',
    'sol mel',
    'pequeno',
    'nada disso',
    'gran',
    'CB 1',
    'jatobaazul',
    'a',
    'pallha rosa',
  ]) {
    const server = (await list(c.client.token, `name=${encodeURIComponent(q)}`)).data.map((p: { id: number }) => p.id)
    assert.deepEqual(
      search(device, q).map((p) => p.id),
      server,
      q,
    )
  }
})
test("the device copy is renewed by number: only what changed, what is gone by id, everything when the reader's view is another", async () => {
  const c = await aCompany(t)
  const one = await aProduct(t, c, { name: 'Um' })
  const two = await aProduct(t, c, { name: 'Dois' })
  const sync = async (token: string, query: string) =>
    (await t.call('GET', `/api/v2/offline?${query}`, { token })).body.data
  const first = await sync(c.client.token, '')
  assert.deepEqual([first.reset, first.products.length], [true, 2])
  await t.call('POST', `/api/v1/products/${one.id}`, { token: c.admin.token, body: { price: '99,00' } })
  await t.call('DELETE', `/api/v1/products/${two.id}`, { token: c.admin.token })
  const later = await sync(c.client.token, `since=${first.version}&projection=${encodeURIComponent(first.projection)}`)
  assert.deepEqual([later.reset, names({ data: later.products }), later.removed], [false, ['Um'], [two.id]])
  assert.equal(
    (
      await sync(
        (
          await aPerson(t, c.id, 3, { margin_bp: 500 })
        ).token,
        `since=${later.version}&projection=${encodeURIComponent(first.projection)}`,
      )
    ).reset,
    true,
  )
})
test('a company with more than its plan holds goes on writing what it has, and brings nothing back', async () => {
  const c = await aCompany(t, { max_products: 2 })
  const [one, two] = [await aProduct(t, c), await aProduct(t, c)]
  await t.owner.query('update companies set max_products = 1 where id = $1', [c.id])
  const write = (id: number, body: object) => t.call('POST', `/api/v1/products/${id}`, { token: c.admin.token, body })
  assert.equal((await write(one.id, { price: '11,00' })).status, 200)
  assert.equal((await write(two.id, { active: '0' })).status, 200)
  assert.equal((await write(two.id, { active: '1' })).body.code, 'plan_limit')
  assert.equal((await write(two.id, { price: '12,00' })).status, 200)
})
test("the plan's product limit holds, also for twenty at once", async () => {
  const c = await aCompany(t, { max_products: 3 })
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      t.call('POST', '/api/v1/products', { token: c.admin.token, body: { name: `Produto ${i}` } }),
    ),
  )
  assert.deepEqual(
    [all.filter((r) => r.status === 200).length, all.filter((r) => r.body.code === 'plan_limit').length],
    [3, 17],
  )
})
test('twin: without the trigger of migration 0018 the same twenty pass the limit', async () => {
  const c = await aCompany(t, { max_products: 3 })
  await t.owner.query('alter table products disable trigger limit_new')
  try {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        t.call('POST', '/api/v1/products', { token: c.admin.token, body: { name: `Produto ${i}` } }),
      ),
    )
    assert.equal(all.filter((r) => r.status === 200).length, 20)
  } finally {
    await t.owner.query('alter table products enable trigger limit_new')
  }
})
test("a visitor reads a company's own categories and products, nothing more", async () => {
  const token = await aVisitor(t, a)
  assert.ok((await list(token)).total > 0)
  assert.equal((await t.call('GET', '/api/v1/products?company_id=999999', { token })).status, 403)
})

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
const post = (url: string, body: object, token = a.admin.token) => t.call('POST', url, { token, body })
const read = async (id: number) => (await t.call('GET', `/api/v1/products/${id}`, { token: a.admin.token })).body.data
const list = async (query: string) => (await t.call('GET', `/api/v1/products?${query}`, { token: a.admin.token })).body

test('a price can be emptied: the product is then sold on request', async () => {
  const p = await aProduct(t, a, { price: '10,00', stock: 5 })
  const r = await post(`/api/v1/products/${p.id}`, { price: '', stock: '' })
  assert.deepEqual([r.body.data.price, r.body.data.stock], [null, null])
  assert.equal((await post(`/api/v1/products/${p.id}`, { description: 'Só o texto' })).body.data.price, null)
})
test('a promotion has its days, and a product its mixed boxes', async () => {
  const p = await aProduct(t, a, {
    price: '10,00',
    price_promo: '8,00',
    promo_from: '2026-11-01',
    promo_until: '2026-11-30',
    mixed: '0',
  })
  assert.deepEqual([p.promo_from, p.promo_until, p.mixed], ['2026-11-01', '2026-11-30', false])
  assert.equal((await post(`/api/v1/products/${p.id}`, { promo_until: 'amanhã' })).status, 422)
})
test('a percentage on many prices rounds half up per product, and one undo brings all back', async () => {
  const p = await Promise.all(['10,05', '99,99', ''].map((price) => aProduct(t, a, { price })))
  const ids = p.map((x) => x.id)
  const r = await post('/api/v2/products/bulk', { ids, action: 'price', percent: '10' })
  assert.equal(r.body.data.changed, 2)
  assert.deepEqual(
    [(await read(ids[0]!)).price, (await read(ids[1]!)).price, (await read(ids[2]!)).price],
    ['11,06', '109,99', null],
  )
  await post(`/api/v1/products/${ids[1]}`, { price: '120,00' })
  const undone = await post(`/api/v2/undos/${r.body.data.undo_id}`, {})
  assert.deepEqual({ ...undone.body.data, left: undone.body.data.left.length }, { restored: 1, kept: 1, left: 1 })
  assert.deepEqual([(await read(ids[0]!)).price, (await read(ids[1]!)).price], ['10,05', '120,00'])
  assert.equal((await post(`/api/v2/undos/${r.body.data.undo_id}`, {})).status, 409)
})
test('many are activated, tagged, put into a category and deleted at once, each with its undo', async () => {
  const ids = (await Promise.all([1, 2, 3].map(() => aProduct(t, a)))).map((x) => x.id)
  const category = (await post('/api/v1/categories', { name: 'Mesa posta' })).body.data.id
  const bulk = (action: string, more: object = {}) => post('/api/v2/products/bulk', { ids, action, ...more })
  await bulk('deactivate')
  assert.equal((await read(ids[0]!)).active, 0)
  await bulk('activate')
  const tagged = await bulk('add_tag', { tag: 'natal' })
  assert.deepEqual((await read(ids[1]!)).tags, ['natal'])
  await post(`/api/v2/undos/${tagged.body.data.undo_id}`, {})
  assert.deepEqual((await read(ids[1]!)).tags, [])
  await bulk('add_category', { category_id: category })
  assert.deepEqual((await read(ids[2]!)).categories, [category])
  const gone = await bulk('delete')
  assert.equal((await t.call('GET', `/api/v1/products/${ids[0]}`, { token: a.admin.token })).status, 404)
  await post(`/api/v2/undos/${gone.body.data.undo_id}`, {})
  assert.equal((await read(ids[0]!)).active, 1)
})
test('a deletion that is undone leaves away whose code another product has by now, and names it', async () => {
  const [gone, other] = [
    await aProduct(t, a, { name: 'Bule', code: 'bu-1' }),
    await aProduct(t, a, { name: 'Leiteira', code: 'LE-1' }),
  ]
  const r = await post('/api/v2/products/bulk', { ids: [gone.id, other.id], action: 'delete' })
  const again = await aProduct(t, a, { name: 'Bule novo', code: 'BU-1' })
  const undone = await post(`/api/v2/undos/${r.body.data.undo_id}`, {})
  assert.deepEqual([undone.status, undone.body.data], [200, { restored: 1, kept: 1, left: ['bu-1 Bule'] }])
  assert.deepEqual(
    (await list('name=bule')).data.map((p: { id: number }) => p.id),
    [again.id],
  )
  assert.equal((await read(other.id)).code, 'LE-1')
})
test('bulk changes are for admins, stay in their company, and expire after a day', async () => {
  const p = await aProduct(t, a)
  for (const token of [a.seller.token, a.client.token])
    assert.equal((await post('/api/v2/products/bulk', { ids: [p.id], action: 'delete' }, token)).status, 403)
  const b = await aCompany(t)
  assert.equal(
    (await post('/api/v2/products/bulk', { ids: [p.id], action: 'delete' }, b.admin.token)).body.data.changed,
    0,
  )
  const category = (await post('/api/v1/categories', { name: 'Da outra' }, b.admin.token)).body.data.id
  assert.equal(
    (await post('/api/v2/products/bulk', { ids: [p.id], action: 'add_category', category_id: category })).status,
    422,
  )
  const done = await post('/api/v2/products/bulk', { ids: [p.id], action: 'deactivate' })
  assert.equal((await post(`/api/v2/undos/${done.body.data.undo_id}`, {}, b.admin.token)).status, 404)
  t.clock.forward(25 * 3_600_000)
  const fresh = (
    await t.call('POST', '/api/v1/auth/login', { body: { email: a.admin.email, password: 'segredo-de-teste' } })
  ).body.token
  a.admin.token = fresh
  assert.equal((await post(`/api/v2/undos/${done.body.data.undo_id}`, {})).status, 404)
})
test('typed prices are all written or none, and an absurd one is refused', async () => {
  const [x, y] = [await aProduct(t, a, { price: '1,00' }), await aProduct(t, a, { price: '2,00' })]
  const bad = await post('/api/v2/products/prices', {
    rows: [
      { id: x.id, price: '3,00' },
      { id: 999_999_999, price: '3,00' },
    ],
  })
  assert.equal(bad.status, 404)
  assert.equal((await read(x.id)).price, '1,00')
  assert.equal((await post('/api/v2/products/prices', { rows: [{ id: x.id, price: '-3,00' }] })).status, 422)
  const good = await post('/api/v2/products/prices', {
    rows: [
      { id: x.id, price: '3,00', price_promo: '2,50' },
      { id: y.id, price: '' },
    ],
  })
  assert.equal(good.body.data.changed, 2)
  assert.deepEqual([(await read(x.id)).price_promo, (await read(y.id)).price], ['2,50', null])
})
test('prices of a product that somebody deleted meanwhile hold the others back from nothing: it is named, and stays as it was', async () => {
  const [x, gone] = [await aProduct(t, a, { price: '1,00' }), await aProduct(t, a, { name: 'Moringa', price: '2,00' })]
  await post('/api/v2/products/bulk', { ids: [gone.id], action: 'delete' })
  const rows = [x, gone].map(({ id }) => ({ id, price: '3,00' }))
  const { changed, left, gone: named } = (await post('/api/v2/products/prices', { rows })).body.data
  assert.deepEqual([changed, left, named], [1, [], [{ id: gone.id, name: 'Moringa' }]])
  assert.equal((await read(x.id)).price, '3,00')
  const { rows: stored } = await t.owner.query('select price::int from products where id = $1', [gone.id])
  assert.equal(stored[0].price, 200)
})
test('no door takes a price below zero or above 9.999.999,99, nor a minimum or a box of less than one piece', async () => {
  const p = await aProduct(t, a, { price: '1,00' })
  const bar = await aProduct(t, a, { price: '9.999.999,99' })
  const one = (more: object) => [{ specs: { Cor: 'Areia' }, ...more }]
  for (const value of ['-0,01', '10.000.000,00', '7891234567890']) {
    const doors: [string, object][] = [
      ['/api/v1/products', { name: 'Moringa', price: value }],
      ...['price', 'price2', 'price3', 'price_promo'].map((f): [string, object] => [
        `/api/v1/products/${p.id}`,
        { [f]: value },
      ]),
      [`/api/v1/products/${p.id}`, { attributes: one({ price: value }) }],
      [`/api/v1/products/${p.id}`, { attributes: one({ surcharge: value }) }],
      ['/api/v2/products/prices', { rows: [{ id: p.id, price: value }] }],
    ]
    for (const [url, body] of doors) {
      const r = await post(url, body)
      assert.equal(r.status, 422, `${url} ${JSON.stringify(body)}`)
      assert.match(JSON.stringify(r.body.errors), /Preço inválido/)
    }
  }
  const dearer = await post('/api/v2/products/bulk', { ids: [p.id, bar.id], action: 'price', percent: '1' })
  assert.equal(dearer.status, 422)
  assert.match(dearer.body.errors.percent[0], /passaria de 9\.999\.999,99/)
  for (const body of [{ min_quantity: '0' }, { multiple: '-6' }])
    assert.match(JSON.stringify((await post(`/api/v1/products/${p.id}`, body)).body.errors), /de 1 a 999\.999/)
  assert.deepEqual([(await read(p.id)).price, (await read(bar.id)).price], ['1,00', '9999999,99'])
})
test('the same choice twice is named, and the choices stay as they were', async () => {
  const p = await aProduct(t, a, { attributes: [{ specs: { Cor: 'Areia', Tamanho: 'P' } }] })
  const r = await post(`/api/v1/products/${p.id}`, {
    attributes: [{ specs: { Tamanho: 'P', Cor: 'Folha' } }, { specs: { Cor: 'Folha', Tamanho: 'P' } }],
  })
  assert.deepEqual([r.status, Object.keys(r.body.errors ?? {})], [422, ['attributes']])
  assert.match(r.body.errors.attributes[0], /Folha · P/)
  assert.equal((await read(p.id)).attributes[0].specs.Cor, 'Areia')
})
test('two admins, one field: the second is told and sees what stands there; different fields do not disturb', async () => {
  const p = await aProduct(t, a, { price: '10,00', description: 'Velha' })
  await post(`/api/v1/products/${p.id}`, { price: '12,00', was: { price: '10,00' } })
  const second = await post(`/api/v1/products/${p.id}`, { price: '11,00', was: { price: '10,00' } })
  assert.deepEqual(
    [second.status, second.body.code, second.body.fields, second.body.current.price],
    [409, 'changed_elsewhere', ['price'], '12,00'],
  )
  assert.equal(
    (await post(`/api/v1/products/${p.id}`, { description: 'Nova', was: { description: 'Velha' } })).status,
    200,
  )
  assert.equal(
    (await post(`/api/v1/products/${p.id}`, { price: '11,00', was: { price: '12,00' } })).body.data.price,
    '11,00',
  )
})
test('two admins, one price in the list: the second’s stays out and is named as it stands now, the others are written', async () => {
  const [x, y] = [
    await aProduct(t, a, { name: 'Vaso', price: '10,00', price2: '9,00' }),
    await aProduct(t, a, { name: 'Jarro', price: '20,00' }),
  ]
  const prices = async (rows: object[]) => {
    const r = await post('/api/v2/products/prices', { rows })
    assert.equal(r.status, 200, JSON.stringify(r.body))
    return r.body.data
  }
  await prices([{ id: x.id, price: '12,00', was: { price: '10,00' } }])
  const second = await prices([
    { id: x.id, price: '11,00', was: { price: '10,00' } },
    { id: y.id, price: '21,00', was: { price: '20,00' } },
  ])
  assert.deepEqual(second.left, [
    { id: x.id, name: 'Vaso', price: '12,00', price2: '9,00', price3: null, price_promo: null },
  ])
  assert.deepEqual([second.changed, (await read(x.id)).price, (await read(y.id)).price], [1, '12,00', '21,00'])
  const undone = await post(`/api/v2/undos/${second.undo_id}`, {})
  assert.deepEqual([undone.body.data.restored, (await read(y.id)).price], [1, '20,00'])
  const other = await prices([{ id: x.id, price2: '8,00', was: { price2: '9,00' } }])
  assert.deepEqual([other.changed, other.left], [1, []], 'different fields do not disturb')
  const meant = await prices([{ id: x.id, price: '', price3: '7,00', was: { price: '12,00', price3: '' } }])
  assert.deepEqual([meant.changed, (await read(x.id)).price, (await read(x.id)).price3], [1, null, '7,00'])
})
test('the list narrows to what needs the admin, and counts it', async () => {
  const b = await aCompany(t)
  const mine = (url: string) => t.call('GET', url, { token: b.admin.token })
  await aProduct(t, b, { price: '10,00', price_promo: '8,00' })
  await aProduct(t, b, { stock: 0 })
  await aProduct(t, b, { active: 0 })
  const today = t.clock.now().getTime()
  const inDays = (n: number) => new Date(today + n * 86_400_000).toISOString().slice(0, 10)
  for (const days of [-1, 0, 7, 8]) await aProduct(t, b, { price_promo: '5,00', promo_until: inDays(days) })
  await aProduct(t, b, { price_promo: '5,00', promo_until: inDays(3), stock: 0, active: 0 })
  assert.deepEqual((await mine('/api/v2/products/counts')).body.data, {
    all: 8,
    active: 6,
    inactive: 2,
    no_photo: 8,
    promo: 6,
    ending: 2,
    out: 1,
    most: 5000,
  })
  assert.equal((await mine('/api/v1/products?only=promo')).body.total, 6)
  assert.equal((await mine('/api/v1/products?only=out')).body.total, 1, 'what is switched off has not run out')
  assert.equal((await mine('/api/v1/products?only=ending')).body.total, 2, 'today and in seven days')
  assert.equal((await mine('/api/v2/products/ids?only=ending')).body.data.ids.length, 2)
  assert.equal((await mine('/api/v1/products?only=no_photo&active=1')).body.total, 6)
  assert.equal((await list('only=nada')).status, 'error')
})
test('the log shows old and new prices of a product, and who typed them', async () => {
  const p = await aProduct(t, a, { price: '10,00' })
  await post(`/api/v1/products/${p.id}`, { price: '9,00' })
  const log = (
    await t.call('GET', `/api/v2/logs/${a.id}/show_logs?object=product&object_id=${p.id}`, { token: a.admin.token })
  ).body.data
  assert.deepEqual([log[0].action, log[0].changes.price, log[1].action], ['update', [1000, 900], 'create'])
  assert.ok(log[0].who)
})
test('why somebody does not see a product, or sees it at this price: every rule is named', async () => {
  const b = await aCompany(t, { price_table_active: true })
  const own = (method: string, url: string, body?: object) =>
    t.call(method, url, { token: b.admin.token, ...(body && { body }) })
  const category = (await own('POST', '/api/v1/categories', { name: 'Reservado' })).body.data.id
  const p = await aProduct(t, b, {
    price: '10,00',
    price2: '8,00',
    price_promo: '9,00',
    categories: JSON.stringify([category]),
  })
  const why = async () => (await own('GET', `/api/v2/products/${p.id}/why?user_id=${b.client.id}`)).body.data
  assert.deepEqual(
    [(await why()).visible, (await why()).price, (await why()).steps.map((s: { code: string }) => s.code)],
    [true, '9,00', ['table', 'promo']],
  )
  await own('PUT', `/api/v1/users/${b.client.id}`, { price_table: 2, margin: '10', hiddenCategories: [category] })
  const now = await why()
  assert.deepEqual(
    [now.visible, now.price, now.steps.map((s: { code: string }) => s.code)],
    [false, '8,80', ['categories_hidden', 'table', 'promo_high', 'margin']],
  )
  const seen = await t.call('GET', `/api/v1/products/${p.id}`, { token: b.client.token })
  assert.equal(seen.status, 404)
  await own('PUT', `/api/v1/users/${b.client.id}`, { hiddenCategories: [] })
  assert.equal((await t.call('GET', `/api/v1/products/${p.id}`, { token: b.client.token })).body.data.price, now.price)
  assert.equal(
    (await t.call('GET', `/api/v2/products/${p.id}/why?user_id=${b.client.id}`, { token: b.seller.token })).status,
    403,
  )
  assert.equal(
    (await t.call('GET', `/api/v2/products/${p.id}/why?user_id=${a.client.id}`, { token: b.admin.token })).status,
    404,
  )
})
test('the shelf stands in the order that the admin gives, and goes back', async () => {
  const b = await aCompany(t)
  const made = await Promise.all(['Um', 'Dois', 'Três'].map((name) => aProduct(t, b, { name })))
  const byName = (name: string) => made.find((p) => p.name === name)?.id as number
  const shelf = async () =>
    (await t.call('GET', '/api/v1/products', { token: b.client.token })).body.data.map((p: { name: string }) => p.name)
  assert.deepEqual(await shelf(), ['Dois', 'Três', 'Um'])
  const r = await t.call('POST', '/api/v2/products/shelf', {
    token: b.admin.token,
    body: { ids: [byName('Um'), byName('Três'), byName('Dois')] },
  })
  assert.deepEqual(await shelf(), ['Um', 'Três', 'Dois'])
  await t.call('POST', `/api/v2/undos/${r.body.data.undo_id}`, { token: b.admin.token, body: {} })
  assert.deepEqual(await shelf(), ['Dois', 'Três', 'Um'])
  assert.equal(
    (await t.call('POST', '/api/v2/products/shelf', { token: b.seller.token, body: { ids: [1] } })).status,
    403,
  )
})
test('those beyond what was put in order, that came meanwhile or are off stand behind it in their own order, and go back', async () => {
  const b = await aCompany(t)
  const make = async (name: string, active = 1) => (await aProduct(t, b, { name, active })).id
  const seen = [await make('Cuia'), await make('Bule')]
  for (const name of ['Ânfora', 'Alguidar']) await make(name)
  const off = await make('Abajur', 0)
  const shelf = async () =>
    (await t.call('GET', '/api/v1/products', { token: b.client.token })).body.data.map((p: { name: string }) => p.name)
  const put = (ids: number[]) => t.call('POST', '/api/v2/products/shelf', { token: b.admin.token, body: { ids } })
  const r = await put(seen)
  assert.deepEqual(await shelf(), ['Cuia', 'Bule', 'Alguidar', 'Ânfora'])
  await put(seen.toReversed())
  assert.deepEqual(await shelf(), ['Bule', 'Cuia', 'Alguidar', 'Ânfora'])
  await put(seen)
  await t.call('PUT', `/api/v1/products/${off}`, { token: b.admin.token, body: { active: 1 } })
  assert.deepEqual((await shelf()).slice(0, 2), ['Cuia', 'Bule'])
  await t.call('POST', `/api/v2/undos/${r.body.data.undo_id}`, { token: b.admin.token, body: {} })
  assert.deepEqual(await shelf(), ['Abajur', 'Alguidar', 'Ânfora', 'Bule', 'Cuia'])
})
test('everything that the list is narrowed to is chosen at once, loaded or not; only by an admin of the company', async () => {
  const c = await aCompany(t)
  const made = []
  for (let i = 0; i < 4; i++)
    made.push(
      await aProduct(t, c, { name: `Prato ${i}`, active: i < 3 ? 1 : 0, tags: JSON.stringify([i ? 'A, B' : 'C']) }),
    )
  const ids = async (query = '', token = c.admin.token) =>
    (await t.call('GET', `/api/v2/products/ids?${query}`, { token })).body.data.ids.toSorted(
      (x: number, y: number) => x - y,
    )
  const all = made.map((p) => p.id)
  assert.deepEqual(await ids(), all)
  assert.deepEqual(
    [await ids('active=0'), await ids('name=prato&active=1'), await ids(`tags=${encodeURIComponent('"A, B"')}`)],
    [all.slice(3), all.slice(0, 3), all.slice(1)],
  )
  assert.equal((await t.call('GET', '/api/v2/products/ids?only=nada', { token: c.admin.token })).status, 422)
  for (const p of [c.seller, c.client])
    assert.equal((await t.call('GET', '/api/v2/products/ids', { token: p.token })).status, 403)
  const b = await aCompany(t)
  assert.deepEqual(await ids('', b.admin.token), [])
})

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
  const save = (tags: string) =>
    t.call('POST', '/api/v2/tags/update', { token: a.admin.token, body: { company_id: String(a.id), tags } })
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
  const send = (token: string) =>
    t.call('POST', '/api/v2/tags/update', {
      token,
      body: { tags: ['Verão', 'promo', 'vazia'], renamed: { verao: 'Verão', novo: 'Verão' } },
    })
  for (const token of [a.seller.token, a.client.token]) assert.equal((await send(token)).status, 403)
  assert.equal((await send(a.admin.token)).status, 200)
  const read = async (token: string, id: number) =>
    (await t.call('GET', `/api/v1/products/${id}`, { token })).body.data.tags
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
test('a list of tags that is absent or blank is refused and takes nothing off; only the word empty does, and that can be undone', async () => {
  const c = await aCompany(t)
  const [p, q] = [
    await aProduct(t, c, { tags: JSON.stringify(['natal', 'P, M']) }),
    await aProduct(t, c, { tags: JSON.stringify(['natal']) }),
  ]
  const token = c.admin.token
  const tags = async (id: number) => (await t.call('GET', `/api/v1/products/${id}`, { token })).body.data.tags
  const save = (body: object) => t.call('POST', '/api/v2/tags/update', { token, body })
  for (const body of [{}, { tags: '' }, { tags: '  ' }, { tags: [] }, { tags: '[]' }, { tags: ',' }, { tags: null }])
    assert.equal((await save(body)).status, 422, JSON.stringify(body))
  assert.deepEqual([await tags(p.id), await tags(q.id)], [['natal', 'P, M'], ['natal']])
  await save({ tags: ['natal', 'P, M', 'vazia'] })
  const done = (await save({ tags: 'empty' })).body.data
  assert.deepEqual([done.tags, await tags(p.id), await tags(q.id)], [[], [], []])
  await t.call('PUT', `/api/v1/products/${q.id}`, { token, body: { tags: ['novo'] } })
  const back = (await t.call('POST', `/api/v2/undos/${done.undo_id}`, { token, body: {} })).body.data
  assert.deepEqual([back.restored, back.kept, await tags(p.id), await tags(q.id)], [1, 1, ['natal', 'P, M'], ['novo']])
  const list = (await t.call('GET', '/api/v2/tags', { token })).body.data
  assert.ok(
    list.some((x: { tag: string }) => x.tag === 'vazia'),
    'the list of the company comes back as well',
  )
})
test('a list takes away what it was shown and no longer names: a tag that somebody added meanwhile stays', async () => {
  const c = await aCompany(t)
  const token = c.admin.token
  const p = await aProduct(t, c, { tags: JSON.stringify(['natal', 'novo']) })
  const save = (body: object) => t.call('POST', '/api/v2/tags/update', { token, body })
  const tags = async (id: number) => (await t.call('GET', `/api/v1/products/${id}`, { token })).body.data.tags
  const list = async () =>
    (await t.call('GET', '/api/v2/tags', { token })).body.data.map((x: { tag: string }) => x.tag).toSorted()
  await save({ tags: ['natal', 'novo'] })
  const was = await list()
  const q = await aProduct(t, c, { tags: JSON.stringify(['presente', 'natal']) })
  await save({ tags: [...was, 'páscoa'], was })
  const done = await save({ tags: ['Novidade'], renamed: { novo: 'Novidade' }, was })
  assert.deepEqual(done.body.data.tags, ['Novidade', 'presente', 'páscoa'])
  assert.deepEqual([await tags(p.id), await tags(q.id)], [['Novidade'], ['presente']])
  // One that was taken away meanwhile does not come back with a list that still shows it.
  await save({ tags: ['novo', 'verão'], renamed: {}, was })
  assert.deepEqual(await list(), ['Novidade', 'presente', 'páscoa', 'verão'])
  await save({ tags: 'empty', was: ['Novidade', 'verão'] })
  assert.deepEqual([await list(), await tags(q.id)], [['presente', 'páscoa'], ['presente']])
})
test('a tag with a comma is one tag: in the form, in the filter, in the list and in a sheet that comes back', async () => {
  const c = await aCompany(t)
  const token = c.admin.token
  const p = await aProduct(t, c, { code: 'TC-1', name: 'Camisa', tags: JSON.stringify(['P, M', 'novo']) })
  const found = async (filter: string) =>
    (
      await t.call('GET', `/api/v1/products?tags=${encodeURIComponent(filter)}`, { token: c.client.token })
    ).body.data.map((x: { id: number }) => x.id)
  assert.deepEqual(
    [await found('"P, M"'), await found('["P, M"]'), await found('novo,outra'), await found('P')],
    [[p.id], [p.id], [p.id], []],
  )
  const pdf = await t.call('POST', '/api/v2/products/products_for_pdf', { token, body: { tags: ['novo'] } })
  assert.deepEqual(
    pdf.body.data.map((x: { id: number }) => x.id),
    [p.id],
    'a list is taken as well as a text',
  )
  const out = await t.app.inject({
    method: 'POST',
    url: '/api/v2/xls/export',
    headers: { authorization: `Bearer ${token}` },
    payload: { extra_fields: ['tags'] },
  })
  const r = await t.call('POST', '/api/v2/xls/preview', {
    token,
    form: { file: new Blob([new Uint8Array(out.rawPayload)]), mode: 'update' },
  })
  assert.deepEqual(r.body.data.counts, { new: 0, changed: 0, same: 1, refused: 0 }, JSON.stringify(r.body.data.rows))
})

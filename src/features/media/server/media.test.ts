import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, untilLocked } from '../../../../test/kit.ts'
import { codesOf } from '../rules.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const picture = async (background: string) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ])
const upload = async (background: string, more: Record<string, string> = {}) =>
  (
    await t.call('POST', '/api/v2/images/add_image_to_product', {
      token: a.admin.token,
      form: { company_id: String(a.id), ...more, image: await picture(background) },
    })
  ).body.data
const replace = async (id: number, background: string, token = a.admin.token) =>
  t.call('POST', `/api/v2/media/${id}/replace`, { token, form: { image: await picture(background) } })
const media = (query = '', token = a.admin.token) => t.call('GET', `/api/v2/media?${query}`, { token })

test('a file name tells its product by code, with numbers and copy marks at its end', () => {
  assert.ok(codesOf('fotos/VJ-014_2.JPG').includes('vj-014'))
  assert.ok(codesOf('CB-300 (1).png').includes('cb-300'))
  assert.ok(codesOf('21166-3.webp').includes('21166'))
  assert.equal(codesOf('VJ-014.jpg')[0], 'vj-014')
})
test('photos dropped at once find their products; the others are named', async () => {
  const p = await aProduct(t, a, { code: 'VJ-014' })
  const r = await t.call('POST', '/api/v2/media/match', {
    token: a.admin.token,
    body: { names: ['VJ-014.jpg', 'vj-014_2.jpg', 'outra coisa.jpg'] },
  })
  assert.deepEqual(
    r.body.data.map((x: { product: { id: number } | null }) => x.product?.id ?? null),
    [p.id, p.id, null],
  )
  const b = await aCompany(t)
  assert.equal(
    (await t.call('POST', '/api/v2/media/match', { token: b.admin.token, body: { names: ['VJ-014.jpg'] } })).body
      .data[0].product,
    null,
  )
  assert.equal(
    (await t.call('POST', '/api/v2/media/match', { token: a.seller.token, body: { names: ['x'] } })).status,
    403,
  )
})
test('the library says where a photo is used; only one that nobody uses can go', async () => {
  const p = await aProduct(t, a, { code: 'CB-300' })
  const shown = await upload('#112233', { product_id: String(p.id) })
  const loose = await upload('#445566')
  const all = (await media()).body.data
  assert.deepEqual(all.find((m: { id: number }) => m.id === shown.id).products[0].id, p.id)
  assert.deepEqual(
    (await media('only=unused')).body.data.map((m: { id: number }) => m.id),
    [loose.id],
  )
  await aProduct(t, a, { name: 'Jarra Açaí', code: 'JA-9' }).then((j) =>
    upload('#778899', { product_id: String(j.id) }),
  )
  const found = async (words: string, token = a.admin.token) =>
    (await media(`search=${encodeURIComponent(words)}`, token)).body.data.flatMap(
      (m: { products: { name: string }[] }) => m.products.map((x) => x.name),
    )
  assert.deepEqual(await found('acai jarra'), ['Jarra Açaí'])
  assert.deepEqual(await found('ja-9'), ['Jarra Açaí'])
  assert.deepEqual(await found('xilofone'), [])
  const remove = (id: number) => t.call('DELETE', `/api/v2/media/${id}`, { token: a.admin.token })
  assert.equal((await remove(shown.id)).status, 409)
  assert.equal((await remove(loose.id)).status, 200)
  const b = await aCompany(t)
  assert.equal((await media('', b.admin.token)).body.total, 0)
  assert.equal((await t.call('DELETE', `/api/v2/media/${shown.id}`, { token: b.admin.token })).status, 409)
})
test('many photos go at once, from their products too; a logo stays, a stranger and a seller take none, twice is once', async () => {
  const c = await aCompany(t)
  const send = async (background: string, more: Record<string, string> = {}) =>
    (
      await t.call('POST', '/api/v2/images/add_image_to_product', {
        token: c.admin.token,
        form: { ...more, image: await picture(background) },
      })
    ).body.data
  const [vase, jug] = [await aProduct(t, c, { name: 'Vaso' }), await aProduct(t, c, { name: 'Jarro' })]
  const both = await send('#111111', { product_id: String(vase.id) })
  await send('#111111', { product_id: String(jug.id) })
  const left = await send('#222222', { product_id: String(vase.id) })
  const loose = await send('#333333')
  const logo = await send('#444444')
  await t.owner.query('update companies set logo = $2 where id = $1', [c.id, logo.path])
  const ids = [both.id, loose.id, logo.id]
  const remove = (token: string, list: unknown = ids) =>
    t.call('POST', '/api/v2/media/delete', { token, body: { ids: list } })
  const stranger = await aCompany(t)
  assert.equal((await remove(c.seller.token)).status, 403)
  assert.equal((await remove(c.admin.token, [])).status, 422)
  assert.deepEqual((await remove(stranger.admin.token)).body.data, { deleted: 0, kept: 3, products: 0 })
  const photos = async (id: number) =>
    (await t.call('GET', `/api/v1/products/${id}`, { token: c.client.token })).body.data.images.map(
      (i: { path: string }) => i.path,
    )
  assert.equal((await photos(vase.id)).length, 2)
  assert.deepEqual((await remove(c.admin.token)).body.data, { deleted: 2, kept: 1, products: 2 })
  assert.deepEqual([await photos(vase.id), await photos(jug.id)], [[left.path], []])
  assert.deepEqual(
    (await media('', c.admin.token)).body.data.map((m: { id: number }) => m.id),
    [logo.id, left.id],
  )
  assert.deepEqual((await remove(c.admin.token)).body.data, { deleted: 0, kept: 3, products: 0 })
  const lines = (await t.call('GET', `/api/v2/logs/${c.id}/show_logs?object=image`, { token: c.admin.token })).body.data
  assert.deepEqual(lines.map((l: { action: string; name: string }) => `${l.action} ${l.name}`).sort(), [
    'delete ',
    'delete Jarro',
  ])
})
test('five photos sent at once and one sent again stand once each', async () => {
  const p = await aProduct(t, a)
  const other = await t.owner.connect()
  await other.query('begin')
  await other.query('select 1 from company_counters where company_id = $1 for update', [a.id])
  const colours = ['#a00000', '#b00000', '#c00000', '#d00000', '#e00000', '#a00000']
  const sent = colours.map((colour) => upload(colour, { product_id: String(p.id) }))
  await untilLocked(t.owner, 2)
  await other.query('commit')
  other.release()
  const paths = (await Promise.all(sent)).map((photo): string => photo.path)
  const { images } = (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).body.data
  const shown = images.map((i: { path: string }) => i.path)
  assert.deepEqual(shown.toSorted(), [...new Set(paths)].sort())
  assert.equal((await upload('#b00000', { product_id: String(p.id), slot: '9' })).path, paths[1])
  const { images: after } = (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).body.data
  assert.deepEqual(after, images)
})
test('a photo that somebody gives a category while it is being deleted stays, alone or among many', async () => {
  const { id } = (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Barro' } })).body
    .data
  const during = async (photo: { id: number; path: string }, remove: () => ReturnType<typeof t.call>) => {
    const other = await t.owner.connect()
    await other.query('begin')
    await other.query('update files set type = type where id = $1', [photo.id])
    await other.query('update categories set image = $2 where id = $1', [id, photo.path])
    const gone = remove()
    await untilLocked(t.owner)
    await other.query('commit')
    other.release()
    return gone
  }
  const [one, another] = [await upload('#660066'), await upload('#770077')]
  const many = await during(one, () =>
    t.call('POST', '/api/v2/media/delete', { token: a.admin.token, body: { ids: [one.id] } }),
  )
  assert.deepEqual(many.body.data, { deleted: 0, kept: 1, products: 0 })
  const alone = await during(another, () => t.call('DELETE', `/api/v2/media/${another.id}`, { token: a.admin.token }))
  assert.equal(alone.status, 409)
})
test('a photo that a variation is being given is not deleted meanwhile', async () => {
  const photo = await upload('#880088')
  const p = await aProduct(t, a)
  // The product's form has found the photo and not written its variations yet.
  const other = await t.owner.connect()
  await other.query('begin')
  await other.query('lock table variations in share mode')
  const attributes = JSON.stringify([{ specs: { Cor: 'Roxo' }, image: photo.path }])
  const form = t.call('PUT', `/api/v1/products/${p.id}`, { token: a.admin.token, body: { attributes } })
  await untilLocked(t.owner)
  const gone = t.call('DELETE', `/api/v2/media/${photo.id}`, { token: a.admin.token })
  await Promise.race([gone, untilLocked(t.owner, 2)])
  await other.query('commit')
  other.release()
  assert.deepEqual([(await form).status, (await gone).status], [200, 409])
})
test('a photo is replaced wherever it is shown, and the log says who did it; the one before is then unused', async () => {
  const c = await aCompany(t)
  const send = async (background: string, more: Record<string, string>) =>
    (
      await t.call('POST', '/api/v2/images/add_image_to_product', {
        token: c.admin.token,
        form: { ...more, image: await picture(background) },
      })
    ).body.data
  const [p, other] = [await aProduct(t, c, { name: 'Vaso' }), await aProduct(t, c, { name: 'Jarro' })]
  const was = await send('#101010', { product_id: String(p.id) })
  await send('#101010', { product_id: String(other.id) })
  await send('#202020', { product_id: String(other.id) })
  const category = (
    await t.call('POST', '/api/v1/categories', {
      token: c.admin.token,
      form: { name: 'Barro', file: await picture('#101010') },
    })
  ).body.data
  const done = await replace(was.id, '#202020', c.admin.token)
  assert.deepEqual([done.status, done.body.data.places], [200, 2])
  const photos = async (id: number) =>
    (await t.call('GET', `/api/v1/products/${id}`, { token: c.client.token })).body.data.images.map(
      (i: { path: string }) => i.path,
    )
  assert.deepEqual(await photos(p.id), [done.body.data.path])
  assert.deepEqual(await photos(other.id), [done.body.data.path], 'a product that has both keeps one')
  assert.equal(
    (await t.call('GET', `/api/v1/categories/${category.id}`, { token: c.client.token })).body.data.image,
    done.body.data.path,
  )
  const lines = (await t.call('GET', `/api/v2/logs/${c.id}/show_logs?object=image`, { token: c.admin.token })).body.data
  assert.deepEqual([lines.length, lines[0].action], [1, 'replace'])
  assert.deepEqual(
    (await media('only=unused', c.admin.token)).body.data.map((m: { id: number }) => m.id),
    [was.id],
  )
  assert.equal((await replace(done.body.data.id, '#202020', c.admin.token)).body.data.places, 0)
})
test('a photo is replaced by an admin of its company only, and by nothing that is no photo', async () => {
  const shown = await upload('#778899')
  const b = await aCompany(t)
  assert.equal((await replace(shown.id, '#998877', a.seller.token)).status, 403)
  assert.equal((await replace(shown.id, '#998877', b.admin.token)).status, 404)
  const r = await t.call('POST', `/api/v2/media/${shown.id}/replace`, {
    token: a.admin.token,
    form: { image: new Blob(['<svg/>']) },
  })
  assert.deepEqual([r.status, r.body.code], [422, 'bad_image'])
  assert.equal(
    (await t.call('POST', `/api/v2/media/${shown.id}/replace`, { token: a.admin.token, form: {} })).status,
    422,
  )
})

// A product made of a photo: one for each photo, however often it is sent.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCompany,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())
const photo = async (background: string) =>
  new Blob([
    Buffer.from(
      await sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  ])
const send = (name: string, image: Blob | string, token = a.admin.token) =>
  t.call('POST', '/api/v2/products/from_photo', { token, form: { name, image } })
const products = async (c = a) =>
  (await t.call('GET', '/api/v1/products?order=newest&limit=100', { token: c.admin.token })).body.data as {
    id: number
    name: string
    foto1: string
    active: number
  }[]

test('a photo makes a product with its name and the photo', async () => {
  const r = await send('Vaso azul', await photo('#0000ff'))
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual([r.body.data.name, r.body.data.created], ['Vaso azul', true])
  const [made] = await products()
  assert.deepEqual([made?.id, made?.name, made?.active], [r.body.data.id, 'Vaso azul', 1])
  assert.match(made?.foto1 ?? '', /^\/files\/\w+\.webp$/)
})
test('the same photo again makes no second product and names the first', async () => {
  const image = await photo('#00ff00')
  const first = (await send('Vaso verde', image)).body.data
  await t.call('POST', `/api/v1/products/${first.id}`, {
    token: a.admin.token,
    body: { name: 'Vaso jade', price: '9,00' },
  })
  const before = await products()
  assert.deepEqual((await send('IMG 2', image)).body.data, { id: first.id, name: 'Vaso jade', created: false })
  assert.deepEqual(await products(), before)
})
test('the same photo sent at the same moment makes one product', async () => {
  const [image, before] = [await photo('#ff0000'), (await products()).length]
  const all = await Promise.all(['Um', 'Dois', 'Três'].map((name) => send(name, image)))
  assert.equal(all.filter((r) => r.body.data.created).length, 1)
  assert.equal(new Set(all.map((r) => r.body.data.id)).size, 1)
  assert.equal((await products()).length, before + 1)
})
test('another photo, another company and a deleted product are no twins', async () => {
  const [image, b] = [await photo('#123456'), await aCompany(t)]
  const first = (await send('Prato', image)).body.data
  assert.equal((await send('Prato', image, b.admin.token)).body.data.created, true)
  assert.equal((await send('Prato', await photo('#654321'))).body.data.created, true)
  assert.equal((await t.call('DELETE', `/api/v1/products/${first.id}`, { token: a.admin.token })).status, 200)
  assert.equal((await send('Prato', image)).body.data.created, true)
})
test('a photo that a product got in its form is that product’s, too', async () => {
  const image = await photo('#abcdef')
  const { id } = await aProduct(t, a, { name: 'Tigela' })
  const form = { product_id: String(id), image }
  const added = await t.call('POST', '/api/v2/images/add_image_to_product', { token: a.admin.token, form })
  assert.equal(added.status, 200)
  assert.deepEqual((await send('Outra', image)).body.data, { id, name: 'Tigela', created: false })
})
test('no photo, a broken one, no name and no room make no product', async () => {
  const [image, before] = [await photo('#fedcba'), await products()]
  const none = await t.call('POST', '/api/v2/products/from_photo', { token: a.admin.token, body: { name: 'Sem foto' } })
  assert.deepEqual([none.status, Object.keys(none.body.errors)], [422, ['image']])
  assert.equal((await send('Quebrada', new Blob(['not a picture']))).body.code, 'bad_image')
  assert.equal((await send('', image)).status, 422)
  await t.owner.query('update companies set max_products = $2 where id = $1', [a.id, before.length])
  assert.equal((await send('A mais', image)).body.code, 'plan_limit')
  await t.owner.query('update companies set max_products = 5000 where id = $1', [a.id])
  for (const token of [a.seller.token, a.client.token, await aVisitor(t, a)])
    assert.equal((await send('Alheia', image, token)).status, 403)
  assert.deepEqual(await products(), before)
})

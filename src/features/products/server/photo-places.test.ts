// A product's photos as files named images[n]: clients count from 0 or from 1, and no photo is lost behind a 200.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())
let shade = 0
const photo = async () => {
  const background = { r: (shade += 5), g: 90, b: 60 }
  return new Blob([
    await sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .png()
      .toBuffer(),
  ])
}
const send = (form: Record<string, string | Blob>, id?: number) =>
  t.call('POST', `/api/v1/products${id ? `/${id}` : ''}`, {
    token: a.admin.token,
    form: { ...(id === undefined && { name: 'Moringa', price: '1' }), ...form },
  })
const slots = async (id: number) =>
  (await t.owner.query('select slot, hash from product_images where product_id = $1 order by slot', [id])).rows
const named = async (fields: string[]) =>
  Object.fromEntries(await Promise.all(fields.map(async (field) => [field, await photo()] as const)))

for (const fields of [
  ['images[0]', 'images[1]', 'images[2]'],
  ['images[1]', 'images[2]', 'images[3]'],
  ['images[2]', 'images[0]', 'images[1]'],
])
  test(`${fields.join(', ')}: three photos, each in its place`, async () => {
    const created = await send(await named(fields))
    assert.equal(created.status, 200, JSON.stringify(created.body))
    const { id } = created.body.data
    assert.deepEqual(
      (await slots(id)).map((s) => s.slot),
      [1, 2, 3],
    )
    // Another photo for the first of them replaces that one alone.
    const before = await slots(id)
    const [lowest] = fields.toSorted()
    await send({ [lowest as string]: await photo() }, id)
    const now = await slots(id)
    assert.deepEqual(
      now.map((s, i) => s.hash === before[i].hash),
      [false, true, true],
    )
  })
test('images[] takes the free places, and the eleventh photo is refused, not lost', async () => {
  const { id } = await aProduct(t, a)
  for (let i = 0; i < 10; i++) assert.equal((await send({ 'images[]': await photo() }, id)).status, 200)
  const before = await slots(id)
  const refused = await send({ 'images[]': await photo() }, id)
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['images']])
  assert.deepEqual(await slots(id), before)
})
test('imagesToRemove takes places and paths in every form of a list', async () => {
  const { id } = (await send(await named(['images[0]', 'images[1]', 'images[2]', 'images[3]']))).body.data
  const left = async () => (await slots(id)).map((s) => s.slot)
  await send({ 'imagesToRemove[]': '2' }, id)
  assert.deepEqual(await left(), [1, 3, 4])
  await send({ imagesToRemove: '3,4' }, id)
  assert.deepEqual(await left(), [1])
  const { images } = (await t.call('GET', `/api/v1/products/${id}`, { token: a.admin.token })).body.data
  await send({ 'imagesToRemove[0]': images[0].path }, id)
  assert.deepEqual(await left(), [])
})

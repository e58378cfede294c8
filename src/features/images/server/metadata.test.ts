// Camera, place and artist of a picture are removed at every door that takes one.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCart,
  aCompany,
  aProduct,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { isBare } from './metadata.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
after(() => t.close())

const ARTIST = 'Fulana de Tal'
const GPS = { GPSLatitudeRef: 'S', GPSLatitude: '23/1 11/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '45/1 53/1 0/1' }
let drawn = 0
/** A picture as a phone takes it: lying on its side, with artist, place and a colour profile. */
const photo = (format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg') =>
  sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: { r: (++drawn * 41) % 256, g: 40, b: (drawn * 97) % 256 },
    },
  })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: ARTIST, Copyright: 'GPS' }, IFD3: GPS })
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer()
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])
const holds = (bytes: Buffer) => bytes.includes('GPS') || bytes.includes(ARTIST)

/** The newest original of a company. */
async function newest(company: number) {
  const { rows } = await t.owner.query(
    'select hash, type, width, height, bytes from files where company_id = $1 order by id desc limit 1',
    [company],
  )
  const bytes = readFileSync(t.kit.storage.path(`${rows[0].hash}-original.${rows[0].type}`))
  return { ...rows[0], original: bytes }
}
const doors: Record<string, (image: Blob) => Promise<{ status: number; body: unknown }>> = {
  product: (image) =>
    t.call('POST', '/api/v1/products', {
      token: a.admin.token,
      form: { name: 'Vaso', price: '1,00', 'images[]': image },
    }),
  'photo of a product': async (image) =>
    t.call('POST', '/api/v2/images/add_image_to_product', {
      token: a.admin.token,
      form: { product_id: String((await aProduct(t, a)).id), image },
    }),
  category: (file) => t.call('POST', '/api/v1/categories', { token: a.admin.token, form: { name: 'Barro', file } }),
  logo: (file) => t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, form: { file } }),
  banner: (image) =>
    t.call('POST', '/api/v2/companies/store_settings', { token: a.admin.token, form: { banner_mobile: image } }),
  portrait: (file) => t.call('PUT', `/api/v1/users/${a.client.id}`, { token: a.client.token, form: { file } }),
  entity: (logo) =>
    t.call('POST', '/api/v2/entities', { token: a.admin.token, form: { name: 'Ateliê', type: 'marcas', logo } }),
  chat: (image) =>
    t.call('POST', `/api/v2/companies/${a.id}/conversations/cliente/${a.client.id}`, {
      token: a.client.token,
      form: { key: newCart(), photo: image },
    }),
  'chat by link': async (image) => {
    const placed = await order(t, a, a.client.token, aCart([{ product_id: (await aProduct(t, a)).id, quantity: 1 }]))
    const token = placed.body.data.receipt_path.split('/').pop()
    return t.call('POST', `/api/v2/receipts/${token}/messages`, { form: { key: newCart(), photo: image } })
  },
}
for (const [name, send] of Object.entries(doors))
  test(`removes artist and place from the original: ${name}`, async () => {
    const sent = await photo()
    assert.equal(holds(sent), true, 'negative control: the picture before the door holds them')
    const answer = await send(blob(sent))
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const kept = await newest(a.id)
    assert.equal(holds(kept.original), false)
    const { orientation, width, height, icc, exif } = await sharp(kept.original).metadata()
    assert.deepEqual([orientation, width, height, exif], [undefined, 40, 60, undefined], 'it is stored upright')
    assert.ok(icc, 'the colour profile stays')
    assert.deepEqual([kept.width, kept.height, kept.bytes], [40, 60, kept.original.length])
  })

for (const format of ['png', 'webp', 'avif'] as const)
  test(`removes artist and place from a ${format}`, async () => {
    const sent = await photo(format)
    assert.equal(holds(sent), true)
    const answer = await doors.category?.(blob(sent))
    assert.equal(answer?.status, 200, JSON.stringify(answer?.body))
    const kept = await newest(a.id)
    assert.deepEqual([kept.type, holds(kept.original), isBare(kept.original)], [format, false, true])
  })
test('stores a picture without metadata byte by byte as it came', async () => {
  const sent = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#335577' } })
    .jpeg()
    .toBuffer()
  assert.equal((await doors.category?.(blob(sent)))?.status, 200)
  assert.deepEqual((await newest(a.id)).original, sent)
})
test('finds metadata wherever a file can hold it', async () => {
  const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#335577' } })
  const [jpeg, png, webp] = await Promise.all([
    plain.clone().jpeg().toBuffer(),
    plain.clone().png().toBuffer(),
    plain.clone().webp().toBuffer(),
  ])
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('fffe0006', 'hex'),
    Buffer.from('Fula'),
    jpeg.subarray(2),
  ])
  const behind = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(ARTIST)])
  assert.deepEqual([jpeg, png, webp].map(isBare), [true, true, true])
  assert.deepEqual([comment, behind(jpeg), behind(png), behind(webp)].map(isBare), [false, false, false, false])
})

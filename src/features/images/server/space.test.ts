// Space of a company: bytes of its files, client cards and categories.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { sweepRows } from '#features/platform/server/sweep.ts'
import { hashOf } from '#server/storage.ts'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

const MB = 1_048_576
let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
/** A picture of `SIZE` bytes that no other has: a PNG of 99 × 100 random pixels that are not compressed. */
function aPhoto(): Buffer {
  const rows = Array.from({ length: 100 }, () => Buffer.concat([Buffer.of(0), randomBytes(3 * 99)]))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000063000000640802000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const SIZE = aPhoto().length
const send = (c: Company, bytes: Buffer, more: Record<string, string> = {}) =>
  t.call('POST', '/api/v2/images/add_image_to_product', {
    token: c.admin.token,
    form: { ...more, image: new Blob([new Uint8Array(bytes)]) },
  })
const usedBy = async (c: Company) =>
  Number(
    (await t.owner.query('select file_bytes from company_counters where company_id = $1', [c.id])).rows[0].file_bytes,
  )
/** Leaves room for this many photos of `SIZE`. */
const leaveRoom = (c: Company, photos: number) =>
  t.owner.query('update company_counters set file_bytes = $2 where company_id = $1', [c.id, MB - photos * SIZE])
const small = (more: object = {}) => aCompany(t, { max_files_mb: 1, ...more })
const statuses = (answers: { status: number }[]) => answers.map((r) => r.status).toSorted((x, y) => x - y)
const photosOf = async (c: Company) =>
  Number((await t.owner.query('select count(*) from files where company_id = $1', [c.id])).rows[0].count)

test('of 50 photos at once no more comes in than there is space for', async () => {
  const c = await small()
  await leaveRoom(c, 10)
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(c, aPhoto())))
  const refused = answers.filter((r) => r.status !== 200)
  assert.deepEqual([answers.length - refused.length, await photosOf(c), await usedBy(c)], [10, 10, MB])
  assert.deepEqual(
    [...new Set(refused.map((r) => [r.status, r.body.code, r.body.plan, r.body.message].join(' | ')))],
    [
      '409 | plan_limit | Profissional | Seu plano guarda 1 MB de arquivos e não cabe mais este. Apague fotos que não usa mais. O plano Profissional guarda 15 GB.',
    ],
  )
})
test('twin: without the count 12 photos pass a limit of 10', async () => {
  const c = await small()
  await leaveRoom(c, 10)
  await t.owner.query('alter table files disable trigger file_bytes')
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(c, aPhoto())))
  await t.owner.query('alter table files enable trigger file_bytes')
  assert.deepEqual(statuses(answers), Array(12).fill(200))
})
test('a photo that does not fit is on no disk; one that is deleted gives its bytes back', async () => {
  const c = await small()
  await leaveRoom(c, 1)
  const first = aPhoto()
  const kept = await send(c, first)
  assert.equal(kept.status, 200, JSON.stringify(kept.body))
  assert.equal((await send(c, first)).status, 200, 'the same bytes are the same file')
  const other = aPhoto()
  assert.equal((await send(c, other)).status, 409)
  const onDisk = (bytes: Buffer) => existsSync(t.kit.storage.path(`${hashOf(bytes)}-original.png`))
  assert.deepEqual([onDisk(first), onDisk(other)], [true, false])
  const { rows } = await t.owner.query('select id from files where company_id = $1', [c.id])
  const gone = await t.call('DELETE', `/api/v2/media/${rows[0].id}`, { token: c.admin.token })
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  assert.equal((await send(c, other)).status, 200)
})
test('an original is kept at 2,560 px at most, and counts as it is kept', async () => {
  const c = await aCompany(t)
  const noise = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#204060' } })
    .withExif({ IFD0: { Artist: 'Ana Prado' } })
    .jpeg({ quality: 100 })
    .toBuffer()
  assert.equal((await send(c, noise)).status, 200)
  const { rows } = await t.owner.query('select hash, bytes, width, height from files where company_id = $1', [c.id])
  const stored = await t.kit.storage.read(`${rows[0].hash}-original.jpeg`)
  const meta = await sharp(stored).metadata()
  assert.deepEqual([rows[0].width, rows[0].height, meta.width, meta.exif], [2560, 640, 2560, undefined])
  assert.deepEqual([rows[0].bytes, await usedBy(c)], [stored.length, stored.length])
})
test('photos that nothing shows go after their days; what is shown stays', async () => {
  const c = await aCompany(t)
  const product = await aProduct(t, c)
  await send(c, aPhoto(), { product_id: String(product.id) })
  assert.equal((await order(t, c, c.client.token, aCart([{ product_id: product.id, quantity: 1 }]))).status, 201)
  const [loose, pictured] = [aPhoto(), aPhoto()]
  for (const bytes of [loose, pictured]) await send(c, bytes)
  await t.owner.query("insert into categories (company_id, name, image) values ($1, 'Vasos', $2)", [
    c.id,
    `/files/${hashOf(pictured)}.webp`,
  ])
  await t.owner.query("update files set created_at = now() - interval '400 days' where company_id = $1", [c.id])
  const sold = (await t.owner.query('select photo from order_lines where company_id = $1', [c.id])).rows[0].photo
  await t.owner.query('delete from product_images where company_id = $1', [c.id])
  await sweepRows(t.kit, new Date())
  const left = (await t.owner.query('select hash from files where company_id = $1 order by id', [c.id])).rows
  assert.deepEqual(
    left.map((r) => r.hash),
    [/[0-9a-f]{32}/.exec(sold)?.[0], hashOf(pictured)],
  )
  assert.equal(await usedBy(c), 2 * SIZE)
})
test('client cards and categories have an end, from every door at once', async () => {
  await t.owner.query(`create or replace function app.most_cards(max_users_client int) returns bigint
    language sql immutable as 'select case max_users_client when 2 then 20 else 50000 end'`)
  const c = await aCompany(t, { max_users_client: 2 })
  for (let n = 1; n < 16; n++) await aClient(t, c)
  const card = (n: number) =>
    t.call('POST', '/api/v2/clients', {
      token: c.seller.token,
      body: { name: `Cliente ${n}`, phone: `1198888${1000 + n}` },
    })
  const cards = await Promise.all(Array.from({ length: 10 }, (_, n) => card(n)))
  assert.deepEqual(
    statuses(cards),
    [200, 200, 200, 200, 409, 409, 409, 409, 409, 409],
    JSON.stringify(cards.map((r) => r.body)),
  )
  const { message, plan } = cards.find((r) => r.status === 409)?.body ?? {}
  assert.deepEqual(
    [message, plan],
    ['Seu plano tem lugar para 20 cadastros de clientes. O plano Profissional tem lugar para 50.000.', 'Profissional'],
  )
  await t.owner.query(
    "insert into categories (company_id, name) select $1, 'Grupo ' || n from generate_series(1, 999) n",
    [c.id],
  )
  const category = (name: string) => t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name } })
  const both = await Promise.all([category('Vasos'), category('Pratos')])
  assert.deepEqual(statuses(both), [200, 409])
  const full = both.find((r) => r.status === 409)?.body
  assert.equal(full.message, 'Cabem até 1.000 categorias. Apague as que não usa mais.')
})
test('admin and operator see what is used; the operator sets another space', async () => {
  const c = await small()
  await send(c, aPhoto())
  const shown = async () =>
    (await t.call('GET', '/api/v2/subscription/', { token: c.admin.token })).body.data.space as Record<string, number>
  assert.deepEqual(await shown(), { files_mb: 1, max_files_mb: 1, cards: 1, max_cards: 50_000, categories: 0 })
  const { token } = await aPerson(t, null, 0)
  const url = `/api/v1/companies/${c.id}`
  assert.equal((await t.call('PUT', url, { token, body: { max_files_mb: '-1' } })).status, 422)
  assert.equal((await t.call('PUT', url, { token, body: { max_files_mb: '2048' } })).status, 200)
  const read = (await t.call('GET', url, { token })).body.data
  assert.deepEqual([read.max_files_mb, read.usage.files_mb, (await shown()).max_files_mb], [2048, 1, 2048])
  assert.equal(
    (await t.call('PUT', url, { token: c.admin.token, body: { max_files_mb: '9' } })).body.data?.max_files_mb,
    2048,
  )
  assert.equal((await t.call('GET', url, { token: c.client.token })).body.data.max_files_mb, undefined)
})

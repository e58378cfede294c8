// Originals of before decision 0125: their metadata goes, their addresses stay, and pictures of persons get names of their own.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { hashOf } from '#server/storage.ts'
import {
  aCompany,
  type Company,
  newCart,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
  untilIdle,
} from '../../../../test/kit.ts'
import { isBare } from './metadata.ts'
import { platformTasks } from './strip.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  await t.jobs()
})
after(() => t.close())
let drawn = 0
/** A picture with an artist, stored with its row as releases of before did; answers its hash. */
async function anOld(company: Company, more: { person?: boolean } = {}): Promise<string> {
  const bytes = await sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: { r: (++drawn * 41) % 256, g: 90, b: (drawn * 97) % 256 },
    },
  })
    .withExif({ IFD0: { Artist: 'Fulana de Tal' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 11/1 0/1' } })
    .jpeg()
    .toBuffer()
  assert.ok(bytes.includes('Fulana'))
  const hash = hashOf(bytes)
  await t.kit.storage.put(`${hash}-original.jpeg`, bytes)
  await t.owner.query(
    `insert into files (company_id, hash, type, bytes, width, height, ready, person)
     values ($1, $2, 'jpeg', $3, 60, 40, true, $4)`,
    [company.id, hash, bytes.length, more.person ?? false],
  )
  return hash
}
const strip = () => platformTasks.strip_pictures?.run(t.kit)
const original = (hash: string, type = 'jpeg') => t.kit.storage.read(`${hash}-original.${type}`)
const rowOf = async (hash: string) =>
  (await t.owner.query('select person, stripped, bytes, type from files where hash = $1', [hash])).rows[0]

test('strips an original once, under the same name, also one that two companies have', async () => {
  const hash = await anOld(a)
  const b = await aCompany(t)
  await t.owner.query(
    `insert into files (company_id, hash, type, bytes, ready) select $1, hash, type, bytes, ready from files where hash = $2`,
    [b.id, hash],
  )
  await strip()
  const bare = await original(hash)
  assert.equal(isBare(bare), true)
  const { rows } = await t.owner.query('select stripped, type from files where hash = $1', [hash])
  assert.deepEqual(rows, Array(2).fill({ stripped: true, type: 'jpeg' }))
  await strip()
  assert.deepEqual(await original(hash), bare)
})
test('continues after a stop, and past a picture that cannot be read', async () => {
  const [first, broken, last] = [await anOld(a), await anOld(a), await anOld(a)]
  await t.kit.storage.put(`${broken}-original.jpeg`, Buffer.from('not a picture'))
  const { storage } = t.kit
  const { put } = storage
  storage.put = async (name, bytes) => {
    if (name.startsWith(first)) throw new Error('storage is away')
    await put(name, bytes)
  }
  await assert.rejects(async () => strip(), /storage is away/)
  storage.put = put
  assert.deepEqual([(await rowOf(first)).stripped, (await rowOf(last)).stripped], [false, true])
  await strip()
  assert.deepEqual([isBare(await original(first)), isBare(await original(last))], [true, true])
  assert.equal((await rowOf(broken)).stripped, true)
})
test('a portrait and a photo of a conversation get private names, and their public files go', async () => {
  const [portrait, photo] = [await anOld(a, { person: true }), await anOld(a, { person: true })]
  const conversation = `/api/v2/companies/${a.id}/conversations/cliente/${a.client.id}`
  const said = await t.call('POST', conversation, { token: a.client.token, body: { key: newCart(), text: 'Chegou.' } })
  await t.owner.query('update users set profile_pic = $2 where id = $1', [a.client.id, `/files/${portrait}.webp`])
  await t.owner.query('update messages set photo = $2 where id = $1', [said.body.data.id, `/files/${photo}.webp`])
  await strip()
  await untilIdle(t)
  const user = (await t.call('GET', `/api/v1/users/${a.client.id}`, { token: a.client.token })).body.data
  const [message] = (await t.call('GET', conversation, { token: a.admin.token })).body.data.messages
  for (const address of [user.profile_pic, message.photo]) {
    assert.match(address, /^\/files\/p[0-9a-f]{31}\.\w+\.\w+\.webp$/)
    assert.equal((await t.call('GET', address)).headers['content-type'], 'image/webp')
  }
  for (const hash of [portrait, photo]) {
    assert.equal(await rowOf(hash), undefined)
    await until(async () => !existsSync(t.kit.storage.path(`${hash}-original.jpeg`)))
  }
})
test('a picture that library and portrait share stays public as a photo and becomes private as a portrait', async () => {
  const c = await aCompany(t)
  const hash = await anOld(c)
  await t.owner.query('update users set profile_pic = $2 where id = $1', [c.client.id, `/files/${hash}.webp`])
  await t.owner.query(`insert into categories (company_id, name, image) values ($1, 'Barro', $2)`, [
    c.id,
    `/files/${hash}.webp`,
  ])
  await strip()
  await untilIdle(t)
  assert.deepEqual([(await rowOf(hash)).person, isBare(await original(hash))], [false, true])
  const { profile_pic } = (await t.call('GET', `/api/v1/users/${c.client.id}`, { token: c.client.token })).body.data
  assert.match(profile_pic, /^\/files\/p/)
  assert.equal((await t.call('GET', profile_pic)).status, 200)
})

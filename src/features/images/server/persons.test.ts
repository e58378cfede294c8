// Pictures of persons: answered to the readers of the portrait or the conversation only, and gone with what showed them.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  type Answer,
  aCompany,
  aPerson,
  aVisitor,
  type Company,
  newCart,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
  untilIdle,
} from '../../../../test/kit.ts'

const HOUR = 3_600_000
const ADDRESS = /^\/files\/(p[0-9a-f]{31})\.[0-9a-z]+\.[0-9a-f]{32}\.webp$/
let t: TestApp
let a: Company
let b: Company
let otherClient: Person
let otherSeller: Person
let visitor: string
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
  otherClient = await aPerson(t, a.id, 3)
  otherSeller = await aPerson(t, a.id, 2)
  visitor = await aVisitor(t, a)
  await t.jobs()
})
after(() => t.close())
let drawn = 0
const photo = async () =>
  new Blob([
    new Uint8Array(
      await sharp({
        create: {
          width: 60,
          height: 40,
          channels: 3,
          background: { r: (++drawn * 41) % 256, g: 20, b: (drawn * 97) % 256 },
        },
      })
        .jpeg()
        .toBuffer(),
    ),
  ])
async function portrait(of: Person, file: Blob, token = of.token): Promise<string> {
  const r = await t.call('PUT', `/api/v1/users/${of.id}`, { token, form: { file } })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  await untilIdle(t)
  return r.body.data.profile_pic
}
const conversation = (of: Person, company = a) => `/api/v2/companies/${company.id}/conversations/cliente/${of.id}`
async function chat(of: Person, image: Blob): Promise<string> {
  const r = await t.call('POST', conversation(of), { token: of.token, form: { key: newCart(), photo: image } })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  await untilIdle(t)
  return r.body.data.photo
}
const get = (url: string, token?: string) => t.call('GET', url, token ? { token } : {})
const nameOf = (address: string) => ADDRESS.exec(address)?.[1] as string
/** Files of a picture that are on the disk. */
const filesOf = (name: string) =>
  readdirSync(dirname(t.kit.storage.path(`${name}-0`))).filter((file) => file.startsWith(name))
const rowsOf = async (name: string) => (await t.owner.query('select 1 from files where hash = $1', [name])).rowCount
async function assertGone(address: string): Promise<void> {
  assert.equal((await get(address)).status, 404)
  assert.equal(await rowsOf(nameOf(address)), 0)
  await until(async () => filesOf(nameOf(address)).length === 0)
}
const assertThere = async (address: string) => {
  const r = await get(address)
  assert.deepEqual([r.status, r.headers['content-type']], [200, 'image/webp'])
  assert.match(String(r.headers['cache-control']), /^private, max-age=\d{1,3}$/)
}

test('answers a portrait under a signed address only, and to no shared cache', async () => {
  const address = await portrait(a.client, await photo())
  assert.match(address, ADDRESS)
  await assertThere(address)
  await assertThere(address.replace('.webp', '-160.webp'))
  const unknown = await get(`/files/p${'0'.repeat(31)}.webp`)
  const name = nameOf(address)
  const [, until, signature] = /\.(\w+)\.(\w+)\.webp$/.exec(address) ?? []
  const other = nameOf(await portrait(otherClient, await photo()))
  for (const wrong of [
    `/files/${name}.webp`,
    `/files/${name}-800.webp`,
    `/files/${name}-share.jpg`,
    `/files/${name}.${until}.${'0'.repeat(32)}.webp`,
    `/files/${name}.${until}0.${signature}.webp`,
    `/files/${other}.${until}.${signature}.webp`,
  ])
    for (const token of [undefined, visitor, otherClient.token, otherSeller.token, a.admin.token, b.admin.token]) {
      const r = await get(wrong, token)
      assert.deepEqual([r.status, r.body], [404, unknown.body], wrong)
    }
})
test('an address is over after two hours, and the same within one', async () => {
  const read = async () => (await get(`/api/v1/users/${a.client.id}`, a.client.token)).body.data.profile_pic
  const address = await read()
  assert.equal(await read(), address)
  t.clock.forward(HOUR)
  assert.notEqual(await read(), address)
  await assertThere(await read())
  t.clock.forward(HOUR)
  assert.equal((await get(address)).status, 404)
  t.clock.forward(-2 * HOUR)
})
test('gives the address of a portrait to its person and the admin only', async () => {
  const own = `/api/v1/users/${a.client.id}`
  for (const token of [a.client.token, a.admin.token])
    assert.match((await get(own, token)).body.data.profile_pic, ADDRESS)
  const listed = (await get('/api/v1/users?limit=100', a.admin.token)).body.data as { profile_pic: string }[]
  assert.ok(listed.some((u) => ADDRESS.test(u.profile_pic)))
  assert.match((await get('/api/v1/auth/me', a.client.token)).body.user.profile_pic, ADDRESS)
  for (const token of [otherClient.token, otherSeller.token, b.admin.token, visitor, undefined]) {
    const r = await get(own, token)
    assert.ok([401, 403, 404].includes(r.status), String(r.status))
    assert.doesNotMatch(JSON.stringify(r.body), /\/files\//)
  }
})
test('gives the address of a photo to the readers of the conversation only', async () => {
  const address = await chat(a.client, await photo())
  await assertThere(address)
  const photos = (r: Answer) => r.body.data.messages.map((m: { photo: string }) => m.photo).filter(Boolean)
  for (const token of [a.client.token, a.admin.token])
    assert.deepEqual(photos(await get(conversation(a.client), token)), [address])
  for (const token of [otherClient.token, otherSeller.token, b.admin.token, b.client.token, visitor, undefined]) {
    const r = await get(conversation(a.client), token)
    assert.ok([401, 403, 404].includes(r.status), String(r.status))
    assert.doesNotMatch(JSON.stringify(r.body), /\/files\//)
  }
})
test('keeps pictures of persons out of the library, and counts their space', async () => {
  const c = await aCompany(t)
  const used = async () =>
    Number(
      (await t.owner.query('select file_bytes from company_counters where company_id = $1', [c.id])).rows[0].file_bytes,
    )
  await portrait(c.client, await photo())
  assert.ok((await used()) > 0)
  for (const only of ['', '?only=unused']) {
    const listed = await get(`/api/v2/media${only}`, c.admin.token)
    assert.deepEqual([listed.status, listed.body.data, listed.body.total], [200, [], 0])
  }
  const { rows } = await t.owner.query('select id from files where company_id = $1', [c.id])
  const id = rows[0].id
  assert.equal((await t.call('DELETE', `/api/v2/media/${id}`, { token: c.admin.token })).status, 409)
  const many = await t.call('POST', '/api/v2/media/delete', { token: c.admin.token, body: { ids: [id] } })
  assert.deepEqual(many.body.data, { deleted: 0, kept: 1, products: 0 })
  const replaced = await t.call('POST', `/api/v2/media/${id}/replace`, {
    token: c.admin.token,
    form: { image: await photo() },
  })
  assert.equal(replaced.status, 404)
})
test('the same bytes as a photo of the catalogue and a portrait: one is public, the other is not', async () => {
  const bytes = await photo()
  const made = await t.call('POST', '/api/v1/categories', {
    token: a.admin.token,
    form: { name: 'Barro', file: bytes },
  })
  const address = await portrait(otherClient, bytes)
  const open = made.body.data.image
  assert.doesNotMatch(open, ADDRESS)
  assert.match(String((await get(open)).headers['cache-control']), /^public/)
  await assertThere(address)
  const elsewhere = await portrait(b.client, bytes)
  assert.notEqual(nameOf(elsewhere), nameOf(address), 'another company has a file of its own')
  await portrait(otherClient, await photo())
  await assertGone(address)
  await assertThere(elsewhere)
  assert.equal((await get(open)).status, 200)
})
test('a portrait that is replaced goes at once, files included; sent twice it stays', async () => {
  const file = await photo()
  const first = await portrait(a.client, file)
  assert.equal(nameOf(await portrait(a.client, file)), nameOf(first))
  await assertThere(first)
  const second = await portrait(a.client, await photo())
  await assertGone(first)
  await assertThere(second)
})
test('an erased client leaves no portrait and no photo', async () => {
  const client = await aPerson(t, a.id, 3)
  const gone = [await portrait(client, await photo()), await chat(client, await photo())]
  const shared = await photo()
  const stays = await chat(otherClient, shared)
  await chat(client, shared)
  const erased = await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: a.admin.token })
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  for (const address of gone) await assertGone(address)
  await assertThere(stays)
})
test('removed staff leave no portrait; a client who is only taken from the list keeps it', async () => {
  const [seller, client] = [await aPerson(t, a.id, 2), await aPerson(t, a.id, 3)]
  const [ofSeller, ofClient] = [await portrait(seller, await photo()), await portrait(client, await photo())]
  for (const { id } of [seller, client])
    assert.equal((await t.call('DELETE', `/api/v1/users/${id}`, { token: a.admin.token })).status, 200)
  await assertGone(ofSeller)
  await assertThere(ofClient)
})
test('removes the files by a job that is tried again after a failure', async () => {
  const address = await portrait(a.client, await photo())
  const { storage } = t.kit
  const { removeAll } = storage
  let failures = 0
  storage.removeAll = async (hash) => {
    if (hash === nameOf(address) && ++failures === 1) throw new Error('storage is away')
    await removeAll(hash)
  }
  await portrait(a.client, await photo())
  await assertGone(address)
  storage.removeAll = removeAll
  assert.equal(failures, 2)
})
test('negative control: without the trigger a replaced portrait stays', async () => {
  const address = await portrait(a.client, await photo())
  await t.owner.query('alter table users disable trigger drop_portrait')
  await portrait(a.client, await photo())
  await t.owner.query('alter table users enable trigger drop_portrait')
  await assertThere(address)
})

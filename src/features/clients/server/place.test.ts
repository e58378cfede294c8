// Where a client is: by hand, by sheet, through merges, until it is erased.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aClient,
  aCompany,
  aPerson,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
const post = (url: string, body: object, token = a.seller.token) => t.call('POST', url, { token, body })
const read = async (id: number, token = a.admin.token) =>
  (await t.call('GET', `/api/v2/clients/${id}`, { token })).body.data
const place = async (id: number) => {
  const { lat, lng } = await read(id)
  return [lat, lng]
}
const CUNHA = { lat: -23.0742, lng: -44.9597 }

test('a seller marks where her client is, with comma or point, changes it and takes it away; the admin reads it', async () => {
  const made = await post('/api/v2/clients', { name: 'Padaria do Alto', lat: '-23,0742', lng: ' -44.9597 ' })
  const { id } = made.body.data
  assert.deepEqual(await place(id), [-23.0742, -44.9597])
  await post(`/api/v2/clients/${id}`, { phone: '12997140000' })
  assert.deepEqual(await place(id), [-23.0742, -44.9597], 'what is not sent stays')
  await post(`/api/v2/clients/${id}`, { lat: '0', lng: '0' }, a.admin.token)
  assert.deepEqual(await place(id), [0, 0])
  await post(`/api/v2/clients/${id}`, { lat: '', lng: '' })
  assert.deepEqual(await place(id), [null, null])
})
test('half a place, or one that is not on the globe, is refused at its field and nothing is kept of it', async () => {
  const id = await aClient(t, a, { name: 'Mercado' })
  for (const [typed, fields] of [
    [{ lat: '91', lng: '181' }, ['lat', 'lng']],
    [{ lat: '-23,5' }, ['lng']],
    [{ lat: 'aqui', lng: '1' }, ['lat']],
    [{ lat: '95' }, ['lat', 'lng']],
  ] as const) {
    const refused = await post(`/api/v2/clients/${id}`, typed)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, fields])
  }
  assert.deepEqual(await place(id), [null, null])
  await assert.rejects(t.owner.query('update users set lat = 1 where id = $1', [id]), /whole_place/)
  await assert.rejects(t.owner.query('update users set lat = 91, lng = 0 where id = $1', [id]), /place_on_the_globe/)
})
test("another seller's client, another company's and a client's own session: nobody marks those", async () => {
  const other = await aPerson(t, a.id, 2)
  const id = await aClient(t, a, { name: 'Da colega', seller_id: other.id })
  assert.equal((await post(`/api/v2/clients/${id}`, CUNHA)).status, 404)
  assert.equal((await post(`/api/v2/clients/${id}`, CUNHA, b.admin.token)).status, 404)
  assert.equal((await post(`/api/v2/clients/${id}`, CUNHA, a.client.token)).status, 403)
  assert.deepEqual(await place(id), [null, null])
})
test('what was marked without a network does not write over what somebody else marked meanwhile', async () => {
  const id = await aClient(t, a, { name: 'Armazém' })
  const queued = { queued: '1', was: JSON.stringify({ lat: '', lng: '' }) }
  await post(`/api/v2/clients/${id}`, { lat: '-20', lng: '-40' }, a.admin.token)
  const refused = await post(`/api/v2/clients/${id}`, { ...CUNHA, ...queued })
  assert.deepEqual([refused.status, refused.body.code, refused.body.fields], [409, 'changed_elsewhere', ['lat', 'lng']])
  const seen = { queued: '1', was: JSON.stringify({ lat: '-20', lng: '-40' }) }
  assert.equal((await post(`/api/v2/clients/${id}`, { ...CUNHA, ...seen })).status, 200)
  assert.deepEqual(await place(id), [-23.0742, -44.9597])
})
test('a card that is merged brings its place where there was none, whole, and takes it back when they come apart', async () => {
  const [stays, gone] = [await aClient(t, a, { name: 'Fica' }), await aClient(t, a, { name: 'Vai', ...CUNHA })]
  const merged = (await post(`/api/v2/clients/${stays}/merge`, { other: gone })).body.data
  assert.deepEqual([merged.lat, merged.lng], [-23.0742, -44.9597])
  const path = `/api/v2/clients/${stays}/merges/${merged.merges[0].id}`
  const apart = (await t.call('DELETE', path, { token: a.seller.token })).body.data
  assert.deepEqual([apart.lat, apart.lng, await place(gone)], [null, null, [-23.0742, -44.9597]])
  const again = (await post(`/api/v2/clients/${stays}/merge`, { other: gone })).body.data
  await post(`/api/v2/clients/${stays}`, { lat: '-20', lng: '-44,9597' })
  await t.call('DELETE', `/api/v2/clients/${stays}/merges/${again.merges[0].id}`, { token: a.seller.token })
  assert.deepEqual(await place(stays), [-20, -44.9597], 'what was marked since stays')
})
test('who is erased leaves no place behind, nor does the card that was merged into it', async () => {
  const [id, merged] = [await aClient(t, a, { name: 'Apagada', ...CUNHA }), await aClient(t, a, CUNHA)]
  await post(`/api/v2/clients/${id}/merge`, { other: merged })
  const done = await post(`/api/v2/users/${id}/anonymise`, {}, a.admin.token)
  assert.equal(done.status, 200)
  const { rows } = await t.owner.query('select lat, lng from users where id = any($1)', [[id, merged]])
  assert.deepEqual(rows, [
    { lat: null, lng: null },
    { lat: null, lng: null },
  ])
})
test('a sheet brings places for new and known clients, says what is none, and is undone; a column that is missing takes none away', async () => {
  const file = (text: string) => ({ kind: 'clients', file: new Blob([text]) })
  const give = (call: string, text: string) =>
    t.call('POST', `/api/v2/xls/${call}`, { token: b.admin.token, form: file(text) })
  const known = await aClient(t, b, { name: 'Empório', client_code: 'E1' })
  const done = await give('apply', 'Nome;Código;Latitude;Longitude\nEmpório;E1;-23,0742;-44,9597\nNova;E2;-22.5;-43\n')
  assert.deepEqual([done.body.data.created, done.body.data.changed], [1, 1])
  const { lat, lng } = await read(known, b.admin.token)
  assert.deepEqual([lat, lng], [-23.0742, -44.9597])
  await give('apply', 'Nome;Código;Cidade\nEmpório;E1;Cunha\n')
  assert.equal((await read(known, b.admin.token)).lat, -23.0742)
  const wrong = await give('apply', 'Nome;Código;Latitude;Longitude\nEmpório;E1;95;10\nOutra;E3;-23;\n')
  assert.deepEqual(
    wrong.body.rows.map((i: { row: number; column: string }) => [i.row, i.column]),
    [
      [2, 'Latitude'],
      [3, 'Longitude'],
    ],
  )
  await t.call('POST', `/api/v2/undos/${done.body.data.undo_id}`, { token: b.admin.token, body: {} })
  assert.equal((await read(known, b.admin.token)).lat, null)
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { aClient, aCompany, aPerson, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const post = (url: string, body: object, token = a.seller.token) => t.call('POST', url, { token, body })
const many = async (name: string) =>
  Number(
    (await t.owner.query('select count(*) from users where company_id = $1 and name = $2', [a.id, name])).rows[0].count,
  )

test('a client sent again under the same key, or ten times at once, is made once and answered each time', async () => {
  const body = { name: 'Doceria Nova', key: randomUUID() }
  const all = await Promise.all(Array.from({ length: 10 }, () => post('/api/v2/clients', body)))
  assert.deepEqual(new Set(all.map((r) => r.status)), new Set([200]))
  assert.equal(new Set(all.map((r) => r.body.data.id)).size, 1)
  assert.equal(all.filter((r) => r.headers['idempotent-replayed'] === 'true').length, 9)
  assert.equal(await many('Doceria Nova'), 1)
})
test('the same key with something else in it, or of somebody else, is refused and tells nothing', async () => {
  const body = { name: 'Empório Sul', key: randomUUID() }
  assert.equal((await post('/api/v2/clients', body)).status, 200)
  const changed = await post('/api/v2/clients', { ...body, name: 'Empório Norte' })
  assert.deepEqual([changed.status, changed.body.code, changed.body.data], [422, 'idempotency_key_reused', undefined])
  assert.equal((await post('/api/v2/clients', body, a.admin.token)).status, 422)
  const b = await aCompany(t)
  assert.equal((await post('/api/v2/clients', body, b.seller.token)).status, 200, 'another company has keys of its own')
  assert.equal(await many('Empório Norte'), 0)
})
test('what was refused is not kept: the same key may be sent again', async () => {
  const key = randomUUID()
  assert.equal((await post('/api/v2/clients', { name: 'X', key })).status, 422)
  assert.equal((await post('/api/v2/clients', { name: 'Xis Burger', key })).status, 200)
})
test('a note that waited does not write over what somebody else wrote meanwhile; sent twice it is written once', async () => {
  const id = await aClient(t, a, { notes: 'Fecha às segundas' })
  const url = `/api/v2/clients/${id}`
  const late = {
    notes: 'Pede às terças',
    was: JSON.stringify({ notes: 'Fecha às segundas' }),
    queued: '1',
    key: randomUUID(),
  }
  assert.equal((await post(url, late)).body.data.notes, 'Pede às terças')
  assert.equal((await post(url, { notes: 'Só à tarde' }, a.admin.token)).status, 200)
  const again = await post(url, late)
  assert.deepEqual([again.status, again.body.data.notes], [200, 'Só à tarde'])
  const other = await post(url, { ...late, key: randomUUID() })
  assert.deepEqual([other.status, other.body.code, other.body.fields], [409, 'changed_elsewhere', ['notes']])
  assert.equal((await t.call('GET', url, { token: a.seller.token })).body.data.notes, 'Só à tarde')
  // What stands there says the same already.
  assert.equal((await post(url, { ...late, notes: 'Só à tarde', key: randomUUID() })).status, 200)
})
test('a key opens nobody’s portfolio: a seller who lost the client is told nothing', async () => {
  const body = { name: 'Mercearia Longe', key: randomUUID() }
  const made = await post('/api/v2/clients', body)
  const other = await aPerson(t, a.id, 2)
  await t.owner.query('update users set seller_id = $2 where id = $1', [made.body.data.id, other.id])
  assert.equal((await post('/api/v2/clients', body)).status, 404)
})
test('twin: without the key an answer that was lost makes two clients', async () => {
  for (let i = 0; i < 2; i++) assert.equal((await post('/api/v2/clients', { name: 'Em Dobro' })).status, 200)
  assert.equal(await many('Em Dobro'), 2)
})

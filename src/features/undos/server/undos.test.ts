import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { aCompany, aPerson, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } } })
  a = await aCompany(t)
})
after(() => t.close())
const list = async (token = a.admin.token) => t.call('GET', '/api/v2/undos', { token })
const prices = (rows: { id: number; price?: string; price2?: string }[], token = a.admin.token) =>
  t.call('POST', '/api/v2/products/prices', { token, body: { rows } })
const undo = (id: number, token = a.admin.token) => t.call('POST', `/api/v2/undos/${id}`, { token, body: {} })
const read = async (id: number) => (await t.call('GET', `/api/v1/products/${id}`, { token: a.admin.token })).body.data

test('what can be undone is listed for a day with who did it, how many rows and until when; undone it leaves the list', async () => {
  const [p, q] = [
    await aProduct(t, a, { name: 'Vaso', price: '10,00' }),
    await aProduct(t, a, { name: 'Jarro', price: '20,00' }),
  ]
  const { undo_id } = (
    await prices([
      { id: p.id, price: '11,00' },
      { id: q.id, price: '21,00' },
    ])
  ).body.data
  const sheet = await t.call('POST', '/api/v2/xls/apply', {
    token: a.admin.token,
    form: { file: new File(['Código;Nome;Preço\nUN-1;Copo;1,00\n'], 'copos.csv') },
  })
  const open = (await list()).body.data
  assert.deepEqual(
    open.map((u: { kind: string; name: string; changed: number }) => [u.kind, u.name, u.changed]),
    [
      ['sheet', 'copos.csv', 1],
      ['products', 'prices', 2],
    ],
  )
  const name = (await t.call('GET', `/api/v1/users/${a.admin.id}`, { token: a.admin.token })).body.data.name
  assert.deepEqual(
    [open[1].id, open[1].who, new Date(open[1].expires_at).getTime() - new Date(open[1].at).getTime()],
    [undo_id, name, 86_400_000],
  )
  assert.equal((await undo(sheet.body.data.undo_id)).status, 200)
  assert.deepEqual(
    (await list()).body.data.map((u: { id: number }) => u.id),
    [undo_id],
  )
  await t.owner.query('update undos set expires_at = $1 where id = $2', [t.clock.now(), undo_id])
  assert.deepEqual((await list()).body.data, [], 'a day later')
  assert.equal((await undo(undo_id)).status, 404)
  assert.equal((await read(p.id)).price, '11,00')
})
test('what somebody changed since is left and named, also where the rest of the row comes back', async () => {
  const [p, q, r] = [
    await aProduct(t, a, { code: 'L-1', name: 'Um', price: '1,00', price2: '1,00' }),
    await aProduct(t, a, { code: 'L-2', name: 'Dois', price: '2,00' }),
    await aProduct(t, a, { code: 'L-3', name: 'Três', price: '3,00' }),
  ]
  const rows = [
    { id: p.id, price: '10,00', price2: '10,00' },
    { id: q.id, price: '20,00' },
    { id: r.id, price: '30,00' },
  ]
  const { undo_id } = (await prices(rows)).body.data
  const second = await aPerson(t, a.id, 1)
  await prices(
    [
      { id: p.id, price: '99,00' },
      { id: q.id, price: '98,00' },
    ],
    second.token,
  )
  assert.deepEqual((await undo(undo_id)).body.data, { restored: 2, kept: 1, left: ['L-1 Um', 'L-2 Dois'] })
  assert.deepEqual(
    [(await read(p.id)).price, (await read(p.id)).price2, (await read(q.id)).price, (await read(r.id)).price],
    ['99,00', '1,00', '98,00', '3,00'],
  )
  assert.equal((await undo(undo_id)).body.code, 'conflict')
})
test('the list is for admins of the company: seller, client and a stranger without a session see none, another company sees nothing of it', async () => {
  const p = await aProduct(t, a, { price: '5,00' })
  await prices([{ id: p.id, price: '6,00' }])
  for (const token of [a.seller.token, a.client.token]) assert.equal((await list(token)).status, 403)
  assert.equal((await t.call('GET', '/api/v2/undos')).status, 401)
  const b = await aCompany(t)
  assert.deepEqual((await list(b.admin.token)).body.data, [])
  assert.equal((await list()).body.data.length, 1 + 1)
})
test('an undone sheet takes the categories along that it made, unless somebody uses them by now', async () => {
  const b = await aCompany(t)
  const token = b.admin.token
  const categories = async () =>
    (await t.call('GET', '/api/v1/categories', { token })).body.data.map((c: { name: string }) => c.name).toSorted()
  await t.call('POST', '/api/v1/categories', { token, body: { name: 'Antiga' } })
  const file = new File(
    ['Código;Nome;Preço;Categoria\nC-1;Copo;1,00;Vidro\nC-2;Cesto;2,00;Palha\nC-3;Vaso;3,00;Antiga\n'],
    'c.csv',
  )
  const done = (await t.call('POST', '/api/v2/xls/apply', { token, form: { file } })).body.data
  assert.deepEqual(await categories(), ['Antiga', 'Palha', 'Vidro'])
  const straw = (await t.call('GET', '/api/v1/categories', { token })).body.data.find(
    (c: { name: string }) => c.name === 'Palha',
  ).id
  await aProduct(t, b, { name: 'Outro cesto', categories: JSON.stringify([straw]) })
  assert.deepEqual((await undo(done.undo_id, token)).body.data, { restored: 3, kept: 0 })
  assert.deepEqual(await categories(), ['Antiga', 'Palha'])
})

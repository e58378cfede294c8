// Erasure and copies go by person: who buys by the link has no card.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  startTestApp,
  type TestApp,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let product: { id: number }
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = await aProduct(t, a)
})
after(() => t.close())

const CPF = '52998224725'
const place = async (form: Record<string, unknown>) => {
  const made = await order(t, a, await aVisitor(t, a), aCart([{ product_id: product.id, quantity: 1 }], form))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.data as { id: number; number: number; receipt_path: string }
}
const of = (id: number, path = '') => `/api/v2/companies/${a.id}/orders/${id}/person${path}`
const asAdmin = (method: 'GET' | 'POST', path: string, body?: object) =>
  t.call(method, path, { token: a.admin.token, ...(body && { body }) })
/** Tables with a word in a row. */
async function where(word: string): Promise<string[]> {
  const { rows } = await t.owner.query(`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const found: string[] = []
  for (const { name } of rows)
    if ((await t.owner.query(`select 1 from ${name} x where x::text ilike $1 limit 1`, [`%${word}%`])).rowCount)
      found.push(name)
  return found
}
const ids = (list: { id: number }[]) => list.map((x) => x.id)

test('an admin erases the person of an order by link, with the orders that match; the receipt ends', async () => {
  const form = { name: 'Quitéria Quaresma', phone: '(11) 91234-0001', document: CPF, description: 'Portão da Quitéria' }
  const one = await place({ ...form, email: 'quiteria@casa.test' })
  const two = await place({ ...form, phone: '(11) 95555-0001', document: '529.982.247-25' })
  const other = await place({ name: 'Outra pessoa', phone: '(11) 91234-0001', document: '11144477735' })
  const left = await place({ name: 'Quem sabe', phone: '+55 11 91234-0001' })
  const seen = (await asAdmin('GET', of(one.id))).body.data
  assert.deepEqual(ids(seen.matches.orders), [two.id, left.id], 'another document is another person')
  assert.deepEqual([seen.orders, ids(seen.open)], [1, [one.id]])
  const copied = await asAdmin('GET', of(one.id, '/data?orders=[]&requests=[]'))
  assert.deepEqual([copied.status, copied.headers['content-type']], [200, 'application/zip'])
  const path = `/api/v1/companies/${a.id}/orders/${one.id}`
  const cancelled = await t.call('PUT', path, {
    token: a.admin.token,
    body: { status: 'cancelado', reason: 'A Quitéria desistiu' },
  })
  assert.equal(cancelled.status, 200)
  await t.owner.query(`insert into integrations (company_id, type, created_at) values ($1, 'omie', now())`, [a.id])
  await t.owner.query(
    `insert into erp_orders (company_id, order_id, integration_id, own_key, status, message)
     select $1, $2, id, 'MST-x', 'recusado', 'Cliente Quitéria Quaresma recusado' from integrations where company_id = $1`,
    [a.id, one.id],
  )
  // An order of the same person arrives after the list was shown: it is not erased unseen.
  const late = await place({ ...form, name: 'Tardia Quaresma', description: '' })
  const body = { orders: [two.id], requests: [] }
  for (const token of [a.seller.token, a.client.token])
    assert.equal((await t.call('POST', of(one.id, '/erase'), { token, body })).status, 403)
  const b = await aCompany(t)
  assert.equal((await t.call('GET', of(one.id), { token: b.admin.token })).status, 404)
  assert.equal((await asAdmin('POST', of(one.id, '/erase'), { orders: [other.id], requests: [] })).status, 409)
  assert.deepEqual(
    (await where('Quitéria')).filter((n) => n === 'orders'),
    ['orders'],
  )
  const erase = () => asAdmin('POST', of(one.id, '/erase'), body)
  assert.deepEqual((await erase()).body.data, { orders: 2 })
  assert.deepEqual((await erase()).body.data, { orders: 2 }, 'twice is once')
  assert.deepEqual([await where('Quitéria'), await where('quiteria@casa')], [[], []])
  const token = one.receipt_path.split('/').pop()
  assert.equal((await t.call('GET', `/api/v2/receipts/${token}`)).status, 404)
  const row = (await asAdmin('GET', path)).body.data
  assert.deepEqual([row.name, row.status], [`Cliente do pedido ${one.number}`, 'cancelado'])
  const again = await asAdmin('POST', `/api/v2/integration/orders/${one.id}/again`)
  assert.deepEqual([again.status, /apagados/.test(again.body.message)], [409, true])
  const note = await t.call('PUT', `/api/v2/companies/${a.id}/orders/${one.id}/note`, {
    token: a.admin.token,
    body: { internal_note: 'Era a Quitéria' },
  })
  assert.equal(note.status, 409)
  const names = await t.owner.query('select name from orders where id = any($1) order by id', [
    [other.id, left.id, late.id],
  ])
  assert.deepEqual(
    names.rows.map((r) => r.name),
    ['Outra pessoa', 'Quem sabe', 'Tardia Quaresma'],
  )
})
test('a card takes along the orders and price requests without card; what is unticked stays', async () => {
  const form = { name: 'Zenaide Zanetti', phone: '(21) 98888-1111' }
  const [mine, unticked] = [await place(form), await place({ ...form, name: 'Homônima' })]
  const request = await t.owner.query(
    `insert into price_requests (company_id, name, phone, asked_at) values ($1, 'Zenaide Zanetti', '21988881111', now())
     returning id::int`,
    [a.id],
  )
  const client = await aPerson(t, a.id, 3, { name: 'Zenaide Zanetti', phone: '21988881111' })
  const seen = (await asAdmin('GET', `/api/v2/users/${client.id}/person`)).body.data
  assert.deepEqual(
    [ids(seen.matches.orders), ids(seen.matches.requests)],
    [[mine.id, unticked.id], [request.rows[0].id]],
  )
  assert.equal((await t.call('GET', `/api/v2/users/${client.id}/person`, { token: a.seller.token })).status, 403)
  const body = { orders: [mine.id], requests: [request.rows[0].id] }
  const erase = () => asAdmin('POST', `/api/v2/users/${client.id}/anonymise`, body)
  assert.deepEqual((await erase()).body.data, { orders: 1 })
  assert.deepEqual((await erase()).body.data, { orders: 1 })
  assert.deepEqual(await where('Zenaide'), [])
  assert.ok((await where('Homônima')).includes('orders'))
})
test('mails of an erased person leave the folder', async () => {
  const made = await place({ name: 'Filomena Fagundes', phone: '(31) 97777-2222' })
  await t.jobs()
  const folder = join(t.kit.config.dataDir, 'mail')
  const files = () =>
    existsSync(folder) ? readdirSync(folder).filter((f) => f.startsWith(`pedido-${a.id}-${made.id}.`)) : []
  await until(async () => files().length > 0)
  assert.equal((await asAdmin('POST', of(made.id, '/erase'), { orders: [], requests: [] })).status, 200)
  await until(async () => files().length === 0)
})

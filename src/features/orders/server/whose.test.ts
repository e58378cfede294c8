// Whose an order is: the client that staff pick, the seller whose link was opened, and with whom its sender may chat.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let b: Company
let other: Person
let mug: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { whatsapp_phone: '1133334444' })
  b = await aCompany(t)
  other = await aPerson(t, a.id, 2, { name: 'Outra Vendedora', phone: '11922223333' })
  mug = (await aProduct(t, a, { name: 'Caneca' })).id
  await t.jobs()
})
after(() => t.close())
const lines = () => [{ product_id: mug, quantity: 1 }]
const stored = async (id: number) => (await t.owner.query('select * from orders where id = $1', [id])).rows[0]
const mailsTo = async (email: string) => (await t.owner.query('select * from mails where recipient = $1', [email])).rows

test("an order that staff send for a client says the client's own data, whatever is sent beside the id; what the client lacks is added", async () => {
  const client = await aPerson(t, a.id, 3, {
    seller_id: a.seller.id,
    name: 'Rute',
    company_name: 'Padaria Pires',
    phone: '11955554444',
    client_code: 'C016',
    document: '',
  })
  const sent = {
    client_id: client.id,
    name: 'Mercado Novo',
    phone: '12988887777',
    email: 'novo@mercado.test',
    client_code: 'C099',
    document: '529.982.247-25',
  }
  for (const staff of [a.seller, a.admin]) {
    const r = await order(t, a, staff.token, aCart(lines(), sent))
    assert.equal(r.status, 201, JSON.stringify(r.body))
    const o = await stored(r.body.data.id)
    assert.deepEqual(
      [o.name, o.phone, o.email, o.client_code, o.document],
      ['Padaria Pires', '11955554444', client.email, 'C016', '52998224725'],
    )
    assert.equal(r.body.data.name, 'Padaria Pires')
  }
  const mine = await t.call('GET', `/api/v1/companies/${a.id}/orders`, { token: client.token })
  assert.deepEqual([...new Set(mine.body.data.map((o: { name: string }) => o.name))], ['Padaria Pires'])
})
test('a client without a phone that rings is asked for one, and refused without', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id, phone: '9999-0000' })
  const send = (phone: string) => order(t, a, a.seller.token, aCart(lines(), { client_id: client.id, name: '', phone }))
  assert.deepEqual(Object.keys((await send('')).body.errors), ['phone'])
  assert.equal((await stored((await send('11988887777')).body.data.id)).phone, '11988887777')
})
test('the seller whose link a client opened has the order, and the own seller is told by mail, once', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id, name: 'Padaria Pires' })
  const seller = (await t.owner.query('select email from users where id = $1', [a.seller.id])).rows[0].email
  const r = await order(t, a, client.token, aCart(lines(), { seller_id: other.id }))
  assert.equal(r.body.data.seller_id, other.id)
  const told = await until(async () => {
    const mails = await mailsTo(seller)
    return mails.length > 0 && mails
  })
  assert.equal(told[0].template, 'portfolio')
  assert.deepEqual([told[0].params.seller, told[0].params.name], ['Outra Vendedora', 'Luciana Prado'])
  // The company's mail goes again; the seller's does not.
  await t.call('POST', `/api/v2/companies/${a.id}/orders/${r.body.data.id}/mail`, { token: a.admin.token })
  await until(async () => (await t.owner.query("select 1 from mails where key like 'pedido-%-de-novo-%'")).rowCount)
  assert.equal((await mailsTo(seller)).length, 1)
})
test("without a link the order is the own seller's, and nobody is told of it; a link that leads to nobody, or to another company, changes nothing", async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const seller = (await t.owner.query('select email from users where id = $1', [a.seller.id])).rows[0].email
  const before = (await mailsTo(seller)).length
  for (const seller_id of [undefined, '', a.seller.id, 999_999, b.seller.id, a.client.id]) {
    const r = await order(t, a, client.token, aCart(lines(), { seller_id }))
    assert.equal(r.body.data?.seller_id, a.seller.id, JSON.stringify(r.body))
  }
  await until(async () => (await t.owner.query('select 1 from orders where mailed_at is null')).rowCount === 0)
  assert.equal((await mailsTo(seller)).length, before)
})
test("a link's seller who is gone hands over to the successor, also for a client of somebody else's", async () => {
  const gone = await aPerson(t, a.id, 2)
  await t.owner.query('update users set active = false, successor_id = $2 where id = $1', [gone.id, other.id])
  const r = await order(t, a, a.client.token, aCart(lines(), { seller_id: gone.id }))
  assert.equal(r.body.data.seller_id, other.id)
  // Who took over may be away, too: their own successor has it, and nobody where there is none.
  const asked = async () =>
    (await order(t, a, a.client.token, aCart(lines(), { seller_id: gone.id }))).body.data.seller_id
  const between = await aPerson(t, a.id, 2, { successor_id: other.id })
  await t.owner.query('update users set active = false where id = $1', [between.id])
  await t.owner.query('update users set successor_id = $2 where id = $1', [gone.id, between.id])
  assert.equal(await asked(), other.id)
  await t.owner.query('update users set active = true, deleted_at = now() where id = $1', [between.id])
  assert.equal(await asked(), other.id)
  await t.owner.query('update users set successor_id = null where id = $1', [between.id])
  assert.equal(await asked(), a.seller.id)
})
test('the order answers with whom its sender may chat: the seller, else the company; nobody where the company does not chat', async () => {
  const visitor = await aVisitor(t, a)
  const cart = aCart(lines(), { seller_id: other.id })
  assert.equal((await order(t, a, visitor, cart)).body.data.chat_phone, '11922223333')
  assert.equal((await order(t, a, visitor, cart)).body.data.chat_phone, '11922223333', 'the same cart again')
  const house = await order(t, a, visitor, aCart(lines()))
  assert.equal(house.body.data.chat_phone, '1133334444')
  const receipt = async (o: { receipt_path: string }) =>
    (await t.call('GET', `/api/v2/receipts/${o.receipt_path.split('/').pop()}`)).body.data.company.chat_phone
  assert.equal(await receipt(house.body.data), '1133334444')
  const silent = await aCompany(t, { whatsapp: false, whatsapp_phone: '1133334444' })
  const p = await aProduct(t, silent)
  const r = await order(t, silent, silent.client.token, aCart([{ product_id: p.id, quantity: 1 }]))
  assert.equal(r.body.data.chat_phone, '')
  assert.equal(await receipt(r.body.data), '')
})
test("the company's own people are not offered a chat with themselves", async () => {
  for (const staff of [a.seller, a.admin])
    assert.equal((await order(t, a, staff.token, aCart(lines(), { client_id: a.client.id }))).body.data.chat_phone, '')
})

// Whose prices an order that is there is judged by, and when they are read (decision 0108).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { pedido_pro: true, price_table_active: true })
})
after(() => t.close())
interface Placed {
  id: number
  product: number
  client: number
  link: string
}
/** An order of one piece; by default a seller's, for a client of table 1, at 8.00. */
async function place(token = a.seller.token, more: Record<string, unknown> = {}, price = '8,00'): Promise<Placed> {
  const product = await aProduct(t, a, { name: 'Caneca', price: '8,00', price2: '20,00', stock: 90_000 })
  const client = await aClient(t, a)
  const whose = token === a.seller.token ? { client_id: client } : { seller_id: a.seller.id }
  const r = await order(t, a, token, aCart([{ product_id: product.id, quantity: 1 }], { ...whose, ...more }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  assert.equal(r.body.data.lines[0].price, price)
  return { id: r.body.data.id, product: product.id, client, link: r.body.data.receipt_path.split('/').pop() }
}
const sql = (text: string, ...values: unknown[]) => t.owner.query(text, values)
const path = (o: Placed) => `/api/v2/companies/${a.id}/orders/${o.id}`
const edit = (o: Placed, quantity: number) =>
  t.call('PUT', `${path(o)}/lines`, { token: a.seller.token, body: { lines: [{ line: 1, quantity }] } })
async function isAbove(o: Placed): Promise<boolean> {
  const r = await t.call('GET', `/api/v1/companies/${a.id}/orders/${o.id}`, { token: a.admin.token })
  return r.body.data.reasons.includes('desconto_acima')
}
async function aQuoteWithRequest(): Promise<Placed> {
  const o = await place(a.seller.token, { quote: 1 })
  const body = { answer: 'ajuste', revision: 1, lines: [{ line: 1, quantity: 700 }] }
  assert.equal((await t.call('PUT', `/api/v2/receipts/${o.link}/quote`, { body })).status, 200)
  return o
}
/** Acts on an order of one piece that give it many more. */
const WRITERS: [string, () => Promise<Placed>, (o: Placed) => ReturnType<TestApp['call']>][] = [
  ['change of items', () => place(), (o) => edit(o, 700)],
  [
    'accepted change',
    aQuoteWithRequest,
    (o) => t.call('POST', `${path(o)}/quote/accept`, { token: a.seller.token, body: { revision: 1 } }),
  ],
]
const CHANGES = [
  'update products set price = 2000 where id = :product',
  'update users set price_table = 2 where id = :client',
  'update users set margin_bp = 9000 where id = :client',
]
/** Lines are written while a change of their prices is not committed yet; answers whether they pass the limit. */
async function duringChange([name, make, write]: (typeof WRITERS)[number], change: string, end: string) {
  const o = await make()
  const changing = await t.owner.connect()
  await changing.query('begin')
  await changing.query('select 1 from company_counters where company_id = $1 for update', [a.id])
  await changing.query(change.replace(':product', String(o.product)).replace(':client', String(o.client)))
  const written = write(o)
  await untilLocked(t.owner)
  // A merge of cards has the company's lock before it takes the orders.
  const held = await changing.query('select 1 from orders where id = $1 for update nowait', [o.id]).then(
    () => false,
    () => true,
  )
  await changing.query(held ? 'rollback' : end)
  changing.release()
  const r = await written
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.equal(held, false, `${name} holds the order while it waits`)
  return isAbove(o)
}
test('lines that wait for a change are judged by the prices that the change wrote', async () => {
  for (const writer of WRITERS)
    for (const change of CHANGES) assert.equal(await duringChange(writer, change, 'commit'), true, writer[0] + change)
})
test('twin: lines that wait for a change that is taken back are judged by the old prices', async () => {
  for (const writer of WRITERS)
    for (const change of CHANGES) assert.equal(await duringChange(writer, change, 'rollback'), false, writer[0])
})
test('two cards become one while lines of their orders change: both go through', async () => {
  for (let n = 0; n < 8; n++) {
    const o = await place()
    const survivor = await aClient(t, a)
    const merging = t.call('POST', `/api/v2/clients/${survivor}/merge`, {
      token: a.admin.token,
      body: { other: o.client },
    })
    const answers = await Promise.all([merging, edit(o, 2 + n)])
    assert.deepEqual(
      answers.map((r) => r.status),
      [200, 200],
      JSON.stringify(answers.map((r) => r.body)),
    )
  }
})
test('an order by link is judged by the prices of the link, as when it was sent', async () => {
  await sql('update users set price_table = 2, margin_bp = 1000 where id = $1', a.public_user)
  const visitor = await aVisitor(t, a)
  const o = await place(visitor, {}, '22,00')
  await sql('update products set price = 90000 where id = $1', o.product)
  await edit(o, 5000)
  assert.equal(await isAbove(o), false)
  await sql('update products set price2 = 9000 where id = $1', o.product)
  await edit(o, 6000)
  assert.equal(await isAbove(o), true)
  await sql('update users set price_table = 1, margin_bp = 0 where id = $1', a.public_user)
})
test('an order of staff without a client is judged by table 1', async () => {
  const product = await aProduct(t, a, { name: 'Copo', price: '8,00', price2: '20,00' })
  const r = await order(t, a, a.seller.token, aCart([{ product_id: product.id, quantity: 1 }]))
  const o = { id: r.body.data.id, product: product.id, client: 0, link: '' }
  await sql('update orders set client_id = null where id = $1', o.id)
  await edit(o, 5000)
  assert.equal(await isAbove(o), false)
  await sql('update products set price = 2000 where id = $1', o.product)
  await edit(o, 6000)
  assert.equal(await isAbove(o), true)
})
test('the order of a client who was switched off or removed keeps the client’s table', async () => {
  for (const gone of ['active = false', 'deleted_at = now()']) {
    const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id, price_table: 2 })
    const o = await place(a.seller.token, { client_id: client.id }, '20,00')
    await sql(`update users set ${gone} where id = $1`, client.id)
    await sql('update products set price = 90000 where id = $1', o.product)
    await edit(o, 5000)
    assert.equal(await isAbove(o), false, gone)
    await sql('update products set price2 = 9000 where id = $1', o.product)
    await edit(o, 6000)
    assert.equal(await isAbove(o), true, gone)
  }
})
test('a renewed offer keeps its currency, and names what is no longer sold', async () => {
  const o = await place(a.seller.token, { quote: 1 })
  await sql(`update users set currency = 'JPY' where id = $1`, o.client)
  await sql('update products set price = 2050 where id = $1', o.product)
  const desk = () => t.call('GET', `${path(o)}/quote`, { token: a.seller.token })
  const [change] = (await desk()).body.data.prices
  assert.deepEqual([change.was, change.now], ['8,00', '20,50'])
  const renew = (revision: number, now: string) =>
    t.call('PUT', `${path(o)}/quote`, {
      token: a.seller.token,
      body: { revision, renew: 1, valid_until: '2026-12-01', prices: [{ line: 1, price: now }] },
    })
  assert.equal((await renew(1, '20,50')).status, 200)
  await sql('update products set active = false where id = $1', o.product)
  const refused = await renew(2, '20,50')
  assert.deepEqual([refused.status, refused.body.code, refused.body.lines[0].name], [422, 'lines_refused', 'Caneca'])
  assert.match(refused.body.message, /Caneca: Este produto não está mais no catálogo/)
})

// Whom staff order for without having picked anybody: a client from then on, once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findSame } from '#features/users/server/index.ts'
import { inCompany } from '#server/db.ts'
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
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let product: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { max_users_client: 1 })
  product = (await aProduct(t, a, { price: '10,00' })).id
})
after(() => t.close())
interface Gate {
  open: () => void
  passed: Promise<void>
}
function gate(): Gate {
  const { resolve, promise } = Promise.withResolvers<void>()
  return { open: resolve, passed: promise }
}
const lines = () => [{ product_id: product, quantity: 1 }]
let serial = 0
const phone = () => `119${String(70_000_000 + ++serial)}`
const clients = async (c = a) =>
  (
    await t.owner.query('select * from users where company_id = $1 and level = 3 and not is_visitor order by id', [
      c.id,
    ])
  ).rows
const send = (token: string, more: Record<string, unknown> = {}) =>
  order(t, a, token, aCart(lines(), { name: 'Mercado Novo', phone: phone(), ...more }))

test('a seller’s order makes the client that it names, in the own portfolio, beyond the limit of those who sign in; a visitor’s makes none', async () => {
  const before = (await clients()).length
  const r = await send(a.seller.token, { document: '529.982.247-25', email: 'novo@mercado.test', client_code: 'M-9' })
  assert.equal(r.status, 201, JSON.stringify(r.body))
  const made = (await clients()).at(-1)
  assert.deepEqual(
    [made.id, made.name, made.document, made.email, made.client_code, made.seller_id].map(String),
    [r.body.data.client_id, 'Mercado Novo', '52998224725', 'novo@mercado.test', 'M-9', a.seller.id].map(String),
  )
  assert.deepEqual([made.price_table, made.margin_bp, made.password_hash], [1, 0, null])
  assert.equal((await send(await aVisitor(t, a))).status, 201)
  assert.equal((await send(a.client.token)).status, 201)
  assert.equal((await clients()).length, before + 1)
})
test('an admin’s order makes a client of the seller whom the order names, or of the house', async () => {
  const chosen = await send(a.admin.token, { seller_id: a.seller.id })
  const house = await send(a.admin.token)
  const all = await clients()
  const seller = (r: typeof house) => all.find((c) => Number(c.id) === r.body.data.client_id)?.seller_id
  assert.deepEqual([Number(seller(chosen)), seller(house)], [a.seller.id, null])
})
test('the same cart twenty times at once: one order and one client; two carts for one new phone: one is asked about', async () => {
  const before = (await clients()).length
  const cart = aCart(lines(), { name: 'Uma vez', phone: phone() })
  const all = await Promise.all(Array.from({ length: 20 }, () => order(t, a, a.seller.token, cart)))
  assert.deepEqual(new Set(all.map((r) => r.body.data?.id)).size, 1)
  assert.deepEqual(
    all.map((r) => r.status).toSorted((x, y) => x - y),
    [...Array.from({ length: 19 }, () => 200), 201],
  )
  assert.equal((await clients()).length, before + 1)
  const same = phone()
  const two = await Promise.all([1, 2].map((n) => send(a.seller.token, { name: `Gêmeo ${n}`, phone: same })))
  assert.deepEqual(
    two.map((r) => r.status).toSorted((x, y) => x - y),
    [201, 409],
  )
  assert.equal((await clients()).length, before + 2)
})
test('two orders at once for the same new client’s document make one client', async () => {
  const before = (await clients()).length
  const two = await Promise.all(
    ['A', 'B'].map((n) => send(a.seller.token, { name: `Loja ${n}`, document: '11.222.333/0001-81' })),
  )
  assert.deepEqual(
    two.map((r) => r.status).toSorted((x, y) => x - y),
    [201, 409],
  )
  const refused = two.find((r) => r.status === 409)
  assert.deepEqual([refused?.body.code, refused?.body.same[0].reason], ['client_exists', 'document'])
  assert.equal((await clients()).length, before + 1)
})
test('twin: without the lock of the company each of two makes the client, so the test above can see', async () => {
  const before = (await clients()).length
  const seller = { level: 2, user_id: a.seller.id }
  // What createClientIn asks and writes, in its order, without waiting for one another.
  const [one, two, oneLooked, twoLooked] = [gate(), gate(), gate(), gate()]
  const make = (mine: Gate, theirs: Gate, looked: Gate, theyLooked: Gate) =>
    inCompany(t.kit.pool, a.id, async (tx) => {
      const document = '27865757000102'
      const { id } = (await tx.first<{ id: number }>`insert into users (company_id, level, name, document, seller_id)
        values (${a.id}, 3, 'Gêmeo', ${document}, ${a.seller.id}) returning id`) as { id: number }
      mine.open()
      await theirs.passed
      assert.deepEqual((await findSame(tx, { document }, seller, id)).found, [])
      // Neither ends before the other has looked.
      looked.open()
      await theyLooked.passed
    })
  await Promise.all([make(one, two, oneLooked, twoLooked), make(two, one, twoLooked, oneLooked)])
  assert.equal((await clients()).length, before + 2)
  const later = await send(a.seller.token, { name: 'Terceira', document: '27.865.757/0001-02' })
  assert.deepEqual([later.status, later.body.same.length], [409, 2])
})
test('somebody who is known is asked about; the answer is the client’s number, or that it is somebody else', async () => {
  const known = phone()
  const first = await send(a.seller.token, { name: 'Padaria Pires', phone: known })
  const cart = aCart(lines(), { name: 'Padaria', phone: `+55 ${known}` })
  const asked = await order(t, a, a.seller.token, cart)
  const client = first.body.data.client_id
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.same],
    [409, 'client_exists', [{ id: client, name: 'Padaria Pires', reason: 'phone' }]],
  )
  const before = (await clients()).length
  const yes = await order(t, a, a.seller.token, { ...cart, client_id: client })
  assert.deepEqual([yes.status, yes.body.data.client_id, yes.body.data.name], [201, client, 'Padaria Pires'])
  assert.equal((await clients()).length, before)
  const other = await send(a.seller.token, { name: 'Vizinha', phone: known, anyway: '1' })
  assert.equal(other.status, 201)
  assert.notEqual(other.body.data.client_id, client)
})
test('of another portfolio nothing is told but that somebody is there, and nothing is stored', async () => {
  const theirs = await aPerson(t, a.id, 2)
  const known = phone()
  await send(theirs.token, { name: 'Loja Secreta', phone: known })
  const before = [(await clients()).length, (await t.owner.query('select count(*)::int as n from orders')).rows[0].n]
  for (const anyway of ['', '1']) {
    const r = await send(a.seller.token, { name: 'Loja', phone: known, anyway })
    assert.deepEqual([r.status, r.body.code, r.body.same], [409, 'client_exists', []])
    assert.doesNotMatch(JSON.stringify(r.body), /Secreta/)
  }
  const after = [(await clients()).length, (await t.owner.query('select count(*)::int as n from orders')).rows[0].n]
  assert.deepEqual(after, before)
})
test('an order that is refused leaves no client', async () => {
  const c = await aCompany(t, { refuse_without_stock: true })
  const scarce = await aProduct(t, c, { stock: '1' })
  const before = (await clients(c)).length
  const short = aCart([{ product_id: scarce.id, quantity: 5 }], { name: 'Ninguém', phone: phone() })
  assert.equal((await order(t, c, c.seller.token, short)).body.code, 'sem_estoque')
  const gone = aCart([{ product_id: 999_999, quantity: 1 }], { name: 'Ninguém', phone: phone() })
  assert.equal((await order(t, c, c.seller.token, gone)).body.code, 'lines_refused')
  assert.equal((await clients(c)).length, before)
})

// Whose order it is when staff send order_cart without client_id (DECISIONS *Whose order is it*).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCard, findSame } from '#features/users/server/index.ts'
import { inCompany } from '#server/db.ts'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  newCart,
  order,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../../test/kit.ts'

let t: TestApp
let a: Company
let product: number
let colleague: Person
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { max_users_client: 1 })
  product = (await aProduct(t, a, { price: '10,00' })).id
  colleague = await aPerson(t, a.id, 2)
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

/** The call as section 7 of the specification writes it: multipart, exactly its fields. */
const bare = (by: Person, more: Record<string, string> = {}) =>
  t.call('POST', `/api/v2/companies/${a.id}/order_cart`, {
    token: by.token,
    form: {
      name: 'Padaria Pires',
      email: '',
      client_code: '',
      phone: '',
      description: '',
      seller_id: String(a.seller.id),
      cart_id: newCart(),
      product_json: JSON.stringify(lines()),
      currency: 'BRL',
      ...more,
    },
  })
const mine = (more: Record<string, unknown> = {}) => aClient(t, a, { phone: phone(), ...more })
const theirs = (more: Record<string, unknown> = {}) => mine({ seller_id: colleague.id, ...more })
const reasonsOf = async (id: number) =>
  (await t.owner.query('select reasons from orders where id = $1', [id])).rows[0].reasons as string[]
/** Whose it became, and the reasons stored. */
const whose = async (by: Person, more: Record<string, string>) => {
  const r = await bare(by, { phone: phone(), ...more })
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return [r.body.data.client_id, await reasonsOf(r.body.data.id)]
}

test('stores a second order for the same person, for seller and admin, everything equal', async () => {
  for (const by of [a.seller, a.admin]) {
    const person = { name: 'Zé da Esquina', email: `ze${by.id}@esquina.test`, client_code: `Z${by.id}`, phone: phone() }
    const before = (await clients()).length
    const first = await bare(by, person)
    for (const r of [first, await bare(by, person), await bare(by, person)])
      assert.deepEqual([r.status, r.body.data?.client_id], [201, first.body.data.client_id])
    assert.equal((await clients()).length, before + 1)
  }
})
test('the first key that matches decides: code, document, e-mail, phone', async () => {
  const typed = {
    client_code: 'cod-77',
    document: '390.533.447-05',
    email: 'Quatro@Chaves.test',
    phone: '+55 (12) 98888-0001',
  }
  const stored = [
    { client_code: 'COD-77' },
    { document: '39053344705' },
    { email: 'quatro@chaves.test' },
    { phone: '5512988880001' },
  ]
  const ids = []
  for (const key of stored) ids.push(await mine(key))
  for (const [i, key] of Object.keys(typed).entries()) {
    assert.deepEqual(await whose(a.seller, { [key]: Object.values(typed)[i] as string }), [ids[i], []], key)
    // Later keys name others: the first one decides all the same, and the admin is told.
    const rest = Object.fromEntries(Object.entries(typed).slice(i))
    assert.deepEqual(await whose(a.seller, rest), [ids[i], i < 3 ? ['cliente_ambiguo'] : []], key)
  }
})
test('of several by one key the one who ordered last has it, else the newest card', async () => {
  const shared = phone()
  const [one, two] = [await mine({ phone: shared }), await mine({ phone: shared })]
  assert.deepEqual(await whose(a.seller, { phone: shared }), [two, ['cliente_ambiguo']])
  assert.equal((await order(t, a, a.seller.token, aCart(lines(), { client_id: one }))).status, 201)
  assert.deepEqual(await whose(a.seller, { phone: shared }), [one, ['cliente_ambiguo']])
  await t.owner.query("update orders set status = 'cancelado' where client_id = $1", [one])
  assert.deepEqual(
    await whose(a.seller, { phone: shared }),
    [two, ['cliente_ambiguo']],
    'what was cancelled is no order',
  )
})
test('a match buys at its own prices and is blocked like any client', async () => {
  const code = 'PRECO-1'
  const id = await mine({ client_code: code, margin_bp: 5000, company_name: 'Mercado Caro' })
  const r = await bare(a.seller, { client_code: code, phone: phone() })
  assert.deepEqual([r.body.data.total, r.body.data.name, r.body.data.client_id], ['15,00', 'Mercado Caro', id])
  await t.owner.query('update users set blocked = true where id = $1', [id])
  const refused = await bare(a.seller, { client_code: code, phone: phone() })
  assert.deepEqual([refused.status, refused.body.code], [409, 'client_blocked'])
})
test('a circle is the own portfolio, without the house; an admin’s is the company', async () => {
  const [known, house] = [phone(), phone()]
  const [other, unsold] = [await theirs({ phone: known }), await mine({ phone: house, seller_id: null })]
  for (const [number, id] of [
    [known, other],
    [house, unsold],
  ] as const) {
    assert.deepEqual(await whose(a.admin, { phone: number }), [id, []])
    const [made, reasons] = await whose(a.seller, { phone: number })
    assert.notEqual(made, id)
    assert.deepEqual(reasons, ['cliente_de_outra_carteira'])
    // From now on it is in the circle.
    assert.deepEqual(await whose(a.seller, { phone: number }), [made, []])
  }
  assert.deepEqual((await whose(a.seller, {}))[1], [], 'negative control: nobody knows the person')
})
test('the words that forms make of nothing name nobody', async () => {
  const none = { email: 'null', client_code: 'null', description: 'null', document: 'undefined' }
  const [one, two] = [
    await bare(a.seller, { ...none, phone: phone() }),
    await bare(a.seller, { ...none, phone: phone() }),
  ]
  assert.deepEqual([one.status, two.status], [201, 201], JSON.stringify(one.body))
  assert.notEqual(one.body.data.client_id, two.body.data.client_id)
  const { email, client_code, description, document } = one.body.data
  assert.deepEqual([email, client_code, description, document], ['', '', '', ''])
})
test('an inactive card is nobody whom staff order for', async () => {
  const number = phone()
  const gone = await mine({ phone: number, active: false })
  const [made, reasons] = await whose(a.seller, { phone: number })
  assert.notEqual(made, gone)
  assert.deepEqual(reasons, [])
})
test('an e-mail of another user is kept on the card, and signs in nobody by it', async () => {
  const owner = await aPerson(t, a.id, 3, { seller_id: colleague.id })
  for (const email of [owner.email, colleague.email, a.admin.email]) {
    const [id] = await whose(a.seller, { email: email.toUpperCase() })
    const card = (await t.call('GET', `/api/v2/clients/${id}`, { token: a.seller.token })).body.data
    assert.deepEqual([card.email, card.signs_in], [email, false])
    const found = await t.owner.query('select user_id::int from app.find_accounts($1, null)', [email])
    assert.ok(found.rows.length === 1 && found.rows[0].user_id !== id, 'the sign-in finds its owner alone')
    const password = await t.call('POST', `/api/v1/users/${id}`, {
      token: a.admin.token,
      body: { _method: 'PUT', password: 'outra-senha-boa' },
    })
    assert.deepEqual([password.status, password.body.code], [409, 'email_taken'])
    // Found again by it.
    assert.deepEqual(await whose(a.seller, { email }), [id, []])
    // What is not about the e-mail is changed as ever.
    const noted = { _method: 'PUT', name: 'Outro nome', email }
    assert.equal((await t.call('POST', `/api/v1/users/${id}`, { token: a.admin.token, body: noted })).status, 200)
  }
  const own = await t.call('POST', '/api/v1/auth/login', { body: { email: owner.email, password: 'segredo-de-teste' } })
  assert.equal(own.body.user.id, owner.id)
})
test('the database refuses a sign-in by a shared e-mail', async () => {
  const id = await mine({ email: a.seller.email, shared_email: true })
  const hash = t.owner.query("update users set password_hash = 'x' where id = $1", [id])
  await assert.rejects(hash, /shared_email_is_no_sign_in/)
  await assert.rejects(t.owner.query('update users set shared_email = false where id = $1', [id]), /users_email/)
})
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
test('the same cart twenty times at once is one order and one client; two carts for one new phone are one client', async () => {
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
    two.map((r) => r.status),
    [201, 201],
  )
  assert.equal(new Set(two.map((r) => r.body.data.client_id)).size, 1)
  assert.equal((await clients()).length, before + 2)
})
test('two orders at once for the same new client’s document make one client', async () => {
  const before = (await clients()).length
  const two = await Promise.all(
    ['A', 'B'].map((n) => send(a.seller.token, { name: `Loja ${n}`, document: '11.222.333/0001-81' })),
  )
  assert.deepEqual(
    two.map((r) => r.status),
    [201, 201],
  )
  assert.equal(new Set(two.map((r) => r.body.data.client_id)).size, 1)
  assert.equal((await clients()).length, before + 1)
})
test('negative control: without the lock each of two makes a card', async () => {
  const before = (await clients()).length
  const seller = { level: 2, user_id: a.seller.id }
  const typed = { document: '27865757000102' }
  // What an order looks for and writes, in its order, without waiting for the other one.
  const [one, two] = [gate(), gate()]
  const make = (mine: Gate, theirs: Gate) =>
    inCompany(t.kit.pool, a.id, async (tx) => {
      const same = await findSame(tx, typed, seller)
      mine.open()
      await theirs.passed
      assert.deepEqual(same.found, [])
      await createCard(tx, a.id, { name: 'Gêmeo', ...typed }, seller, same)
    })
  await Promise.all([make(one, two), make(two, one)])
  assert.equal((await clients()).length, before + 2)
})
test('`anyway` makes a card beside those that match, the e-mail of one of them kept', async () => {
  const known = { phone: phone(), email: 'vizinha@rua.test' }
  const [first] = await whose(a.seller, known)
  const r = await send(a.seller.token, { name: 'Vizinha', ...known, anyway: '1' })
  assert.deepEqual([r.status, r.body.data.email], [201, known.email])
  assert.notEqual(r.body.data.client_id, first)
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

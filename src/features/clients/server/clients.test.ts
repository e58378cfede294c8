import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient as makeClient,
  aCompany,
  aPerson,
  aProduct,
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
  a = await aCompany(t)
  product = (await aProduct(t, a, { name: 'Vaso' })).id
})
after(() => t.close())
const get = (url: string, token = a.seller.token) => t.call('GET', url, { token })
const post = (url: string, body: object, token = a.seller.token) => t.call('POST', url, { token, body })
const names = (r: { body: { data: { name: string; company_name: string }[] } }) =>
  r.body.data.map((c) => c.company_name || c.name)
const aClient = (more: Record<string, unknown> = {}) => makeClient(t, a, more)
const orderFor = async (client_id: number, lines = [{ product_id: product, quantity: 2 }], token = a.seller.token) =>
  order(t, a, token, aCart(lines, { client_id }))
const onDay = (id: number, day: string) =>
  t.owner.query("update orders set received_at = ($2 || 'T12:00:00-03')::timestamptz where id = $1", [id, day])

test('who ordered last stands first, with days since against the usual interval; what was cancelled does not count', async () => {
  const [quiet, often, never] = [
    await aClient({ company_name: 'Quieta' }),
    await aClient({ company_name: 'Constante', address: { city: 'Cunha' } }),
    await aClient({ company_name: 'Nova' }),
  ]
  for (const [client, day] of [
    [often, '2026-10-01'],
    [often, '2026-10-08'],
    [often, '2026-10-18'],
    [often, '2026-11-10'],
    [quiet, '2026-11-01'],
  ] as const)
    await onDay((await orderFor(client)).body.data.id, day)
  const gone = (await orderFor(quiet)).body.data.id
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${gone}`, {
    token: a.seller.token,
    body: { status: 'cancelado' },
  })
  const list = await get('/api/v2/clients')
  assert.deepEqual(names(list).slice(0, 3), ['Constante', 'Quieta', 'Nova'])
  const figures = (c: Record<string, unknown>) => [c.days_since, c.interval_days, c.city, c.id]
  assert.deepEqual(list.body.data.slice(0, 3).map(figures), [
    [11, 10, 'Cunha', often],
    [20, null, '', quiet],
    [null, null, '', never],
  ])
  assert.equal(list.body.data[0].last_order_at, '2026-11-10T15:00:00.000Z')
  assert.deepEqual(names(await get('/api/v2/clients?order=late')).slice(0, 1), ['Constante'])
  assert.deepEqual(names(await get('/api/v2/clients?order=name')).slice(0, 3), ['Constante', 'Nova', 'Pessoa 4'])
})
test('a client is found by pieces of name, company, city, code, document, phone and e-mail, and with one slip', async () => {
  const id = await aClient({
    name: 'Conceição Araújo',
    company_name: 'Padaria Pires',
    client_code: 'CL-0042',
    document: '12ABC34501DE35',
    phone: '5512997142208',
    email: 'contato@pires.test',
    address: { city: 'São Luís do Paraitinga' },
  })
  for (const words of [
    'padaria',
    'pires conc',
    'CONCEICAO',
    'adari',
    'padraia',
    'paraitinga',
    'cl-0042',
    'cl0042',
    '12.ABC.345/01DE-35',
    '(12) 99714-2208',
    '97142208',
    'contato@pires',
  ])
    assert.deepEqual(
      (await get(`/api/v2/clients?name=${encodeURIComponent(words)}`)).body.data.map((c: { id: number }) => c.id),
      [id],
      words,
    )
  assert.equal((await get('/api/v2/clients?name=ninguemtemestenome')).body.total, 0)
})
test('what a client usually buys: medians of quantities, products that are gone left out, last orders whole', async () => {
  const client = await aClient({ company_name: 'De costume' })
  const [gone, varied] = [await aProduct(t, a), await aProduct(t, a)]
  const other = await aPerson(t, a.id, 2)
  const quantities = [6, 12, 8]
  const days = ['2026-09-01', '2026-09-15', '2026-10-05']
  for (const [i, quantity] of quantities.entries()) {
    const lines = [{ product_id: product, quantity }, ...(i === 0 ? [{ product_id: gone.id, quantity: 1 }] : [])]
    if (i > 0) lines.push({ product_id: varied.id, quantity: i })
    await onDay((await orderFor(client, lines)).body.data.id, days[i] as string)
  }
  await t.call('DELETE', `/api/v1/products/${gone.id}`, { token: a.admin.token })
  const habits = (await get(`/api/v2/clients/${client}/habits`)).body.data
  assert.deepEqual(
    habits.usual.map((u: Record<string, unknown>) => [u.product_id, u.quantity, u.times]),
    [
      [product, 8, 3],
      [varied.id, 2, 2],
    ],
  )
  assert.deepEqual([habits.interval_days, habits.last_at], [17, '2026-10-05T15:00:00.000Z'])
  assert.deepEqual(
    habits.last_orders.map((o: { items: object[]; total: string }) => [o.items.length, o.total]),
    [
      [2, '100,00'],
      [2, '130,00'],
      [2, '70,00'],
    ],
  )
  // Another seller's portfolio now: what the client buys is known, the orders stay their seller's.
  await post('/api/v2/clients/move', { ids: [client], seller_id: other.id }, a.admin.token)
  const theirs = (await get(`/api/v2/clients/${client}/habits`, other.token)).body.data
  assert.deepEqual([theirs.usual.length, theirs.last_orders], [2, []])
  assert.equal((await get(`/api/v2/clients/${client}/habits`)).status, 404)
})
test('names a known client within the reader’s circle only, and asks before another card is made', async () => {
  const theirs = await aPerson(t, a.id, 2)
  const mine = await aClient({
    company_name: 'Minha',
    document: '52998224725',
    phone: '5511977776666',
    client_code: 'MI-1',
  })
  const secret = { company_name: 'Segredo de outra', document: '11222333000181', seller_id: theirs.id }
  const other = await aClient(secret)
  const same = async (query: string, token = a.seller.token) =>
    (await get(`/api/v2/clients/same?${query}`, token)).body.data
  const found = { id: mine, name: 'Minha', reason: 'document' }
  assert.deepEqual(await same('document=529.982.247-25'), { found: [found] })
  assert.deepEqual(await same('phone=(11)%2097777-6666'), { found: [{ ...found, reason: 'phone' }] })
  assert.deepEqual(await same('client_code=mi-1'), { found: [{ ...found, reason: 'client_code' }] })
  assert.deepEqual(await same(`document=52998224725&except=${mine}`), { found: [] })
  assert.deepEqual(await same('document=11.222.333/0001-81'), { found: [] })
  assert.equal((await same('document=11222333000181', a.admin.token)).found[0].name, 'Segredo de outra')
  const made = await post('/api/v2/clients', { name: 'Copia', document: '11222333000181' })
  assert.equal(made.status, 200, 'another portfolio’s client is no reason to refuse')
  assert.notEqual(made.body.data.id, other)
  const mail = await post('/api/v2/clients', { name: 'Copia', email: a.client.email })
  assert.deepEqual([mail.status, mail.body.same[0].reason], [409, 'email'])
  const shared = await post('/api/v2/clients', { name: 'Copia', email: a.client.email, anyway: '1' })
  assert.deepEqual([shared.status, shared.body.data.email, shared.body.data.signs_in], [200, a.client.email, false])
  const asked = await post('/api/v2/clients', { name: 'Minha Filial', document: '52998224725' })
  assert.deepEqual([asked.status, asked.body.same], [409, [found]])
  const branch = await post('/api/v2/clients', { name: 'Minha Filial', document: '52998224725', anyway: '1' })
  assert.equal(branch.status, 200)
})
test('the first order of a card that was made beside another portfolio’s tells the admin', async () => {
  const theirs = await aPerson(t, a.id, 2)
  await aClient({ phone: '11966665555', seller_id: theirs.id })
  const made = (await post('/api/v2/clients', { name: 'Também minha', phone: '11966665555' })).body.data.id
  const reasons = async () => {
    const { id, reasons } = (await orderFor(made)).body.data
    const read = (await get(`/api/v1/companies/${a.id}/orders/${id}`, a.admin.token)).body.data.reasons
    return [reasons, read]
  }
  assert.deepEqual(await reasons(), [[], ['cliente_de_outra_carteira']])
  assert.deepEqual(await reasons(), [[], []], 'the second one')
})
test('a seller learns of no other user by changing an e-mail, and changes none that signs in', async () => {
  const theirs = await aPerson(t, a.id, 3)
  const mine = await aClient()
  const card = `/api/v2/clients/${mine}`
  for (const email of [theirs.email, a.client.email, 'livre@ninguem.test']) {
    const r = await post(card, { email })
    assert.deepEqual([r.status, r.body.data.email, r.body.data.signs_in], [200, email, false])
  }
  const owner = await t.owner.query('select shared_email from users where id = $1', [mine])
  assert.equal(owner.rows[0].shared_email, false, 'a free one is the card’s own')
  const refused = await post(`/api/v2/clients/${a.client.id}`, { email: 'troca@outra.test' })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['email']])
  assert.equal((await post(`/api/v2/clients/${a.client.id}`, { email: a.client.email, notes: 'x' })).status, 200)
  assert.equal((await post(card, { email: theirs.email }, a.admin.token)).body.code, 'email_taken', 'an admin is told')
})
test('ten at once make one client', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, () => post('/api/v2/clients', { name: 'Uma Só', document: '390.533.447-05' })),
  )
  assert.deepEqual(
    all.map((r) => r.status).filter((status) => status === 200),
    [200],
  )
})
test('a blocked client gets no order, from staff or by itself, and a quote becomes none; only the admin blocks', async () => {
  const b = await aCompany(t)
  const p = (await aProduct(t, b)).id
  const cart = () => aCart([{ product_id: p, quantity: 1 }], { client_id: b.client.id })
  const card = `/api/v2/clients/${b.client.id}`
  const quote = (await order(t, b, b.seller.token, cart())).body.data.id
  await t.owner.query("update orders set status = 'orcamento' where id = $1", [quote])
  await post(card, { blocked: '1', credit_note: 'Duas parcelas em aberto', notes: 'Liga de manhã' }, b.seller.token)
  const before = (await get(card, b.seller.token)).body.data
  assert.deepEqual([before.blocked, before.credit_note, before.notes], ['0', '', 'Liga de manhã'])
  const [sold, adjusted] = [
    (await order(t, b, b.seller.token, cart())).body.data,
    (await order(t, b, b.seller.token, cart())).body.data,
  ]
  const lines = (quantity: number) =>
    t.call('PUT', `/api/v2/companies/${b.id}/orders/${sold.id}/lines`, {
      token: b.seller.token,
      body: { lines: [{ line: 1, quantity }] },
    })
  const adjust = (status: string) =>
    t.call('PUT', `/api/v1/companies/${b.id}/orders/${adjusted.id}`, {
      token: b.seller.token,
      body: { status, reason: 'Mais caixas' },
    })
  assert.equal((await lines(3)).status, 200)
  assert.equal((await adjust('ajuste_solicitado')).status, 200)
  await post(card, { blocked: '1', credit_note: 'Duas parcelas em aberto' }, b.admin.token)
  assert.deepEqual([(await lines(4)).body.code, (await lines(2)).status], ['client_blocked', 200])
  assert.equal((await adjust('novo')).body.code, 'client_blocked')
  const byLink = await t.call('PUT', `/api/v2/receipts/${adjusted.receipt_path.split('/').pop()}`, {
    body: { status: 'novo' },
  })
  assert.equal(byLink.body.code, 'client_blocked')
  const seen = (await get('/api/v2/clients', b.seller.token)).body.data[0]
  assert.deepEqual([seen.blocked, seen.credit_note], ['1', 'Duas parcelas em aberto'])
  for (const token of [b.seller.token, b.admin.token]) {
    const r = await order(t, b, token, cart())
    assert.deepEqual([r.status, r.body.code], [409, 'client_blocked'])
  }
  const own = await order(t, b, b.client.token, aCart([{ product_id: p, quantity: 1 }]))
  assert.deepEqual([own.status, own.body.code], [409, 'client_blocked'])
  const moved = await t.call('PUT', `/api/v1/companies/${b.id}/orders/${quote}`, {
    token: b.seller.token,
    body: { status: 'novo' },
  })
  assert.deepEqual([moved.status, moved.body.code], [409, 'client_blocked'])
  const me = (await get(`/api/v1/users/${b.client.id}`, b.client.token)).body.data
  assert.deepEqual([me.notes, me.credit_note, me.blocked], [undefined, undefined, undefined], 'not for the client')
  await post(card, { blocked: '0' }, b.admin.token)
  assert.equal((await order(t, b, b.seller.token, cart())).status, 201, 'twin: unblocked it passes')
})
test('an order for a client who is gone or somebody else’s by now is refused in words, and nothing is stored', async () => {
  const client = await aClient()
  const cart = aCart([{ product_id: product, quantity: 1 }], { client_id: client })
  await t.owner.query('update users set deleted_at = now() where id = $1', [client])
  const r = await order(t, a, a.seller.token, cart)
  assert.equal(r.status, 404)
  assert.match(r.body.message, /carteira/)
  const { rows } = await t.owner.query('select 1 from orders where cart_id = $1', [cart.cart_id])
  assert.equal(rows.length, 0)
})
test('the list of orders is narrowed to one client; a client asks for nobody else’s', async () => {
  const [one, two] = [await aClient(), await aClient()]
  const { id } = (await orderFor(one)).body.data
  await orderFor(two)
  const list = async (token: string) =>
    (await get(`/api/v1/companies/${a.id}/orders?client_id=${one}`, token)).body.data.map((o: { id: number }) => o.id)
  assert.deepEqual(await list(a.seller.token), [id])
  assert.deepEqual(await list(a.admin.token), [id])
  assert.deepEqual(await list(a.client.token), [], 'the own ones, whoever is asked for')
})

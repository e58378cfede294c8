import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#server/config.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let b: Company
let mug: Awaited<ReturnType<typeof aProduct>>
let vase: Awaited<ReturnType<typeof aProduct>>
before(async () => {
  t = await startTestApp({
    config: {
      limits: {
        ...DEFAULT_LIMITS,
        login_ip: 10_000,
        order_user: 10_000,
        order_session: 10_000,
        order_ip: 10_000,
        order_company: 10_000,
      },
    },
  })
  a = await aCompany(t)
  b = await aCompany(t)
  mug = await aProduct(t, a, { name: 'Caneca de barro', price: '32,50' })
  vase = await aProduct(t, a, {
    name: 'Vaso Jatobá',
    price: '89,00',
    attributes: [
      { specs: { Tamanho: 'P', Cor: 'Areia' } },
      { specs: { Tamanho: 'M', Cor: 'Areia' }, price: '118,00', stock: 4 },
    ],
  })
})
after(() => t.close())
const move = (c: Company, token: string, id: number, status: string, more = {}) =>
  t.call('PUT', `/api/v1/companies/${c.id}/orders/${id}`, { token, body: { status, ...more } })
const read = (c: Company, token: string, id: number) =>
  t.call('GET', `/api/v1/companies/${c.id}/orders/${id}`, { token })
const stock = async (id: number) =>
  Number((await t.owner.query('select stock from variations where id = $1', [id])).rows[0].stock)

test('a client sends a cart: the server prices it, numbers it, and answers the receipt', async () => {
  const r = await order(
    t,
    a,
    a.client.token,
    aCart(
      [
        { product_id: mug.id, quantity: 2 },
        { product_id: vase.id, quantity: 1, specs: { Cor: 'Areia', Tamanho: 'M' } },
      ],
      { description: 'Embrulhar para presente' },
    ),
  )
  assert.equal(r.status, 201, JSON.stringify(r.body))
  const o = r.body.data
  assert.equal(o.total, '183,00')
  assert.equal(o.number, 1)
  assert.equal(o.status, 'novo')
  assert.equal(o.seller_id, a.seller.id)
  assert.equal(o.lines[1].price, '118,00')
  assert.match(o.receipt_path, /^\/pedido\/[\w-]{24}$/)
  for (const p of [a.client, a.seller, a.admin])
    assert.equal((await read(a, p.token, o.id)).body.data.name, 'Luciana Prado')
})
test('a multipart form with text fields is the same order', async () => {
  const body = aCart([{ product_id: mug.id, quantity: '3', specs: '' as never, price: '32,50' }])
  const r = await t.call('POST', `/api/v2/companies/${a.id}/order_cart`, {
    token: a.seller.token,
    form: { ...body, company_id: String(a.id), currency: 'BRL' } as Record<string, string>,
  })
  assert.equal(r.status, 201, JSON.stringify(r.body))
  assert.equal(r.body.data.total, '97,50')
})
test('the price in the cart is only compared: a difference is reported and the order waits for a look', async () => {
  const r = await order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity: 1, price: '0,01' }]))
  assert.equal(r.body.data.total, '32,50')
  assert.deepEqual(r.body.data.reasons, ['preco_mudou'])
  assert.deepEqual([r.body.data.diff[0].was, r.body.data.diff[0].now], ['0,01', '32,50'])
  const queued = await order(
    t,
    a,
    a.client.token,
    aCart([{ product_id: mug.id, quantity: 1, price: '30,00' }], { queued: '1' }),
  )
  assert.equal(queued.body.data.status, 'ajuste_solicitado')
})
test('the same cart sent twice, or fifty times at once, is one order', async () => {
  const cart = aCart([{ product_id: mug.id, quantity: 1 }])
  const many = await Promise.all(Array.from({ length: 50 }, () => order(t, a, a.client.token, cart)))
  assert.equal(
    new Set(many.map((r) => r.body.data?.id)).size,
    1,
    JSON.stringify(many.find((r) => r.status > 201)?.body),
  )
  assert.equal(many.filter((r) => r.status === 201).length, 1)
  assert.equal((await order(t, a, a.client.token, cart)).headers['idempotent-replayed'], 'true')
  const other = await order(t, a, a.client.token, {
    ...cart,
    product_json: JSON.stringify([{ product_id: mug.id, quantity: 2 }]),
  })
  assert.equal(other.status, 422)
  assert.equal(other.body.code, 'idempotency_key_reused')
  assert.equal((await order(t, a, a.seller.token, cart)).body.code, 'idempotency_key_reused')
})
test("a strangers' cart is answered to any public session of the company, and to nobody else", async () => {
  const cart = aCart([{ product_id: mug.id, quantity: 1 }])
  const first = await order(t, a, await aVisitor(t, a), cart)
  const second = await order(t, a, await aVisitor(t, a), cart)
  assert.equal(first.body.data.id, second.body.data.id)
  assert.equal((await order(t, a, a.client.token, cart)).body.code, 'idempotency_key_reused')
})
test('order numbers of a company have no gap, whatever is refused or repeated', async () => {
  const c = await aCompany(t)
  const p = await aProduct(t, c)
  const numbers: number[] = []
  for (let i = 0; i < 5; i++) {
    const cart = aCart([{ product_id: p.id, quantity: 1 }])
    numbers.push((await order(t, c, c.client.token, cart)).body.data.number)
    await order(t, c, c.client.token, cart)
    await order(t, c, c.client.token, aCart([{ product_id: 999_999, quantity: 1 }]))
  }
  assert.deepEqual(numbers, [1, 2, 3, 4, 5])
})
test('quantities: 0 and less are left out, fractions, words and a thousand million are refused, nothing is stored', async () => {
  const count = async () => Number((await t.owner.query('select count(*) from orders')).rows[0].count)
  const before = await count()
  for (const quantity of [1.5, 'abc', 1e9, null, '1,5']) {
    const r = await order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity }]))
    assert.equal(r.status, 422, String(quantity))
    assert.match(JSON.stringify(r.body.errors), /número inteiro/)
  }
  for (const quantity of [0, -1])
    assert.equal((await order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity }]))).body.code, 'empty_cart')
  assert.equal(await count(), before)
  const r = await order(
    t,
    a,
    a.client.token,
    aCart([
      { product_id: mug.id, quantity: 1 },
      { product_id: vase.id, quantity: 0 },
    ]),
  )
  assert.equal(r.body.data.lines.length, 1)
})
test("lines that cannot be ordered are named, all at once: inactive, another company's, a choice that does not exist", async () => {
  const gone = await aProduct(t, a, { name: 'Moringa', active: '0' })
  const foreign = await aProduct(t, b, { name: 'Produto alheio' })
  const r = await order(
    t,
    a,
    a.client.token,
    aCart([
      { product_id: gone.id, quantity: 1 },
      { product_id: foreign.id, quantity: 1 },
      { product_id: vase.id, quantity: 1, specs: { Tamanho: 'XG' } },
      { product_id: mug.id, quantity: 1 },
    ]),
  )
  assert.equal(r.status, 422)
  assert.equal(r.body.code, 'lines_refused')
  assert.deepEqual(
    r.body.lines.map((l: { product_id: number }) => l.product_id),
    [gone.id, foreign.id, vase.id],
  )
  assert.ok(!JSON.stringify(r.body).includes('alheio'))
})
test('the form asks for name and phone, and for the document that the company requires', async () => {
  const c = await aCompany(t, { cnpj_required: true, additional_field_required: true, additional_name: 'Loja' })
  const p = await aProduct(t, c)
  const send = (more: object) =>
    order(t, c, c.client.token, aCart([{ product_id: p.id, quantity: 1 }], more as Record<string, unknown>))
  const r = await send({ name: ' ', phone: '99714-2208', document: '12.ABC.345/01DE-00' })
  assert.equal(r.status, 422)
  assert.deepEqual(Object.keys(r.body.errors).sort(), ['additional_field', 'document', 'name', 'phone'])
  assert.equal((await send({ document: '12.ABC.345/01DE-35', additional_field: 'Centro' })).status, 201)
})
test("minimum and multiple of a product, and the company's minimum order, are kept", async () => {
  const c = await aCompany(t, { min_order_cents: 10_000 })
  const boxed = await aProduct(t, c, { price: '10,00', multiple: '6', min_quantity: '6' })
  const send = (quantity: number) => order(t, c, c.client.token, aCart([{ product_id: boxed.id, quantity }]))
  const odd = await send(7)
  assert.equal(odd.body.code, 'lines_refused')
  assert.equal(odd.body.lines[0].suggestion, 12)
  assert.equal((await send(6)).body.code, 'below_minimum')
  assert.equal((await send(12)).status, 201)
})
test('discount: a client gives none, a seller up to the limit, above it the order waits for approval', async () => {
  const send = (token: string, discount: string) =>
    order(t, a, token, aCart([{ product_id: mug.id, quantity: 1 }], { discount }))
  assert.equal((await send(a.client.token, '5')).body.code, 'discount_refused')
  const ok = (await send(a.seller.token, '10')).body.data
  assert.deepEqual([ok.total, ok.status], ['29,25', 'novo'])
  const high = (await send(a.seller.token, '15')).body.data
  assert.deepEqual([high.status, high.reasons], ['aguardando_aprovacao', ['desconto_acima']])
  assert.equal((await send(a.admin.token, '50')).body.data.status, 'novo')
})
test("a seller orders for a client of the portfolio, at the client's price, and for nobody else's", async () => {
  const c = await aCompany(t, { price_table_active: true })
  const p = await aProduct(t, c, { price: '10,00', price2: '8,00' })
  await t.owner.query('update users set price_table = 2, margin_bp = 1000 where id = $1', [c.client.id])
  const other = await aPerson(t, c.id, 2)
  const send = (token: string) =>
    order(t, c, token, aCart([{ product_id: p.id, quantity: 1 }], { client_id: c.client.id }))
  const r = await send(c.seller.token)
  assert.equal(r.body.data.total, '8,80')
  assert.equal(r.body.data.client_id, c.client.id)
  assert.equal((await send(other.token)).status, 404)
  assert.equal((await read(c, c.client.token, r.body.data.id)).status, 200)
})
test('stock is taken by an order and returned when it is cancelled; a company may refuse to sell below it', async () => {
  const id = vase.attributes[1]?.id as number
  const line = { product_id: vase.id, quantity: 3, specs: { Tamanho: 'M', Cor: 'Areia' } }
  const had = await stock(id)
  const r = await order(t, a, a.client.token, aCart([line]))
  assert.equal(await stock(id), had - 3)
  await move(a, a.admin.token, r.body.data.id, 'cancelado')
  assert.equal(await stock(id), had)
  const short = await order(t, a, a.client.token, aCart([{ ...line, quantity: had + 1 }]))
  assert.deepEqual(short.body.data.reasons, ['sem_estoque'])
  await move(a, a.admin.token, short.body.data.id, 'cancelado')
  await t.owner.query('update companies set refuse_without_stock = true where id = $1', [a.id])
  const refused = await order(
    t,
    a,
    a.client.token,
    aCart([
      { ...line, quantity: had + 1 },
      { product_id: mug.id, quantity: 1 },
    ]),
  )
  assert.equal(refused.status, 409)
  assert.equal(refused.body.lines[0].available, had)
  assert.equal(await stock(id), had)
  await t.owner.query('update companies set refuse_without_stock = false where id = $1', [a.id])
})
test('the life of an order: only the moves of the table, by those who may, with a reason to go back', async () => {
  const { id } = (await order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity: 1 }]))).body.data
  assert.equal((await move(a, a.seller.token, id, 'confirmado')).status, 409)
  assert.equal((await move(a, a.client.token, id, 'confirmado')).status, 403)
  assert.equal((await move(a, a.admin.token, id, 'dourado')).status, 422)
  assert.equal((await move(a, a.admin.token, id, 'aprovado')).body.data.status, 'confirmado')
  const illegal = await move(a, a.admin.token, id, 'ajuste_solicitado')
  assert.equal(illegal.status, 409)
  assert.ok(illegal.body.allowed.includes('faturado'))
  assert.equal((await move(a, a.client.token, id, 'cancelado')).status, 409)
  assert.equal((await move(a, a.admin.token, id, 'novo')).status, 422)
  assert.equal((await move(a, a.admin.token, id, 'novo', { reason: 'Cliente pediu troca' })).body.data.status, 'novo')
  const events = (await read(a, a.admin.token, id)).body.data.events
  assert.deepEqual(
    events.map((e: { to: string }) => e.to),
    ['novo', 'confirmado', 'novo'],
  )
  assert.equal(events[2].reason, 'Cliente pediu troca')
  const form = await t.call('POST', `/api/v1/companies/${a.id}/orders/${id}`, {
    token: a.client.token,
    form: { _method: 'PUT', status: 'cancelado' },
  })
  assert.equal(form.body.data.status, 'cancelado')
  assert.equal(
    (await t.call('POST', `/api/v1/companies/${a.id}/orders/${id}`, { token: a.admin.token, form: { status: 'novo' } }))
      .status,
    405,
  )
  assert.equal((await move(a, a.admin.token, id, 'novo', { reason: 'x' })).status, 409)
})
test('a company without order channel and chat takes no orders; a foreign company in the address is 404', async () => {
  const c = await aCompany(t, { pedidos: false, whatsapp: false })
  const p = await aProduct(t, c)
  assert.equal((await order(t, c, c.client.token, aCart([{ product_id: p.id, quantity: 1 }]))).body.code, 'orders_off')
  assert.equal((await order(t, a, b.client.token, aCart([{ product_id: mug.id, quantity: 1 }]))).status, 404)
})
test('an importer sells in dollars or, converted, in reais, and in no other currency', async () => {
  const c = await aCompany(t, { importer: true, exchange_rate: '5.255' })
  const p = await aProduct(t, c, { price: '1,99' })
  const send = async (currency: string) =>
    order(t, c, (await aPerson(t, c.id, 3, { currency })).token, aCart([{ product_id: p.id, quantity: 3 }]))
  assert.equal((await send('BRL')).body.data.total, '31,38')
  assert.equal((await send('USD')).body.data.total, '5,97')
  assert.equal((await send('EUR')).status, 422)
})
test('a new order writes one mail to orders_email, also when its job runs twice', async () => {
  const c = await aCompany(t)
  const p = await aProduct(t, c)
  await t.jobs()
  const r = await order(t, c, c.client.token, aCart([{ product_id: p.id, quantity: 1 }]))
  await order(t, c, c.client.token, { ...aCart([{ product_id: p.id, quantity: 1 }]), name: 'Segundo Cliente' })
  const mails = () =>
    readdirSync(join(t.config.dataDir, 'mail')).filter((f) => f.startsWith(`pedido-${c.id}-`) && f.endsWith('.txt'))
  await until(async () => {
    try {
      return mails().length === 2
    } catch {
      return false
    }
  })
  await t.owner.query(
    "select graphile_worker.add_job('order_mail', json_build_object('company_id', $1::int, 'order_id', $2::int))",
    [c.id, r.body.data.id],
  )
  await until(async () => (await t.owner.query('select 1 from graphile_worker.jobs')).rowCount === 0)
  const files = mails()
  assert.equal(files.length, 2)
  const text = readFileSync(join(t.config.dataDir, 'mail', `pedido-${c.id}-${r.body.data.id}.txt`), 'utf8')
  assert.match(text, /Para: pedidos@/)
  assert.match(text, /Luciana Prado/)
})
test('public orders above the limit wait, and nothing is stored', async () => {
  const s = await startTestApp({ config: { limits: DEFAULT_LIMITS } })
  try {
    const c = await aCompany(s)
    const p = await aProduct(s, c)
    const visitor = await aVisitor(s, c)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await order(s, c, visitor, aCart([{ product_id: p.id, quantity: 1 }]))).status)
    assert.deepEqual(statuses, [...Array(20).fill(201), 429])
    assert.equal(Number((await s.owner.query('select count(*) from orders')).rows[0].count), 20)
  } finally {
    await s.close()
  }
})
test('a cart id is a key of its company: the same one in another company is another order', async () => {
  const p = await aProduct(t, b)
  const cart_id = newCart()
  const one = await order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity: 1 }], { cart_id }))
  const two = await order(t, b, b.client.token, aCart([{ product_id: p.id, quantity: 1 }], { cart_id }))
  assert.equal(one.status, 201)
  assert.equal(two.status, 201)
  assert.notEqual(one.body.data.id, two.body.data.id)
})
test('a screen that leaves while its live stream opens leaves nothing running', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as { port: number }
  const timers = () => process.getActiveResourcesInfo().filter((r) => r === 'Timeout').length
  const before = timers()
  for (let i = 0; i < 40; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /api/v2/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${a.admin.token}\r\n\r\n`)
    // At another moment of the request each time.
    await once(socket, 'connect')
    for (let turns = 0; turns < i; turns++) await setImmediate()
    socket.destroy()
  }
  // The heartbeat of a stream without a reader would never end.
  await until(async () => timers() - before < 5)
})

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
let p: { id: number }
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  p = await aProduct(t, a, { name: 'Caneca', price: '10,00', stock: 100 })
})
after(() => t.close())
const put = (id: number, what: string, body: object, token = a.admin.token) =>
  t.call('PUT', `/api/v2/companies/${a.id}/orders/${id}/${what}`, { token, body })
const anOrder = async (token = a.client.token, quantity = 3) =>
  (await order(t, a, token, aCart([{ product_id: p.id, quantity }]))).body.data
const stock = async () => (await t.call('GET', `/api/v1/products/${p.id}`, { token: a.admin.token })).body.data.stock
const read = async (id: number, token = a.admin.token) =>
  (await t.call('GET', `/api/v1/companies/${a.id}/orders/${id}`, { token })).body.data

test('a quantity changes before the order is confirmed: sums, stock and history follow', async () => {
  const before = await stock()
  const o = await anOrder()
  const r = await put(o.id, 'lines', { lines: [{ line: 1, quantity: 5 }], discount: '10' })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual(
    [r.body.data.subtotal, r.body.data.discount, r.body.data.total, r.body.data.items_count],
    ['50,00', '5,00', '45,00', 5],
  )
  assert.equal(await stock(), before - 5)
  assert.equal(r.body.data.events.at(-1).reason, 'Caneca: 3 → 5; Desconto: 0% → 10%')
  assert.equal((await read(o.id, a.client.token)).total, '45,00')
})
test('of two who change different lines both keep their change; a line that is gone is not said to be changed', async () => {
  const q = await aProduct(t, a, { name: 'Tigela', price: '20,00' })
  const lines = [p, q].map(({ id }) => ({ product_id: id, quantity: 3 }))
  const o = (await order(t, a, a.client.token, aCart(lines))).body.data
  await put(o.id, 'lines', { lines: [{ line: 1, quantity: 5 }] })
  await put(o.id, 'lines', { lines: [{ line: 2, quantity: 7 }] }, a.seller.token)
  assert.deepEqual(
    (await read(o.id)).lines.map((l: { quantity: number }) => l.quantity),
    [5, 7],
  )
  assert.equal((await put(o.id, 'lines', { lines: [{ line: 2, quantity: 0 }] })).status, 200)
  const late = await put(o.id, 'lines', { lines: [{ line: 2, quantity: 9 }] }, a.seller.token)
  assert.deepEqual(
    [late.status, late.body.errors.lines],
    [422, ['Um item saiu deste pedido enquanto você mudava. Confira e salve de novo.']],
  )
  assert.equal((await put(o.id, 'lines', { lines: [{ line: 2, quantity: 0 }] }, a.seller.token)).status, 200)
})
test('a confirmed order keeps its lines; an order never ends up empty; a client changes nothing', async () => {
  const o = await anOrder()
  assert.equal((await put(o.id, 'lines', { lines: [{ line: 1, quantity: 0 }] })).status, 422)
  assert.equal((await put(o.id, 'lines', { lines: [{ line: 1, quantity: 2 }] }, a.client.token)).status, 403)
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${o.id}`, {
    token: a.admin.token,
    body: { status: 'confirmado' },
  })
  const r = await put(o.id, 'lines', { lines: [{ line: 1, quantity: 2 }] })
  assert.deepEqual([r.status, r.body.code], [409, 'bad_transition'])
  const b = await aCompany(t)
  assert.equal(
    (
      await t.call('PUT', `/api/v2/companies/${b.id}/orders/${o.id}/note`, {
        token: b.admin.token,
        body: { internal_note: 'x' },
      })
    ).status,
    404,
  )
})
test("a seller changes the own clients' orders, within the own discount; a colleague's is not found", async () => {
  const o = await anOrder()
  assert.equal(
    (await put(o.id, 'lines', { lines: [{ line: 1, quantity: 4 }], discount: '10' }, a.seller.token)).status,
    200,
  )
  const other = await aPerson(t, a.id, 2)
  assert.equal((await put(o.id, 'lines', { lines: [{ line: 1, quantity: 4 }] }, other.token)).status, 404)
})
test('an internal note is for the company: the client and the receipt never show it', async () => {
  const o = await anOrder()
  assert.equal(
    (await put(o.id, 'note', { internal_note: 'Cliente paga na entrega' })).body.data.internal_note,
    'Cliente paga na entrega',
  )
  assert.equal((await read(o.id, a.seller.token)).internal_note, 'Cliente paga na entrega')
  // Who had another note before them is told what stands there.
  const late = await put(o.id, 'note', { internal_note: 'Cobrar antes', was: { internal_note: '' } })
  assert.deepEqual(
    [late.status, late.body.code, late.body.current],
    [409, 'changed_elsewhere', { internal_note: 'Cliente paga na entrega' }],
  )
  assert.ok(!JSON.stringify(await read(o.id, a.client.token)).includes('paga na entrega'))
  const receipt = await t.call('GET', `/api/v2/receipts/${o.receipt_path.split('/').at(-1)}`)
  assert.ok(!JSON.stringify(receipt.body).includes('paga na entrega'))
})
test('many new orders are confirmed at once; those with something to look at stay, and say what', async () => {
  const b = await aCompany(t, { min_order_cents: 5000 })
  const cup = await aProduct(t, b, { price: '60,00' })
  const place = (token: string, more: object = {}) =>
    order(t, b, token, aCart([{ product_id: cup.id, quantity: 1 }], more as Record<string, unknown>))
  const clean = await Promise.all([1, 2, 3].map(async () => (await place(b.client.token)).body.data.id))
  const visitor = (await place(await aVisitor(t, b))).body.data.id
  const discount = (await place(b.seller.token, { discount: '20', client_id: b.client.id })).body.data.id
  const dear = (await order(t, b, b.client.token, aCart([{ product_id: cup.id, quantity: 1, price: '1,00' }]))).body
    .data.id
  const ids = [...clean, visitor, discount, dear]
  const confirm = (token: string) =>
    t.call('POST', `/api/v2/companies/${b.id}/orders/confirm`, { token, body: { ids } })
  assert.equal((await confirm(b.seller.token)).status, 403)
  const r = (await confirm(b.admin.token)).body.data
  assert.deepEqual(new Set(r.confirmed), new Set(clean))
  assert.deepEqual(Object.fromEntries(r.left.map((l: { id: number; reasons: string[] }) => [l.id, l.reasons])), {
    [visitor]: ['cliente_novo'],
    [discount]: ['nao_novo'],
    [dear]: ['preco_mudou'],
  })
  assert.equal((await confirm(b.admin.token)).body.data.confirmed.length, 0)
})
test('a confirmation is taken back within its minute: the order is new again, with the reason; nobody is told of either', async () => {
  const b = await aCompany(t)
  const cup = await aProduct(t, b, { price: '60,00', stock: 10 })
  const ids: number[] = []
  for (const _ of [1, 2, 3])
    ids.push((await order(t, b, b.client.token, aCart([{ product_id: cup.id, quantity: 1 }]))).body.data.id)
  const path = `/api/v2/companies/${b.id}/orders`
  const confirm = () => t.call('POST', `${path}/confirm`, { token: b.admin.token, body: { ids } })
  const undo = (token: string, company = b.id) =>
    t.call('POST', `/api/v2/companies/${company}/orders/undo_confirm`, { token, body: { ids } })
  const told = async () =>
    (
      await t.owner.query(
        "select count(*)::int as n from person_notices where company_id = $1 and word = 'confirmado' and user_id = $2",
        [b.id, b.client.id],
      )
    ).rows[0].n
  await confirm()
  assert.equal(await told(), 3)
  assert.equal((await undo(b.seller.token)).status, 403)
  assert.equal((await undo(a.admin.token)).status, 404)
  assert.equal((await undo(a.admin.token, a.id)).body.data.undone.length, 0)
  // One that has gone to the linked system stays.
  const [first, ...others] = ids
  const link = await t.owner.query(
    "insert into integrations (company_id, type, created_at) values ($1, 'omie', now()) returning id",
    [b.id],
  )
  await t.owner.query(
    "insert into erp_orders (company_id, order_id, integration_id, own_key, status) values ($1, $2, $3, 'K', 'enviado')",
    [b.id, first, link.rows[0].id],
  )
  const r = (await undo(b.admin.token)).body.data
  assert.deepEqual(r.undone, others)
  assert.deepEqual(
    r.left.map((l: { id: number; reasons: string[] }) => [l.id, l.reasons]),
    [[first, ['foi_ao_sistema']]],
  )
  assert.equal(await told(), 1)
  const read = (await t.call('GET', `/api/v1/companies/${b.id}/orders/${others[0]}`, { token: b.seller.token })).body
    .data
  assert.deepEqual([read.status, read.events.at(-1).reason], ['novo', 'desfeito'])
  // Twice changes nothing; confirmed anew, it is told anew.
  assert.deepEqual((await undo(b.admin.token)).body.data.undone, [])
  await confirm()
  assert.equal(await told(), 3)
})
test('a device hears of a confirmation when the offer to undo it is over, and nothing of one that was undone', async () => {
  const b = await aCompany(t)
  const cup = await aProduct(t, b)
  await t.owner.query(
    `insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, created_at, seen_at)
     values ($1, $2, 'h', 'https://push.test/x', '', '', 's', 'pt', now(), now())`,
    [b.id, b.client.id],
  )
  const id = (await order(t, b, b.client.token, aCart([{ product_id: cup.id, quantity: 1 }]))).body.data.id
  const move = (status: string, reason = '') =>
    t.call('PUT', `/api/v1/companies/${b.id}/orders/${id}`, { token: b.admin.token, body: { status, reason } })
  await move('confirmado')
  const jobs = await t.owner.query(
    `select extract(epoch from run_at - created_at)::int as wait from graphile_worker.jobs
     where task_identifier = 'send_notices' and run_at > now() + interval '30 seconds'`,
  )
  assert.deepEqual(
    jobs.rows.map((j) => j.wait),
    [60],
  )
  await move('novo', 'desfeito')
  assert.equal((await t.owner.query('select 1 from person_notices where user_id = $1', [b.client.id])).rowCount, 0)
})
test('the mail goes out once more when somebody asks for it', async () => {
  await t.jobs()
  const o = await anOrder()
  const folder = join(t.config.dataDir, 'mail')
  const mails = () =>
    (existsSync(folder) ? readdirSync(folder) : []).filter(
      (f) => f.startsWith(`pedido-${a.id}-${o.id}`) && f.endsWith('.eml'),
    ).length
  await until(async () => mails() === 1)
  assert.equal(
    (await t.call('POST', `/api/v2/companies/${a.id}/orders/${o.id}/mail`, { token: a.seller.token, body: {} })).status,
    200,
  )
  await until(async () => mails() === 2)
})
test('a live stream says nothing more to somebody whose session has ended, and closes', async () => {
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const guest = await aPerson(t, a.id, 1)
  const open = await fetch(`${origin}/api/v2/events`, { headers: { authorization: `Bearer ${guest.token}` } })
  const reader = (open.body as ReadableStream<Uint8Array>).getReader()
  let heard = ''
  let closed = false
  void (async () => {
    for (let r = await reader.read(); !r.done; r = await reader.read()) heard += new TextDecoder().decode(r.value)
    closed = true
  })()
  const events = () => heard.split('event: order').length - 1
  await anOrder()
  await until(async () => events() > 0)
  const before = events()
  await t.call('POST', '/api/v1/auth/logout', { token: guest.token })
  await anOrder()
  await until(async () => closed)
  assert.equal(events(), before)
})
test('prices that changed on the way: accepted beyond the seller’s limit it still waits for the admin, whoever accepts', async () => {
  await t.owner.query('update companies set discount_limit_bp = 1000 where id = $1', [a.id])
  const late = async () => {
    const lines = [{ product_id: p.id, quantity: 2, price: '9,00' }]
    const r = await order(t, a, a.seller.token, aCart(lines, { queued: '1', discount: '20', client_id: a.client.id }))
    assert.deepEqual(
      [r.body.data.status, r.body.data.reasons],
      ['ajuste_solicitado', ['preco_mudou', 'desconto_acima']],
    )
    return r.body.data
  }
  const first = await late()
  const url = (id: number) => `/api/v1/companies/${a.id}/orders/${id}`
  const seller = await t.call('PUT', url(first.id), { token: a.seller.token, body: { status: 'novo' } })
  assert.deepEqual([seller.status, seller.body.data.status], [200, 'aguardando_aprovacao'])
  const second = await late()
  const token = second.receipt_path.split('/').pop()
  const client = await t.call('PUT', `/api/v2/receipts/${token}`, { body: { status: 'novo' } })
  assert.deepEqual([client.status, client.body.data.status], [200, 'aguardando_aprovacao'])
  // Asked about by the admin, it waits again as long as it is above the limit, and no longer.
  const lines = [{ product_id: p.id, quantity: 2 }]
  const high = (await order(t, a, a.seller.token, aCart(lines, { discount: '20', client_id: a.client.id }))).body.data
  const move = async (token: string, status: string) =>
    (await t.call('PUT', url(high.id), { token, body: { status } })).body.data.status
  for (const discount of ['20', '10']) {
    assert.equal(await move(a.admin.token, 'ajuste_solicitado'), 'ajuste_solicitado')
    assert.equal((await put(high.id, 'lines', { lines: [], discount }, a.seller.token)).status, 200)
    assert.equal(await move(a.seller.token, 'novo'), discount === '20' ? 'aguardando_aprovacao' : 'novo')
  }
  // With nothing late or above in it, it goes the way that the admin gave it.
  const third = (
    await order(t, a, a.seller.token, aCart([{ product_id: p.id, quantity: 1 }], { client_id: a.client.id }))
  ).body.data
  for (const [token, status] of [
    [a.admin.token, 'ajuste_solicitado'],
    [a.seller.token, 'novo'],
  ] as const)
    assert.equal((await t.call('PUT', url(third.id), { token, body: { status } })).body.data.status, status)
})
test('what a company without stock refuses says of which choice how many are left', async () => {
  const vase = await aProduct(t, a, {
    name: 'Vaso',
    price: '20,00',
    attributes: [
      { specs: { Cor: 'Areia' }, stock: 1 },
      { specs: { Cor: 'Folha' }, stock: 9 },
    ],
  })
  await t.owner.query('update companies set refuse_without_stock = true where id = $1', [a.id])
  const r = await order(
    t,
    a,
    a.seller.token,
    aCart([{ product_id: vase.id, quantity: 3, specs: { Cor: 'Areia' } }], { queued: '1' }),
  )
  assert.equal(r.status, 409)
  const [line] = r.body.lines
  assert.deepEqual([line.specs, line.available, line.name], [{ Cor: 'Areia' }, 1, 'Vaso'])
  await t.owner.query('update companies set refuse_without_stock = false where id = $1', [a.id])
})

// What an order takes from the shelf, and what a cart that comes twice at the same moment takes: nothing more.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
const product: Record<'mug' | 'plate' | 'vase', number> = { mug: 0, plate: 0, vase: 0 }
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { refuse_without_stock: true })
  product.mug = (await aProduct(t, a, { name: 'Caneca', stock: '5' })).id
  product.plate = (await aProduct(t, a, { name: 'Prato', stock: '7' })).id
  const attributes = ['P', 'M', 'G'].map((Tamanho, i) => ({ specs: { Tamanho }, stock: 3 + i }))
  product.vase = (await aProduct(t, a, { name: 'Vaso', attributes })).id
})
after(() => t.close())
/** Everything that is counted, by name: products first, then the vase's sizes. */
const shelf = async () =>
  (
    await t.owner.query(
      `select array(select stock::int from products where company_id = $1 and stock is not null order by id) ||
        array(select stock::int from variations where company_id = $1 and stock is not null order by id) as all`,
      [a.id],
    )
  ).rows[0].all as number[]
const counters = async () =>
  (
    await t.owner.query(
      'select order_number::int as number, catalogue_version::int as version from company_counters where company_id = $1',
      [a.id],
    )
  ).rows[0] as { number: number; version: number }
const place = (lines: Parameters<typeof aCart>[0]) => order(t, a, a.client.token, aCart(lines))
const cancel = (id: number) =>
  t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token: a.admin.token, body: { status: 'cancelado' } })

test('an order takes what it holds and nothing that stands beside it, to the last piece, and gives the same back', async () => {
  const before = await shelf()
  const sizes = before.slice(-3)
  assert.deepEqual(
    [before.slice(0, 2), sizes],
    [
      [5, 7],
      [3, 4, 5],
    ],
  )
  const two = await place([{ product_id: product.mug, quantity: 2 }])
  assert.deepEqual([two.status, await shelf()], [201, [3, 7, ...before.slice(2)]])
  const vase = await place([{ product_id: product.vase, quantity: 4, specs: { Tamanho: 'M' } }])
  assert.deepEqual([vase.status, vase.body.data.reasons], [201, []])
  assert.deepEqual((await shelf()).slice(-3), [3, 0, 5])
  const both = await place([
    { product_id: product.mug, quantity: 3 },
    { product_id: product.vase, quantity: 3, specs: { Tamanho: 'P' } },
  ])
  assert.deepEqual([both.status, both.body.data.reasons], [201, []])
  assert.deepEqual(
    [(await shelf()).slice(0, 2), (await shelf()).slice(-3)],
    [
      [0, 7],
      [0, 0, 5],
    ],
  )
  for (const { body } of [both, vase, two]) assert.equal((await cancel(body.data.id)).status, 200)
  assert.deepEqual(await shelf(), before)
})
test('what is refused says what is left, and takes nothing', async () => {
  const before = await shelf()
  const plate = await place([{ product_id: product.plate, quantity: 9 }])
  assert.deepEqual([plate.status, plate.body.lines[0].available], [409, 7])
  const vase = await place([
    { product_id: product.mug, quantity: 1 },
    { product_id: product.vase, quantity: 9, specs: { Tamanho: 'G' } },
  ])
  assert.deepEqual([vase.status, vase.body.lines[0].available], [409, 5])
  assert.deepEqual(await shelf(), before)
})
test('one cart that arrives twice at the same moment is one order, one number, one change of the catalogue', async () => {
  const [shelfBefore, before] = [await shelf(), await counters()]
  const cart = aCart([{ product_id: product.plate, quantity: 2 }])
  const both = Promise.all([order(t, a, a.client.token, cart), order(t, a, a.client.token, cart)])
  const said = await both
  assert.deepEqual(
    said.map((r) => r.status).toSorted((x, y) => x - y),
    [200, 201],
  )
  assert.equal(new Set(said.map((r) => `${r.body.data.id} ${r.body.data.number}`)).size, 1)
  assert.deepEqual(await counters(), { number: before.number + 1, version: before.version + 1 })
  assert.equal((await shelf())[1], (shelfBefore[1] ?? 0) - 2)
  const next = await place([{ product_id: product.plate, quantity: 1 }])
  assert.equal(next.body.data.number, before.number + 2)
})
test('an order that is kept by another server at the same moment is answered, and its number and change of the catalogue go back', async () => {
  const line = [{ product_id: product.plate, quantity: 1 }]
  const { id } = (await place(line)).body.data
  const [shelfBefore, before] = [await shelf(), await counters()]
  const cart = aCart(line)
  const other = await t.owner.connect()
  let said: ReturnType<typeof order>
  let kept: number
  try {
    await other.query('begin')
    const { rows } = await other.query(
      `insert into orders overriding system value select (jsonb_populate_record(o,
          jsonb_build_object('id', o.id + 1000, 'cart_id', $2::text, 'number', o.number + 1000, 'receipt_token', $2::text))).*
        from orders o where id = $1 returning id`,
      [id, cart.cart_id],
    )
    kept = Number(rows[0].id)
    for (const table of ['order_lines', 'order_events'])
      await other.query(
        `insert into ${table} overriding system value select (jsonb_populate_record(x, to_jsonb(x) || $3)).*
          from ${table} x where company_id = $1 and order_id = $2`,
        [a.id, id, JSON.stringify({ order_id: kept, ...(table === 'order_events' && { id: kept + 100_000 }) })],
      )
    said = order(t, a, a.client.token, cart)
    await untilLocked(t.owner)
    await other.query('commit')
  } finally {
    await other.query('rollback')
    other.release()
  }
  const answer = await said
  assert.deepEqual([answer.status, answer.body.data?.id], [200, kept], JSON.stringify(answer.body))
  assert.deepEqual([await counters(), await shelf()], [before, shelfBefore])
})
test('what nobody counts changes no catalogue when it is ordered; of what is counted everybody hears once', async () => {
  const free = (await aProduct(t, a, { name: 'Sacola' })).id
  const said: { on: string; [key: string]: unknown }[] = []
  const ear = await t.owner.connect()
  ear.on('notification', (m) => said.push({ on: m.channel, ...JSON.parse(m.payload ?? '{}') }))
  try {
    await ear.query('listen changes; listen orders')
    const hear = async (cart: object) => {
      said.length = 0
      const before = await counters()
      const r = await order(t, a, a.seller.token, { ...cart } as Record<string, unknown>)
      assert.ok(r.status < 300, JSON.stringify(r.body))
      await ear.query('select 1')
      const now = await counters()
      return {
        id: r.body.data.id as number,
        catalogue: said.filter((m) => m.on === 'changes' && m.type === 'catalogue').length,
        orders: said.filter((m) => m.on === 'orders').map(({ id, created, status }) => ({ id, created, status })),
        grew: [now.number - before.number, now.version - before.version],
      }
    }
    const uncounted = await hear(aCart([{ product_id: free, quantity: 2 }]))
    const told = [{ id: uncounted.id, created: true, status: 'novo' }]
    assert.deepEqual(uncounted, { id: uncounted.id, catalogue: 0, orders: told, grew: [1, 0] })
    const counted = await hear(aCart([{ product_id: product.plate, quantity: 1 }]))
    assert.deepEqual([counted.catalogue, counted.grew], [1, [1, 1]])
  } finally {
    ear.release(true)
  }
})
test('an order beyond the shelf says so where that is allowed, and those before it do not', async () => {
  const b = await aCompany(t, { refuse_without_stock: false })
  const one = (await aProduct(t, b, { name: 'Última', stock: '1' })).id
  for (const quantity of [1, 3])
    assert.equal((await order(t, b, b.client.token, aCart([{ product_id: one, quantity }]))).status, 201)
  const { rows } = await t.owner.query('select reasons from orders where company_id = $1 order by id', [b.id])
  assert.deepEqual(
    rows.map((r) => r.reasons),
    [[], ['sem_estoque']],
  )
})
const change = (c: Company, id: number, body: object) =>
  t.call('PUT', `/api/v2/companies/${c.id}/orders/${id}/lines`, { token: c.admin.token, body: { lines: [], ...body } })
const quantity = (line: number, quantity: number) => ({ lines: [{ line, quantity }] })
test('more pieces than there are is refused when an order is changed, too, and the shelf stays as it was', async () => {
  const before = await shelf()
  const { id } = (
    await place([
      { product_id: product.mug, quantity: 1 },
      { product_id: product.vase, quantity: 1, specs: { Tamanho: 'P' } },
    ])
  ).body.data
  const taken = await shelf()
  for (const [line, most] of [
    [1, 5],
    [2, 3],
  ] as const) {
    const r = await change(a, id, quantity(line, 500))
    assert.deepEqual([r.status, r.body.code, r.body.lines[0].available], [409, 'sem_estoque', most])
    assert.match(r.body.message, /restam \d\. Nada foi gravado\./)
    assert.deepEqual(await shelf(), taken)
  }
  assert.equal((await change(a, id, quantity(1, 5))).status, 200)
  assert.deepEqual([(await shelf())[0], (await change(a, id, { discount: '5' })).status], [0, 200])
  assert.equal((await change(a, id, quantity(2, 0))).status, 200)
  assert.equal((await shelf()).at(-3), 3)
  await cancel(id)
  assert.deepEqual(await shelf(), before)
})
test('only what was taken comes back, also when counting began or ended in between', async () => {
  const b = await aCompany(t)
  const attributes = [{ specs: { Tamanho: 'P' } }]
  const ids = { free: (await aProduct(t, b)).id, vase: (await aProduct(t, b, { attributes })).id }
  const counted = (await aProduct(t, b, { stock: '5' })).id
  const end = (id: number) =>
    t.call('PUT', `/api/v1/companies/${b.id}/orders/${id}`, { token: b.admin.token, body: { status: 'cancelado' } })
  const count = (id: number, body: object) => t.call('POST', `/api/v1/products/${id}`, { token: b.admin.token, body })
  const stands = async () =>
    (
      await t.owner.query(
        `select array(select stock::int from products where company_id = $1 order by id) ||
          array(select stock::int from variations where company_id = $1) as all`,
        [b.id],
      )
    ).rows[0].all
  const lines = [
    { product_id: ids.free, quantity: 10 },
    { product_id: ids.vase, quantity: 4, specs: { Tamanho: 'P' } },
    { product_id: counted, quantity: 2 },
  ]
  const { id } = (await order(t, b, b.client.token, aCart(lines))).body.data
  assert.deepEqual(await stands(), [null, null, 3, null])
  await count(ids.free, { stock: '100' })
  await count(ids.vase, { attributes: [{ specs: { Tamanho: 'P' }, stock: '50' }] })
  await change(b, id, { freight: '12,00' })
  assert.deepEqual(await stands(), [100, null, 3, 50])
  await change(b, id, quantity(1, 12))
  assert.deepEqual(await stands(), [98, null, 3, 50])
  await change(b, id, quantity(1, 11))
  await count(counted, { stock: '' })
  assert.deepEqual(await stands(), [99, null, null, 50])
  assert.equal((await end(id)).status, 200)
  assert.deepEqual(await stands(), [100, null, null, 50])
})
test('what is said with an order follows its changes: short of stock and above the limit while it is so', async () => {
  const b = await aCompany(t)
  const one = (await aProduct(t, b, { stock: '5' })).id
  const reasons = async (r: ReturnType<typeof change>) => (await r).body.data.reasons
  const send = (n: number, more: object = {}) =>
    order(t, b, b.seller.token, aCart([{ product_id: one, quantity: n }], { client_id: b.client.id, ...more }))
  const first = (await send(3)).body.data.id
  const { id, reasons: said } = (await send(4, { discount: '20' })).body.data
  assert.deepEqual(said, ['desconto_acima', 'sem_estoque'])
  assert.deepEqual(await reasons(change(b, first, { discount: '5' })), [], 'it stood before the other came')
  assert.deepEqual(await reasons(change(b, id, { discount: '10' })), ['sem_estoque'])
  assert.deepEqual(await reasons(change(b, id, quantity(1, 2))), [])
  assert.deepEqual(await reasons(change(b, first, quantity(1, 4))), ['sem_estoque'])
})
test('orders from before hold what they took: in a status that holds it, of what is counted', async () => {
  const b = await aCompany(t)
  const free = (await aProduct(t, b)).id
  const mug = (await aProduct(t, b, { stock: '9' })).id
  const vase = (await aProduct(t, b, { attributes: [{ specs: { Cor: 'Areia' }, stock: '9' }] })).id
  const lines = [
    { product_id: free, quantity: 1 },
    { product_id: mug, quantity: 2 },
    { product_id: vase, quantity: 3, specs: { Cor: 'Areia' } },
  ]
  const [kept, gone] = [
    await order(t, b, b.client.token, aCart(lines)),
    await order(t, b, b.client.token, aCart(lines)),
  ]
  await t.call('PUT', `/api/v1/companies/${b.id}/orders/${gone.body.data.id}`, {
    token: b.admin.token,
    body: { status: 'cancelado' },
  })
  const migration = readFileSync(
    join(import.meta.dirname, '../../../../migrations/0123_what_an_order_holds.sql'),
    'utf8',
  )
  await t.owner.query('update order_lines set held = 0 where company_id = $1', [b.id])
  await t.owner.query(/^update order_lines[^;]+;/m.exec(migration)?.[0] ?? '')
  const held = async (r: typeof kept) =>
    (
      await t.owner.query('select held::int from order_lines where order_id = $1 order by line', [r.body.data.id])
    ).rows.map((x) => x.held)
  assert.deepEqual(
    [await held(kept), await held(gone)],
    [
      [0, 2, 3],
      [0, 0, 0],
    ],
  )
})

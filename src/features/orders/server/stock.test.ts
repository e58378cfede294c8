// What an order takes from the shelf, and what a cart that comes twice at the same moment takes: nothing more.
import assert from 'node:assert/strict'
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
  until,
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
    await until(async () => (await t.owner.query('select 1 from pg_locks where not granted')).rowCount)
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

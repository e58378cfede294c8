// Sales, cancellations, prices and bulk changes of the same products at once: nobody is sent away because two waited for
// each other, and of the stock nothing is lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  untilLocked,
} from './kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())

test('whoever sells, cancels and changes prices of the same products at once gets through, and the stock is exact', async () => {
  const a = await aCompany(t)
  const { token } = a.admin
  const attributes = [{ specs: { Cor: 'Azul' }, stock: 1000 }]
  const [one, two] = [await aProduct(t, a, { stock: 1000 }), await aProduct(t, a, { stock: 1000 })]
  const varied = await aProduct(t, a, { attributes })
  const lines = [one, two].map((p) => ({ product_id: p.id, quantity: 1 }))
  const cart = (n: number) => {
    const choice = { product_id: varied.id, quantity: 2, specs: { Cor: 'Azul' } }
    return aCart(n % 2 ? [...lines, choice] : [choice, ...lines.toReversed()])
  }
  const path = `/api/v1/companies/${a.id}/orders`
  const placed = await Promise.all(Array.from({ length: 8 }, (_, n) => order(t, a, a.client.token, cart(n))))
  const ids = placed.map((r) => r.body.data.id as number)
  const acts = Array.from({ length: 8 }, (_, n) => [
    () => order(t, a, a.client.token, cart(n)),
    () => t.call('PUT', `${path}/${ids[n]}`, { token, body: { status: 'cancelado' } }),
    () => t.call('PUT', `/api/v1/products/${n % 2 ? one.id : two.id}`, { token, body: { price: `${9 + n},00` } }),
    () =>
      t.call('POST', '/api/v2/products/bulk', {
        token,
        body: { ids: [two.id, one.id, varied.id], action: 'price', percent: '1' },
      }),
  ]).flat()
  const answers = await Promise.all(acts.map((act) => act()))
  assert.deepEqual(
    answers.filter((r) => r.status > 201).map((r) => [r.status, r.body]),
    [],
  )
  const { rows } = await t.owner.query(
    `select stock from products where id = any($1) union all select stock from variations where product_id = $2`,
    [[one.id, two.id], varied.id],
  )
  assert.deepEqual(
    rows.map((r) => Number(r.stock)),
    [992, 992, 984],
  )
})
test('a burst of orders of one company leaves room for the others, and all of it arrives', async () => {
  const [a, b] = [await aCompany(t), await aCompany(t)]
  const product = await aProduct(t, a, { stock: 100 })
  const holder = await t.owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from company_counters where company_id = $1 for update', [a.id])
  const burst = Array.from({ length: 14 }, () =>
    order(t, a, a.client.token, aCart([{ product_id: product.id, quantity: 1 }])),
  )
  // Nothing of theirs gets through now; with a connection in each one's hands nothing of anybody's would.
  const other = await t.call('GET', '/api/v1/products', { token: b.client.token })
  assert.equal(other.status, 200)
  await holder.query('commit')
  holder.release()
  const placed = await Promise.all(burst)
  assert.deepEqual(
    placed.map((r) => r.body.data.number as number).toSorted((x, y) => x - y),
    Array.from({ length: 14 }, (_, n) => n + 1),
  )
  const { rows } = await t.owner.query('select stock from products where id = $1', [product.id])
  assert.equal(Number(rows[0].stock), 86)
})

/** An order that arrives while a change of its price basis is not committed yet. */
async function duringChange(change: string, end: 'commit' | 'rollback', sender: 'client' | 'seller' = 'client') {
  const a = await aCompany(t, { price_table_active: true, promo_price_active: true })
  const product = await aProduct(t, a, { price: '10,00', price2: '4,00', price_promo: '5,00' })
  const picked = await aClient(t, a)
  const own = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const changing = await t.owner.connect()
  await changing.query('begin')
  await changing.query('select 1 from company_counters where company_id = $1 for update', [a.id])
  const ids = sender === 'client' ? [own.id] : [picked]
  const places: Record<string, number> = { company: a.id, product: product.id, client: ids[0] as number }
  await changing.query(change.replace(/:(\w+)/g, (_, name: string) => String(places[name])))
  const sent =
    sender === 'client'
      ? order(t, a, own.token, aCart([{ product_id: product.id, quantity: 1 }]))
      : order(t, a, a.seller.token, aCart([{ product_id: product.id, quantity: 1 }], { client_id: picked }))
  await untilLocked(t.owner)
  await changing.query(end)
  changing.release()
  const r = await sent
  return r.status === 201 ? (r.body.data.total as string) : (r.body.code as string)
}
const CHANGES: [string, string][] = [
  ['update users set price_table = 2 where id = :client', '4,00'],
  ['update users set margin_bp = 1000 where id = :client', '5,50'],
  ['update products set price_promo = null where id = :product', '10,00'],
  ['update products set deleted_at = now() where id = :product', 'lines_refused'],
  ['update companies set promo_price_active = false where id = :company', '10,00'],
  ['update companies set min_order_cents = 100000 where id = :company', 'below_minimum'],
]
test('an order that waits for a change is priced and judged by what the change wrote', async () => {
  for (const [change, expected] of CHANGES) {
    assert.equal(await duringChange(change, 'commit'), expected, change)
    if (expected !== 'below_minimum') assert.equal(await duringChange(change, 'commit', 'seller'), expected, change)
  }
})
test('twin: an order that waits for a change that is taken back keeps its price', async () => {
  for (const [change] of CHANGES) assert.equal(await duringChange(change, 'rollback'), '5,00', change)
})
test('orders while prices and tables change have the price of before or after, never a mixture', async () => {
  const a = await aCompany(t, { price_table_active: true })
  const both = [
    await aProduct(t, a, { price: '10,00', price2: '30,00' }),
    await aProduct(t, a, { price: '10,00', price2: '30,00' }),
  ]
  const lines = both.map((p) => ({ product_id: p.id, quantity: 1 }))
  const { token } = a.admin
  const table = (n: number) =>
    t.call('POST', `/api/v1/users/${a.client.id}`, { token, body: { _method: 'PUT', price_table: n } })
  const acts = Array.from({ length: 50 }, (_, n) => async () => {
    const change = n % 5 === 0
    const r = change ? await table(1 + (n % 2)) : await order(t, a, a.client.token, aCart(lines))
    assert.equal(r.status, change ? 200 : 201, JSON.stringify(r.body))
    if (!change) assert.ok(['20,00', '60,00'].includes(r.body.data.total), r.body.data.total)
  })
  await Promise.all(acts.map((act) => act()))
  assert.equal((await table(2)).status, 200)
  assert.equal((await order(t, a, a.client.token, aCart(lines))).body.data.total, '60,00')
})

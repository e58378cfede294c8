// Sales, cancellations, prices and bulk changes of the same products at once: nobody is sent away because two waited for
// each other, and of the stock nothing is lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aProduct, order, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

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

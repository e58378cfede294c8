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
  assert.deepEqual(said.map((r) => r.status).toSorted(), [200, 201])
  assert.equal(new Set(said.map((r) => `${r.body.data.id} ${r.body.data.number}`)).size, 1)
  assert.deepEqual(await counters(), { number: before.number + 1, version: before.version + 1 })
  assert.equal((await shelf())[1], (shelfBefore[1] ?? 0) - 2)
  const next = await place([{ product_id: product.plate, quantity: 1 }])
  assert.equal(next.body.data.number, before.number + 2)
  const draft = { ...aCart([{ product_id: product.plate, quantity: 1 }]), status: 'rascunho' }
  assert.ok((await order(t, a, a.seller.token, draft)).status < 300)
})

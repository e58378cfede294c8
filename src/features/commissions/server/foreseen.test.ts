// What the pad foresees of a commission is what the server foresees of the order once it was sent.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { formatCents, parseCents } from '#shared/money.ts'
import { syncCatalogue } from '#features/products/contract.ts'
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
import { listPlaces, listRates } from '../contract.ts'
import { bookOn, earns, foresee, type Place } from '../rules.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const one = <T>(arbitrary: fc.Arbitrary<T>, seed: number) => fc.sample(arbitrary, { numRuns: 1, seed })[0] as T
const bp = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null, freq: 6 })
const placesUrl = (ids: number[]) => `/api/v2/commissions/places?products=${encodeURIComponent(JSON.stringify(ids))}`

/** A company with a tree of categories, products in them, and percentages of every kind and of three days. */
async function aShop(seed: number, settings: Record<string, unknown>) {
  const c = await aCompany(t, settings)
  const categories: number[] = []
  for (let i = 0; i < 5; i++)
    categories.push(
      (await t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name: `Categoria ${i}` } })).body.data
        .id,
    )
  const [over, ...under] = categories
  await t.owner.query('update categories set master_id = $1 where id = any($2)', [over, under.slice(0, 3)])
  const products: number[] = []
  for (let i = 0; i < 6; i++)
    products.push(
      (
        await aProduct(t, c, {
          name: `Peça ${i}`,
          price: formatCents(one(fc.integer({ min: 1, max: 40_000 }), seed * 31 + i)),
          categories: JSON.stringify(one(fc.subarray(categories), seed * 17 + i)),
        })
      ).id,
    )
  const other = await aPerson(t, c.id, 2)
  const whose = [
    {},
    { seller_id: c.seller.id },
    { seller_id: other.id },
    ...categories.map((category_id) => ({ category_id })),
    ...products.slice(0, 3).map((product_id) => ({ product_id })),
  ]
  const rates = fc.sample(fc.tuple(fc.nat(whose.length - 1), bp, fc.constantFrom(-40, -1, 0, 3)), { numRuns: 12, seed })
  const today = t.clock.now().getTime()
  for (const [n, percent, days] of rates) {
    const since = new Date(today + days * 86_400_000).toISOString().slice(0, 10)
    const body = { ...whose[n], percent: percent === null ? '' : formatCents(percent), since }
    assert.equal((await t.call('PUT', '/api/v2/commissions/rates', { token: c.admin.token, body })).status, 200)
  }
  return { c, products }
}
/** What a device knows: the copy of the catalogue, and the percentages. */
async function deviceOf(c: Company) {
  const get = async (url: string) => (await t.call('GET', url, { token: c.seller.token })).body.data
  const copy = z.decode(syncCatalogue.options.data, await get('/api/v2/offline?raw=1'))
  const rates = z.decode(listRates.options.data, await get('/api/v2/commissions/rates'))
  const book = bookOn(
    rates.map(({ percent, ...r }) => ({ ...r, rate_bp: percent })),
    copy.sale?.today ?? '',
  )
  const tree = new Map(copy.sale?.tree)
  const placeOf = (product_id: number): Place => ({
    product_id,
    categories: (copy.products.find((p) => p.id === product_id)?.categories ?? []).map((id) => ({
      id,
      master_id: tree.get(id) ?? null,
    })),
  })
  return { book, placeOf, copy }
}

test('for any percentages, discounts, currency and tree the device foresees to the cent what the server counts after sending', async () => {
  let compared = 0
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const importer = seed % 3 === 0
    const { c, products } = await aShop(seed, {
      importer,
      exchange_rate: '5.255001',
      has_sub_categories: seed % 2 === 0,
    })
    const client = await aPerson(t, c.id, 3, { seller_id: c.seller.id, currency: importer ? 'USD' : 'BRL' })
    const { book, placeOf } = await deviceOf(c)
    // A device without the whole catalogue asks for the places: the same.
    const asked = z.decode(
      listPlaces.options.data,
      (await t.call('GET', placesUrl(products), { token: c.seller.token })).body.data,
    )
    for (const id of products) {
      const place = asked.find((p) => p.product_id === id) ?? { product_id: id, categories: [] }
      const sorted = (p: Place) => p.categories.toSorted((a, b) => a.id - b.id)
      assert.deepEqual(sorted(place), sorted(placeOf(id)))
    }
    const carts = fc.sample(
      fc.record({
        lines: fc.uniqueArray(
          fc.record({
            at: fc.nat(products.length - 1),
            quantity: fc.integer({ min: 1, max: 40 }),
            discount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
          }),
          { selector: (l) => l.at, minLength: 1, maxLength: 6 },
        ),
        discount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
        freight: fc.integer({ min: 0, max: 9000 }),
      }),
      { numRuns: 8, seed },
    )
    for (const cart of carts) {
      const wanted = cart.lines.map((l) => ({
        product_id: products[l.at] as number,
        quantity: l.quantity,
        ...(l.discount && { discount: formatCents(l.discount) }),
      }))
      const body = aCart(wanted, {
        client_id: client.id,
        freight: formatCents(cart.freight),
        ...(cart.discount && { discount: formatCents(cart.discount) }),
      })
      const sent = await order(t, c, c.seller.token, body)
      assert.equal(sent.status, 201, JSON.stringify(sent.body))
      const lines = sent.body.data.lines.map((l: { product_id: number; price: string }, i: number) => ({
        product_id: l.product_id,
        unit_price: parseCents(l.price) as number,
        quantity: cart.lines[i]?.quantity as number,
        discount_bp: cart.lines[i]?.discount as number,
      }))
      const rate = importer ? '5.255001' : null
      const seen = foresee(book, c.seller.id, { lines, discount_bp: cart.discount, rate }, placeOf)
      const { body: listed } = await t.call('GET', '/api/v2/commissions/orders?limit=100', { token: c.seller.token })
      const stored = listed.data.find((o: { id: number }) => o.id === sent.body.data.id)
      assert.equal(formatCents(seen.commission), stored.commission, `seed ${seed}: ${JSON.stringify(cart)}`)
      if (seen.commission > 0) compared++
    }
  }
  assert.ok(compared > 20, `${compared} orders brought something`)
})
test('a seller whose percentage is nothing earns nothing; another’s percentage is not told', async () => {
  const c = await aCompany(t)
  const other = await aPerson(t, c.id, 2)
  const put = (body: object) => t.call('PUT', '/api/v2/commissions/rates', { token: c.admin.token, body })
  await put({ seller_id: other.id, percent: '9' })
  assert.equal(earns((await deviceOf(c)).book, c.seller.id), false)
  await put({ percent: '5' })
  assert.equal(earns((await deviceOf(c)).book, c.seller.id), true)
  await put({ seller_id: c.seller.id, percent: '0' })
  assert.equal(earns((await deviceOf(c)).book, c.seller.id), false)
  await put({ product_id: (await aProduct(t, c)).id, percent: '1' })
  assert.equal(earns((await deviceOf(c)).book, c.seller.id), true)
})
test('where products stand: for who sells, of the own company only; an odd list is refused', async () => {
  const { c, products } = await aShop(7, {})
  const b = await aCompany(t)
  const ask = async (token: string | undefined, ids: unknown) =>
    t.call('GET', placesUrl(ids as number[]), token ? { token } : {})
  const found = (await ask(c.admin.token, products)).body.data
  assert.ok(found.length > 0)
  assert.deepEqual((await ask(c.seller.token, products)).body.data, found)
  assert.deepEqual((await ask(b.admin.token, products)).body.data, [])
  const refused = [undefined, c.client.token, await aVisitor(t, c)]
  assert.deepEqual(
    await Promise.all(refused.map(async (token) => (await ask(token, products)).status)),
    [401, 403, 403],
  )
  for (const odd of ['x', [0], ['a'], Array.from({ length: 1001 }, (_, i) => i + 1)])
    assert.equal((await ask(c.seller.token, odd)).status, 422, JSON.stringify(odd).slice(0, 40))
})

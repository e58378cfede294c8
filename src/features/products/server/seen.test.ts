// What the device of who sells makes of the raw copy is what the server answers the client who is ordered for.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { type Product, productShape, syncCatalogue } from '../contract.ts'
import { dayNow, deviceDay, newClient, seenBy } from '../seen.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t, { price_table_active: true })
})
after(() => t.close())
const get = async (token: string, url: string) => t.call('GET', url, { token })
const copyOf = async (token: string) =>
  z.decode(syncCatalogue.options.data, (await get(token, '/api/v2/offline?raw=1')).body.data)
const wire = z.array(productShape)
const plain = (products: Product[]) => (z.encode(wire, products) as { id: number }[]).toSorted((x, y) => x.id - y.id)

const price = fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: null, freq: 4 })
const day = fc.option(fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22'), { nil: null })
const money = (n: number | null) => (n === null ? '' : (n / 100).toFixed(2).replace('.', ','))
const someOf = (ids: number[]) => fc.subarray(ids)
const aSwitch = fc.boolean()
const aSetting = fc.record({
  importer: aSwitch,
  price_table_active: aSwitch,
  promo_price_active: aSwitch,
  variations_active: aSwitch,
  tag_active: aSwitch,
  has_sub_categories: aSwitch,
  exchange_rate: fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 1e6).toFixed(6)),
})
const one = <T>(arbitrary: fc.Arbitrary<T>, seed: number) => fc.sample(arbitrary, { numRuns: 1, seed })[0] as T

test('for any product, switch and buyer the device shows what the server answers that client, and no more', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const settings = one(aSetting, seed)
    const c = await aCompany(t, settings)
    const categories: number[] = []
    for (let i = 0; i < 6; i++) {
      const body = { name: `Categoria ${i}` }
      categories.push((await t.call('POST', '/api/v1/categories', { token: c.admin.token, body })).body.data.id)
    }
    const [over, ...under] = categories
    await t.owner.query('update categories set master_id = $1 where id = any($2)', [over, under.slice(0, 3)])
    const facts = fc.record({
      price,
      price2: price,
      price3: price,
      price_promo: price,
      from: day,
      until: day,
      categories: someOf(categories),
      active: fc.integer({ min: 0, max: 4 }).map((n) => (n ? 1 : 0)),
      tags: fc.subarray(['Novo', 'Presente']),
      sizes: fc.array(fc.record({ price, surcharge: fc.integer({ min: 0, max: 999 }) }), { maxLength: 3 }),
    })
    for (const [i, f] of fc.sample(facts, { numRuns: 24, seed }).entries())
      await aProduct(t, c, {
        name: `Peça ${i}`,
        price: money(f.price),
        price2: money(f.price2),
        price3: money(f.price3),
        price_promo: money(f.price_promo),
        promo_from: f.from ?? '',
        promo_until: f.from && f.until && f.until < f.from ? '' : (f.until ?? ''),
        categories: JSON.stringify(f.categories),
        active: f.active,
        tags: JSON.stringify(f.tags),
        attributes: JSON.stringify(
          f.sizes.map((s, n) => ({ specs: { Tam: `${n}` }, price: money(s.price), surcharge: money(s.surcharge) })),
        ),
      })
    const buyers = fc.sample(
      fc.record({
        price_table: fc.integer({ min: 1, max: 3 }),
        margin_bp: fc.integer({ min: 0, max: 5000 }),
        currency: fc.constantFrom(...(settings.importer ? ['BRL', 'USD'] : ['BRL', 'USD', 'JPY'])),
        hidden_categories: someOf(categories),
      }),
      { numRuns: 8, seed },
    )
    const [sellers, admins] = [await copyOf(c.seller.token), await copyOf(c.admin.token)]
    for (const buyer of buyers) {
      const client = await aPerson(t, c.id, 3, { ...buyer, seller_id: c.seller.id })
      const theirs = (await get(client.token, '/api/v2/offline')).body.data.products as { id: number }[]
      const answer = theirs.toSorted((x, y) => x.id - y.id)
      for (const [copy, token] of [
        [sellers, c.seller.token],
        [admins, c.admin.token],
      ] as const) {
        assert.ok(copy.sale)
        const view = { buyer, hide_price: false, hidden_categories: buyer.hidden_categories }
        const seen = plain(seenBy(copy.products, view, copy.sale, new Map(copy.sale.tree)))
        assert.deepEqual(seen, answer, `seed ${seed}`)
        const asked = await get(token, `/api/v1/products?limit=500&client_id=${client.id}`)
        assert.deepEqual(
          asked.body.data.toSorted((x: { id: number }, y: { id: number }) => x.id - y.id),
          answer,
        )
      }
    }
    // A client who does not exist yet: the first table, as strangers see it.
    const stranger = (await get(await aVisitor(t, c), '/api/v2/offline')).body.data.products as { id: number }[]
    assert.ok(sellers.sale)
    const seen = seenBy(sellers.products, newClient(sellers.sale), sellers.sale, new Map(sellers.sale.tree))
    assert.deepEqual(
      plain(seen),
      stranger.toSorted((x, y) => x.id - y.id),
    )
    const asked = (await get(c.seller.token, '/api/v1/products?limit=500&client_id=novo')).body.data
    assert.deepEqual(
      asked.toSorted((x: { id: number }, y: { id: number }) => x.id - y.id),
      plain(seen),
    )
  }
})
test('every price is for who sells and sees prices: clients, visitors and a seller without prices are refused', async () => {
  await aProduct(t, a, { name: 'Vaso', price: '10,00', price2: '8,00' })
  const [product] = (await get(a.seller.token, '/api/v2/offline?raw=1')).body.data.products
  assert.deepEqual([product.price, product.price2], ['10,00', '8,00'])
  const blind = await aPerson(t, a.id, 2, { hide_price: true })
  for (const token of [a.client.token, await aVisitor(t, a), blind.token])
    assert.equal((await get(token, '/api/v2/offline?raw=1')).status, 403)
  assert.equal((await get(blind.token, '/api/v2/offline')).body.data.products[0].price, undefined)
})
test("through a client's eyes looks only who has that client: another's portfolio, a stranger's and another company's are not there", async () => {
  const b = await aCompany(t)
  const other = await aPerson(t, a.id, 2)
  const calls = ['/api/v1/products?', '/api/v1/categories?', `/api/v2/products/by_code/x?`]
  const mine = await aPerson(t, a.id, 3, { seller_id: a.seller.id, hide_price: true })
  for (const url of calls) {
    for (const client of [b.client.id, a.public_user, a.admin.id, 999_999])
      assert.equal((await get(a.seller.token, `${url}client_id=${client}`)).status, 404, url)
    assert.equal((await get(other.token, `${url}client_id=${mine.id}`)).status, 404, url)
    for (const token of [a.client.token, await aVisitor(t, a)])
      assert.equal((await get(token, `${url}client_id=${mine.id}`)).status, 403, url)
  }
  // The client's own prices are hidden from the client, not from who sells to them.
  const [first] = (await get(a.seller.token, `/api/v1/products?client_id=${mine.id}`)).body.data
  assert.equal(first.price, '10,00')
  assert.equal((await get(mine.token, '/api/v1/products')).body.data[0].price, undefined)
})
test("a seller's own hidden categories and sold-out products stay away from the copy, and narrow what a client is shown", async () => {
  const c = await aCompany(t)
  const body = { name: 'Reservada' }
  const category = (await t.call('POST', '/api/v1/categories', { token: c.admin.token, body })).body.data.id
  await aProduct(t, c, { name: 'Escondida', categories: JSON.stringify([category]) })
  await aProduct(t, c, { name: 'Acabou', stock: '0' })
  await aProduct(t, c, { name: 'Aberta' })
  const narrow = await aPerson(t, c.id, 2, { hidden_categories: [category], hide_no_stock: true })
  const client = await aPerson(t, c.id, 3, { seller_id: narrow.id })
  for (const url of ['/api/v2/offline?raw=1', `/api/v1/products?client_id=${client.id}`]) {
    const { data } = (await get(narrow.token, url)).body
    const names = (data.products ?? data).map((p: Product) => p.name)
    assert.deepEqual(names, ['Aberta'], url)
  }
})
test('the copy with every price is renewed by number, and neither the next day nor the exchange begins it anew', async () => {
  const c = await aCompany(t, { importer: true, exchange_rate: '5' })
  await aProduct(t, c, { name: 'Um' })
  const first = (await get(c.seller.token, '/api/v2/offline?raw=1')).body.data
  await t.owner.query('update companies set exchange_rate = 6 where id = $1', [c.id])
  t.clock.forward(24 * 3_600_000)
  const { token } = await aPerson(t, c.id, 2)
  const later = (
    await get(token, `/api/v2/offline?raw=1&since=${first.version}&projection=${encodeURIComponent(first.projection)}`)
  ).body.data
  assert.deepEqual([later.reset, later.products.length, later.sale.exchange_rate], [false, 0, '6.000000'])
  assert.ok(later.sale.today > first.sale.today)
})
test('the day goes on without the server, and a clock that is always wrong does no harm', () => {
  const sale = { today: '2026-11-21', time_zone: 'America/Sao_Paulo' }
  const wrong = new Date('2031-03-01T12:00:00Z')
  const then = deviceDay(sale.time_zone, wrong)
  assert.equal(dayNow(sale, then, wrong), '2026-11-21')
  assert.equal(dayNow(sale, then, new Date('2031-03-03T12:00:00Z')), '2026-11-23')
  assert.equal(dayNow(sale, then, new Date('2030-03-03T12:00:00Z')), '2026-11-21', 'set back')
})

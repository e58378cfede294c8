// One wish, one answer: the server's lists and the device's copy give the same products in the same order.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { findOnDevice, type Wish } from '#features/catalogue/web/wishes.ts'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'
import * as z from 'zod/mini'
import { type Product, productShape } from '../contract.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { promo_price_active: true, price_table_active: true, tag_active: true })
  await t.owner.query('update users set price_table = 2 where id = $1', [a.client.id])
  const sizes = ['350ML', '1L', '2L']
  for (const [n, brand] of ['AGUA TONICA', 'AGUA TONICA ZERO', 'HEINEKEN', 'HEINEKEN 0.0'].entries())
    for (const [m, size] of sizes.entries())
      for (const end of ['', ' LT', ' LT ZERO'])
        await aProduct(t, a, {
          name: `${brand} ${size}${end}`,
          code: `${n}${m}${end.length}`,
          ...(m < 2 && { price: `${5 + ((n * 7 + m * 3 + end.length) % 4)},50` }),
          ...(n === 2 && { price2: '4,00' }),
          ...(end === ' LT' && { price_promo: '3,10', ...(m === 1 && { promo_until: '2020-01-01' }) }),
          ...(n === 1 && { tags: '["Oferta"]' }),
          order: String(m % 2),
        })
  await aProduct(t, a, { name: '1L', code: 'X-9' })
  await aProduct(t, a, { name: 'Copo', code: '1L90' })
})
after(() => t.close())
const ask = async (token: string, query: Record<string, string>) => {
  const search = new URLSearchParams({ limit: '100', ...query })
  const r = await t.call('GET', `/api/v1/products?${search}`, { token })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return (r.body.data as unknown[]).map((p) => z.decode(productShape, p as never) as Product)
}
const ids = (products: Product[]) => products.map((p) => p.id)

test('the server orders a list and a search as the device does', async () => {
  const wish = fc.record({
    name: fc.constantFrom('', 'agua', 'agua tonica 1l', 'heineken', 'heinekem', '1l', 'lt', 'zero', 'tonica'),
    order: fc.constantFrom('order', 'name', 'price', '-price', 'newest') as fc.Arbitrary<Wish['order']>,
    tag: fc.constantFrom('', 'Oferta'),
    promo: fc.boolean(),
  })
  const whole = new Map<string, Product[]>()
  for (const token of [a.client.token, a.seller.token]) whole.set(token, await ask(token, {}))
  await fc.assert(
    fc.asyncProperty(wish, fc.constantFrom(...whole.keys()), async (w, token) => {
      const asked: Record<string, string> = { name: w.name, order: w.order }
      if (w.tag) asked.tags = w.tag
      if (w.promo) asked.only = 'promo'
      const here = findOnDevice(whole.get(token) as Product[], { ...w, category_id: null, client_id: undefined }, null)
      assert.deepEqual(ids(await ask(token, asked)), ids(here), JSON.stringify(w))
    }),
    { numRuns: 120 },
  )
})
test('puts the whole name first, then names that begin with it', async () => {
  const names = async (name: string) => (await ask(a.client.token, { name })).map((p) => p.name)
  for (const { name } of await ask(a.client.token, {})) assert.equal((await names(name))[0], name)
  // A code that only begins with the words comes after a name that is the words.
  assert.deepEqual((await names('1L')).slice(0, 2), ['1L', 'Copo'])
})

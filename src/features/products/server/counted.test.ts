// How many products stand on a shelf is counted once and kept: until one comes, goes or moves, and no longer.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { pagesOf } from '#features/storefront/server/index.ts'
import { inCompany } from '#server/db.ts'
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
} from '../../../../test/kit.ts'
import { countStanding, filterOf } from './index.ts'

let t: TestApp
let a: Company
let visitor: string
before(async () => {
  t = await startTestApp({ pages: pagesOf(resolve('build')) })
  a = await aCompany(t, { tag_active: true })
  visitor = await aVisitor(t, a)
})
after(() => t.close())
const numbers = async () =>
  (await t.owner.query('select shelf_version, catalogue_version from company_counters where company_id = $1', [a.id]))
    .rows[0] as { shelf_version: number; catalogue_version: number }
/** What a visitor is told: of all, by category, by tag; the first page says the same. */
async function told(): Promise<Record<string, number>> {
  const list = (await t.call('GET', '/api/v1/products?limit=1', { token: visitor })).body
  const categories = (await t.call('GET', '/api/v1/categories', { token: visitor })).body.data
  const html = (await t.call('GET', '/pedidos', { headers: { host: `${a.path}.localhost` } })).body as string
  const first = Number(/"total":(\d+)/.exec(html)?.[1])
  assert.equal(first, list.total)
  return {
    all: list.total as number,
    ...Object.fromEntries(categories.map((c: { name: string; products: number }) => [c.name, c.products])),
  }
}
const admin = (method: string, path: string, body?: object) => t.call(method, path, { token: a.admin.token, body })
async function category(name: string, more: object = {}): Promise<number> {
  return (await admin('POST', '/api/v1/categories', { name, ...more })).body.data.id
}

test('what comes, goes, is switched off or moves is counted anew; what is sold, renamed or priced is not', async () => {
  const [clay, glass] = [await category('Barro'), await category('Vidro')]
  const mug = await aProduct(t, a, { name: 'Caneca', stock: '10', categories: JSON.stringify([clay]) })
  const bowl = await aProduct(t, a, { name: 'Tigela', categories: JSON.stringify([clay]) })
  assert.deepEqual(await told(), { all: 2, Barro: 2, Vidro: 0 })
  /** What the visitor is told after something was done, and whether it was counted for that. */
  const after = async (does: () => Promise<unknown>) => {
    const was = await numbers()
    await does()
    const is = await numbers()
    assert.ok(is.catalogue_version > was.catalogue_version, 'the catalogue changed')
    return [await told(), is.shelf_version !== was.shelf_version]
  }
  const put = (id: number, body: object) => () => admin('PUT', `/api/v1/products/${id}`, body)
  const both = { all: 2, Barro: 2, Vidro: 0 }
  const sale = () => order(t, a, a.client.token, aCart([{ product_id: mug.id, quantity: 3 }]))
  assert.deepEqual(await after(sale), [both, false])
  assert.deepEqual(await after(put(bowl.id, { name: 'Tigela funda', price: '77,00' })), [both, false])
  assert.deepEqual(await after(put(mug.id, { active: '0' })), [{ all: 1, Barro: 1, Vidro: 0 }, true])
  assert.deepEqual(await after(put(mug.id, { active: '1' })), [both, true])
  const moved = put(bowl.id, { categories: JSON.stringify([glass]) })
  assert.deepEqual(await after(moved), [{ all: 2, Barro: 1, Vidro: 1 }, true])
  assert.deepEqual(await after(put(bowl.id, { tags: 'feira' })), [{ all: 2, Barro: 1, Vidro: 1 }, true])
  const under = () =>
    admin('PUT', `/api/v1/categories/${clay}`, { is_master_category: 1, sub_categories: `[${glass}]` })
  assert.deepEqual(await after(under), [{ all: 2, Barro: 2 }, true])
  const gone = () => admin('DELETE', `/api/v1/products/${bowl.id}`)
  assert.deepEqual(await after(gone), [{ all: 1, Barro: 1 }, true])
  const made = () => aProduct(t, a, { name: 'Jarra', categories: JSON.stringify([clay]) })
  assert.deepEqual(await after(made), [{ all: 2, Barro: 2 }, true])
  const deleted = () => admin('DELETE', `/api/v1/categories/${clay}`)
  assert.deepEqual(await after(deleted), [{ all: 2, Vidro: 0 }, true])
})
test('who hides what is sold out: counted anew when the last piece goes or one comes back, of a product or a choice, and not with each sale', async () => {
  const c = await aCompany(t, { variations_active: true })
  const put = (id: number, body: object) => t.call('PUT', `/api/v1/products/${id}`, { token: c.admin.token, body })
  const jar = await aProduct(t, c, { name: 'Jarro', stock: '3' })
  const cup = await aProduct(t, c, { name: 'Copo', stock: '0' })
  const blind = await aPerson(t, c.id, 3, { hide_no_stock: true })
  const total = async () =>
    (await t.call('GET', '/api/v1/products?limit=1', { token: blind.token })).body.total as number
  const version = async () =>
    (await t.owner.query('select shelf_version from company_counters where company_id = $1', [c.id])).rows[0]
      .shelf_version as number
  /** How many are seen after something was done, and whether it was counted for that. */
  const after = async (does: () => Promise<{ status: number }>) => {
    const was = await version()
    assert.ok((await does()).status < 300)
    return [await total(), (await version()) !== was]
  }
  const sell = (quantity: number) => () => order(t, c, c.client.token, aCart([{ product_id: jar.id, quantity }]))
  assert.equal(await total(), 1)
  assert.deepEqual(await after(sell(1)), [1, false])
  assert.deepEqual(await after(sell(2)), [0, true])
  assert.deepEqual(await after(() => put(jar.id, { stock: '2' })), [1, true])
  assert.deepEqual(await after(() => put(jar.id, { stock: '9' })), [1, false])
  const choices = (stock: number) => () => put(cup.id, { attributes: [{ specs: { Cor: 'Azul' }, stock }] })
  assert.deepEqual(await after(choices(4)), [2, true])
  const use = (on: number) => () =>
    t.call('PUT', `/api/v1/companies/${c.id}`, { token: c.admin.token, body: { variations_active: on } })
  assert.deepEqual(await after(use(0)), [1, true])
  assert.deepEqual(await after(use(1)), [2, true])
  assert.deepEqual(await after(choices(0)), [1, true])
})
test('there is a number to keep counts under, and none inside of a transaction that changes the catalogue', async () => {
  const kept = await inCompany(t.kit.pool, a.id, async (tx) => {
    const shelf = () => tx.sql`select version from app.shelf_version()`
    const before = await shelf()
    await tx.sql`update products set name = name || '!' where company_id = ${a.id}`
    return [before.length, (await shelf()).length]
  })
  assert.deepEqual(kept, [1, 0])
})
test('what is counted inside of a change that comes to nothing is not what others are told later', async () => {
  const count = (change: boolean, fails: boolean) =>
    inCompany(t.kit.pool, a.id, async (tx) => {
      if (change) await tx.sql`update products set active = false where company_id = ${a.id}`
      const filter = filterOf({
        raw: false,
        buyer: { price_table: 1, margin_bp: 0, currency: 'BRL' },
        hidden_categories: [],
        hide_no_stock: false,
      } as unknown as Parameters<typeof filterOf>[0])
      const n = await countStanding(tx, filter)
      if (fails) throw new Error(String(n))
      return n
    })
  const before = await count(false, false)
  assert.ok(before > 0)
  await assert.rejects(count(true, true), /^Error: 0$/)
  // The next change takes the same number.
  await aProduct(t, a, { name: 'Moringa' })
  assert.equal(await count(false, false), before + 1)
})
test('a product is linked to a category, and taken out of it, before anything else is written', async () => {
  const [into, product] = [await category('Feira'), await aProduct(t, a, { name: 'Pote' })]
  await inCompany(
    t.kit.pool,
    a.id,
    (tx) => tx.sql`
      insert into product_categories (company_id, product_id, category_id) values (${a.id}, ${product.id}, ${into})`,
  )
  assert.deepEqual((await told()).Feira, 1)
  await inCompany(t.kit.pool, a.id, (tx) => tx.sql`delete from product_categories where product_id = ${product.id}`)
  assert.deepEqual((await told()).Feira, 0)
})
test('a company’s numbers are its own: another one’s are counted apart', async () => {
  const b = await aCompany(t)
  await aProduct(t, b)
  const list = await t.call('GET', '/api/v1/products?limit=1', { token: await aVisitor(t, b) })
  assert.equal(list.body.total, 1)
})

// What is kept of products: whatever is written and whoever reads, an answer from memory is byte by byte what a server
// answers that keeps nothing; a herd has a product made once; ten thousand companies stay inside the bound.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as z from 'zod/mini'
import { productShape } from '#features/products/contract.ts'
import { encoder } from '#server/encode.ts'
import { forget, keepEach, keepValue, keptNow, MOST_BYTES, type Text, type Versioned } from '#server/kept.ts'
import { aCart, aCompany, aPerson, aProduct, aVisitor, order, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())

/** Numbers that look drawn, the same at every run. */
function drawn(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * most)
  }
}
const bytesOf = async (url: string, token: string) => {
  const r = await t.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return `${r.statusCode} ${r.body}`
}

test('whatever is written and whoever reads: every answer is byte by byte that of a server that keeps nothing', async () => {
  const draw = drawn(18)
  const a = await aCompany(t, { price_table_active: true, has_sub_categories: false })
  const b = await aCompany(t)
  const one = async (sql: string, ...values: unknown[]) => Number((await t.owner.query(sql, values)).rows[0].id)
  const addCategory = 'insert into categories (company_id, name, master_id) values ($1, $2, $3) returning id'
  const top = await one(addCategory, a.id, 'Mesa', null)
  const below = await one(addCategory, a.id, 'Copos', top)
  const entity = await one(
    `insert into entities (company_id, name, code, type) values ($1, 'Oficina', 'OF', 'artesaos') returning id`,
    a.id,
  )
  const products: number[] = []
  for (let n = 0; n < 8; n++) {
    const attributes = [
      { specs: { Cor: 'Azul' }, surcharge: '1,00', stock: 50 },
      { specs: { Cor: 'Cru' }, stock: 50 },
    ]
    const made = await aProduct(t, a, {
      name: `Copo ${n}`,
      price: '20,00',
      price2: '18,00',
      stock: 500,
      tags: ['novo'],
      categories: [n % 2 ? below : top],
      entity_id: entity,
      ...(n % 3 === 0 && { attributes }),
    })
    products.push(made.id)
    if (n < 4) await aProduct(t, b, { name: `Copo ${n}`, price: '99,00' })
  }
  const readers = [
    a.admin.token,
    a.seller.token,
    a.client.token,
    (await aPerson(t, a.id, 3, { price_table: 2, margin_bp: 1250 })).token,
    (await aPerson(t, a.id, 3, { hide_price: true })).token,
    (await aPerson(t, a.id, 3, { hidden_categories: [below], hide_no_stock: true })).token,
    await aVisitor(t, a),
    b.client.token,
  ]
  const some = () => products[draw(products.length)] as number
  const asks = [
    () => '/api/v1/products?limit=3',
    () => `/api/v1/products?limit=3&page=${1 + draw(3)}`,
    () => `/api/v1/products?category_id=${top}&order=name`,
    () => '/api/v1/products?name=copo&limit=5',
    () => '/api/v1/products?tags=novo',
    () => '/api/v1/products?only=promo',
    () => `/api/v1/products/${some()}`,
    () => '/api/v2/offline',
    () => '/api/v1/categories',
  ]
  const change = (body: object) => t.call('PUT', `/api/v1/products/${some()}`, { token: a.admin.token, body })
  const sql = (text: string, ...values: unknown[]) => t.owner.query(text, values)
  const writes = [
    () => change({ price: `${10 + draw(20)},00` }),
    () => change({ price_promo: draw(2) ? '5,00' : '' }),
    () => change({ name: `Copo ${draw(100)}` }),
    () => change({ active: draw(2) }),
    () => change({ stock: draw(3) }),
    () => change({ tags: draw(2) ? ['novo', 'barro'] : [] }),
    () => change({ categories: draw(2) ? [top] : [below] }),
    () => change({ entity_id: draw(2) ? entity : '' }),
    () => order(t, a, a.client.token, aCart([{ product_id: some(), quantity: 1, specs: { Cor: 'Azul' } }])),
    () => sql('update variations set stock = $2 where company_id = $1', a.id, draw(2)),
    () => sql('update companies set promo_price_active = not promo_price_active where id = $1', a.id),
    () => sql('update companies set variations_active = not variations_active where id = $1', a.id),
    () => sql('update companies set tag_active = not tag_active where id = $1', a.id),
    () => sql('update companies set has_sub_categories = not has_sub_categories where id = $1', a.id),
    () => sql('update companies set importer = true, exchange_rate = $2 where id = $1', a.id, 1 + draw(5)),
    () => sql('update categories set master_id = $2 where id = $1', below, draw(2) ? top : null),
    () => sql('update entities set name = $2 where id = $1', entity, `Oficina ${draw(9)}`),
    async () => t.clock.forward(11 * 3600_000),
  ]
  let asked = 0
  let found = 0
  for (let step = 0; step < 2 * writes.length; step++) {
    await (writes[step % writes.length] as () => Promise<unknown>)()
    for (let n = 0; n < 2; n++) {
      const [url, token] = [(asks[draw(asks.length)] as () => string)(), readers[draw(readers.length)] as string]
      const before = keptNow().found
      const kept = [await bytesOf(url, token), await bytesOf(url, token)]
      found += keptNow().found - before
      forget()
      const anew = await bytesOf(url, token)
      assert.deepEqual(kept, [anew, anew], `${step}: ${url}`)
      assert.doesNotMatch(anew, /^(401|5)/, url)
      asked++
      // What others read meanwhile is kept when the next one asks, after the next change.
      for (const other of readers) await bytesOf('/api/v1/products?limit=100', other)
    }
  }
  assert.ok(asked === 4 * writes.length && found > asked, `${found}`)
})

interface Model extends Versioned {
  price: number
}
/** Whether readers of two tables are ever shown what is not theirs, or no longer so, while a thousand prices change; `kind`
 * as the memory tells their texts apart. */
async function alwaysTheirs(kind: (table: number) => string): Promise<boolean> {
  const draw = drawn(7)
  const models: Model[] = Array.from({ length: 20 }, (_, id) => ({ id, version: 1, price: 100 }))
  const text = (m: Model, table: number) => ({ id: m.id, version: m.version, text: `${table}:${m.price}` })
  for (let step = 0; step < 1000; step++) {
    const changed = models[draw(20)] as Model
    Object.assign(changed, { version: changed.version + 1, price: draw(1000) })
    const table = 1 + draw(2)
    const wanted = models.filter(() => draw(2) === 0)
    const make = async (ids: number[]) => ids.map((id) => text(models[id] as Model, table))
    const got = await keepEach(kind(table), wanted, make)
    const right = wanted.map((m) => text(m, table))
    if (JSON.stringify(got) !== JSON.stringify(right)) return false
  }
  return true
}
test('a text is never shown to another projection, nor after a change', async () => {
  const company = randomUUID()
  assert.equal(await alwaysTheirs((table) => `${company}|${table}`), true)
})
test('twin: a key without the projection shows one reader the prices of another', async () => {
  const company = randomUUID()
  assert.equal(await alwaysTheirs(() => company), false)
})
test('fifty who ask for one page at once have each product made once, in one go', async () => {
  const kind = randomUUID()
  const wanted = Array.from({ length: 24 }, (_, id) => ({ id, version: 1 }))
  const questions: number[][] = []
  const make = async (ids: number[]): Promise<Text[]> => {
    questions.push(ids)
    await new Promise((r) => setTimeout(r, 20))
    return ids.map((id) => ({ id, version: 1, text: `${id}` }))
  }
  const pages = await Promise.all(Array.from({ length: 50 }, () => keepEach(kind, wanted, make)))
  assert.deepEqual([questions.length, questions[0]?.length], [1, 24])
  assert.ok(pages.every((p) => p.map((x) => x.text).join() === wanted.map((w) => w.id).join()))
  // One of them changes: it alone is made again.
  await Promise.all(
    Array.from({ length: 50 }, () =>
      keepEach(kind, [...wanted.slice(1), { id: 0, version: 2 }], async (ids) => {
        questions.push(ids)
        return ids.map((id) => ({ id, version: 2, text: 'new' }))
      }),
    ),
  )
  assert.deepEqual(questions.slice(1), [[0]])
})
test('what one reader’s eyes passed over is asked for again by who still sees it; what is gone is left out', async () => {
  const kind = randomUUID()
  const wanted = [
    { id: 1, version: 1 },
    { id: 2, version: 1 },
  ]
  const make = (seen: number[]) => async (ids: number[]) => {
    await new Promise((r) => setTimeout(r, 10))
    return ids.filter((id) => seen.includes(id)).map((id) => ({ id, version: 1, text: `${id}` }))
  }
  const [blind, seeing] = await Promise.all([keepEach(kind, wanted, make([1])), keepEach(kind, wanted, make([1, 2]))])
  assert.deepEqual([blind.map((x) => x.id), seeing.map((x) => x.id)], [[1], [1, 2]])
  const failing = keepEach(kind, [{ id: 3, version: 1 }], () => Promise.reject(new Error('falhou')))
  await assert.rejects(failing, /falhou/)
  assert.equal((await keepEach(kind, [{ id: 3, version: 1 }], make([3]))).length, 1)
})
test('ten thousand companies stay inside the bound, and /metrics says how much is kept', async () => {
  const text = 'x'.repeat(2000)
  for (let company = 0; company < 10_000; company++) {
    const wanted = [1, 2, 3].map((id) => ({ id, version: 1 }))
    await keepEach(`bound|${company}`, wanted, async (ids) => ids.map((id) => ({ id, version: 1, text })))
    for (let again = 0; again < 2; again++)
      await keepValue(
        `bound:list:${company}`,
        async () => wanted,
        () => 1000,
      )
  }
  const { bytes, entries } = keptNow()
  assert.ok(bytes <= MOST_BYTES && bytes > MOST_BYTES / 2, `${bytes}`)
  const r = await t.app.inject({ url: '/metrics' })
  assert.match(r.body, new RegExp(`^kept_bytes ${bytes}$`, 'm'))
  assert.match(r.body, new RegExp(`^kept_entries ${entries}$`, 'm'))
})
test('what writes a product’s text writes what the contract writes', async () => {
  const a = await aCompany(t)
  const made = await aProduct(t, a, {
    name: 'Copo “torto” \u2028 ção',
    price: '1,05',
    price_promo: '0,99',
    promo_until: '2027-01-31',
    tags: ['a'],
    attributes: [{ specs: { Cor: 'Azul' }, stock: 0, more: 1 }],
  })
  const encode = encoder(productShape)
  const kept = z.decode(productShape, made as never)
  for (const value of [kept, { ...kept, price: null, entity: null, code_2: undefined, version: 3 }])
    assert.equal(JSON.stringify(encode(value)), JSON.stringify(z.encode(productShape, value)))
})

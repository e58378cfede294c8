// The database gone, silent or slow for a minute (without --long for a fifth of it): nobody waits for ever, what cannot be
// done is said and when to try again, nothing acknowledged is lost, and all of it comes back by itself.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Apart, startApart } from './apart.ts'
import { type Way, wayToDatabase } from './away.ts'
import { aCart, aCompany, aProduct, type Company, hears, newCart, startTestApp, type TestApp, until } from './kit.ts'

/** The patience that an installation has without a setting. */
const DEFAULT = { REQUEST_PATIENCE: '5' }
const SECONDS = process.env.LONG ? 60 : 12
let t: TestApp
let a: Company
let way: Way
let server: Apart
let product: number
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = (await aProduct(t, a, { price: '10,00', stock: '1000000' })).id
  way = await wayToDatabase(t.config.databaseUrl)
  const [databaseUrl, ownerUrl] = [way.url(t.config.databaseUrl), way.url(t.config.ownerUrl)]
  server = await startApart({ ...t, config: { ...t.config, databaseUrl, ownerUrl } }, { TEST_JOBS: '1', ...DEFAULT })
})
after(async () => {
  server?.stop()
  way.close()
  await t.close()
})
const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const as = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
interface Heard {
  status: number
  retryAfter: string | null
  message: string
  took: number
}
async function ask(path: string, init: RequestInit): Promise<Heard> {
  const began = Date.now()
  const r = await fetch(at(path), { ...init, signal: AbortSignal.timeout(120_000) })
  const { message = '' } = (await r.json()) as { message?: string }
  return { status: r.status, retryAfter: r.headers.get('retry-after'), message, took: Date.now() - began }
}
const list = () => ask('/api/v1/products', { headers: as(a.client.token) })
const placed = (cart_id: string) =>
  ask(`/api/v2/companies/${a.id}/order_cart`, {
    method: 'POST',
    headers: as(a.client.token),
    body: JSON.stringify(aCart([{ product_id: product, quantity: 1 }], { cart_id })),
  })
/** Whether somebody who listens is told of an order within some seconds. */
const isHeard = () => hears(at(''), a.client.token, 'order', () => placed(newCart()))
const waiting = async () =>
  (await t.owner.query("select 1 from graphile_worker.jobs where task_identifier = 'order_mail'")).rowCount

for (const mode of ['closed', 'silent', 'slow'] as const)
  test(`the database ${mode} for ${SECONDS} s: answers are right or 503 with Retry-After, and within 30 s all is as before: orders, mails, live updates`, async (c) => {
    assert.equal((await list()).status, 200)
    const carts = new Map<string, number>()
    const heard: Heard[] = []
    let over = false
    const client = async (n: number) => {
      while (!over) {
        const cart = newCart()
        const h = n % 2 ? await list() : await placed(cart)
        heard.push(h)
        if (h.status === 201) carts.set(cart, h.status)
        await new Promise((r) => setTimeout(r, 100))
      }
    }
    const clients = Array.from({ length: 8 }, (_, n) => client(n))
    way.set(mode)
    await new Promise((r) => setTimeout(r, SECONDS * 1000))
    const alive = await fetch(at('/healthz'))
    assert.equal(alive.status, 200)
    const back = Date.now()
    way.set('open')
    await until(async () => (await list()).status === 200 && (await placed(newCart())).status === 201)
    c.diagnostic(`back after ${Date.now() - back} ms`)
    over = true
    await Promise.all(clients)
    const wrong = heard.filter(
      (h) => ![200, 201].includes(h.status) && !(h.status === 503 && h.retryAfter && h.message),
    )
    assert.deepEqual(wrong, [], `${JSON.stringify(wrong)}\n${server.output()}`)
    if (mode !== 'slow') assert.ok(heard.some((h) => h.status === 503))
    assert.ok(Math.max(...heard.map((h) => h.took)) < 30_000, 'somebody waited for ever')
    const { rows } = await t.owner.query(
      'select count(distinct cart_id)::int as n from orders where cart_id = any($1)',
      [[...carts.keys()]],
    )
    assert.equal(rows[0].n, carts.size, 'acknowledged and lost')
    await until(isHeard)
    await until(async () => (await waiting()) === 0)
    assert.ok(server.alive())
  })

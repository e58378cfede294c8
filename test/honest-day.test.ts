// A day of an honest company that pays meets no limit: orders, mails and photos by real calls, under the limits of an
// installation. `--long`: 1,000 orders, their 1,000 mails and 200 photos.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { aCart, aClient, aCompany, aPerson, aProduct, order, startTestApp, type TestApp, untilIdle } from './kit.ts'

const [ORDERS, PHOTOS] = process.env.LONG ? [1000, 200] : [60, 12]
/** A working day. */
const HOURS = 10

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: DEFAULT_LIMITS } })
})
after(() => t.close())

test('an honest company that pays meets no limit in a day of orders, mails and photos', async (c) => {
  c.diagnostic(`${ORDERS} orders, ${PHOTOS} photos`)
  const a = await aCompany(t, { orders_email: 'pedidos@honesta.test' })
  await t.owner.query('update companies set created_at = $2 where id = $1', [a.id, t.clock.now()])
  await t.jobs()
  a.admin = await aPerson(t, a.id, 1)
  const sellers = [await aPerson(t, a.id, 2), await aPerson(t, a.id, 2)]
  const product = await aProduct(t, a, { price: '10,00' })
  const dot = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a04030' } })
    .png()
    .toBuffer()
  const clients: { id: number; token: string; seller: string }[] = []
  for (let n = 0; n < 40; n++) {
    const seller = sellers[n % 2] as (typeof sellers)[number]
    const email = `compras${n}@cliente.test`
    clients.push(
      n % 4 === 0
        ? { ...(await aPerson(t, a.id, 3, { seller_id: seller.id, email })), seller: seller.token }
        : { id: await aClient(t, a, { seller_id: seller.id, email }), token: '', seller: seller.token },
    )
  }
  const statuses: Record<string, number> = {}
  const count = (what: string, r: { status: number; body: unknown }) => {
    const key = r.status < 300 ? what : `${what} ${r.status} ${JSON.stringify(r.body)}`
    statuses[key] = (statuses[key] ?? 0) + 1
  }
  for (let n = 0; n < ORDERS; n++) {
    t.clock.forward(Math.floor((HOURS * 3_600_000) / ORDERS))
    const client = clients[n % clients.length] as (typeof clients)[number]
    const lines = [{ product_id: product.id, quantity: 1 + (n % 9) }]
    // Every other order of a seller begins as a quote, which its client gets by mail.
    const more = client.token ? {} : { client_id: client.id, ...(n % 2 && { quote: 1 }) }
    count('order', await order(t, a, client.token || client.seller, aCart(lines, more)))
    if (n % Math.floor(ORDERS / PHOTOS) > 0) continue
    const image = new Blob([new Uint8Array(Buffer.concat([dot, randomBytes(30_000)]))])
    count(
      'photo',
      await t.call('POST', '/api/v2/images/add_image_to_product', { token: a.admin.token, form: { image } }),
    )
  }
  assert.deepEqual(Object.keys(statuses).toSorted(), ['order', 'photo'], JSON.stringify(statuses))
  assert.deepEqual([statuses.order, (statuses.photo ?? 0) >= PHOTOS], [ORDERS, true])
  await untilIdle(t)
  const { rows } = await t.owner.query(
    "select status, count(*)::int as n from mails where company_id = $1 and template in ('order', 'quote') group by 1",
    [a.id],
  )
  assert.deepEqual(rows, [{ status: 'enviada', n: ORDERS }])
})
test('negative control: the same mails of a company on trial are held', async () => {
  const a = await aCompany(t, { trial: true, orders_email: 'pedidos@nova.test' })
  const product = await aProduct(t, a, { price: '10,00' })
  for (let n = 0; n < 14; n++) {
    t.clock.forward(60_000)
    assert.equal((await order(t, a, a.client.token, aCart([{ product_id: product.id, quantity: 1 }]))).status, 201)
  }
  await untilIdle(t)
  const { rows } = await t.owner.query(
    "select status, count(*)::int as n from mails where company_id = $1 and template = 'order' group by 1 order by 1",
    [a.id],
  )
  assert.deepEqual(rows, [
    { status: 'enviada', n: 10 },
    { status: 'segurada', n: 4 },
  ])
})

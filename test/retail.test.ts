import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasRetail, openShop, readOrders, type Send, sendOrder } from '../scripts/retail.ts'
import { startTestApp } from './kit.ts'

const MOST = process.env.LONG ? 2000 : 300
test(`the first ${MOST} real orders: 3,115 products by spreadsheet, each order comes to its row, the sum is exact`, {
  skip: hasRetail() ? false : 'os dados reais (../shared/data) não estão aqui',
}, async () => {
  const t = await startTestApp()
  try {
    const send: Send = async (method, path, { token, body, form }) => {
      const r = await t.call(method, path, {
        ...(token && { token }),
        ...(body !== undefined && { body }),
        ...(form && { form: Object.fromEntries(form) as Record<string, string | Blob> }),
      })
      return { status: r.status, body: r.body as never, retryAfter: Number(r.headers['retry-after'] ?? 1) }
    }
    const orders = readOrders(MOST)
    const shop = await openShop(t.owner, send, [...new Set(orders.map((o) => o.customer))])
    assert.equal(shop.products.size, 3115)
    for (const o of orders) {
      // The clock moves, so that the default limits stay as they are.
      t.clock.forward(1500)
      assert.equal(await sendOrder(shop, send, t.config.appKey, o), o.total, o.invoice)
    }
    const { rows } = await t.owner.query('select count(*)::int as n, sum(total)::int as sum from orders')
    assert.deepEqual(rows[0], { n: orders.length, sum: orders.reduce((s, o) => s + o.total, 0) })
  } finally {
    await t.close()
  }
})

// The 11,476 real orders as history: the list of the day, intervals and usual quantities against another calculation.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hasRetail, openShop, readOrders, RETAIL, type Send, type Shop } from '../scripts/retail.ts'
import { aPerson, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

interface Line {
  invoice: string
  customer: string
  date: string
  code: string
  quantity: number
}
const readLines = (): Line[] =>
  readFileSync(join(RETAIL, 'order-lines.csv'), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean)
    .map((l) => {
      const [invoice, customer, date, code, quantity] = l.split(',') as [string, string, string, string, string]
      return { invoice, customer, date, code, quantity: Number(quantity) }
    })
/** The whole file as orders of its clients at noon of their days, shared out among these sellers. */
async function bring(t: TestApp, shop: Shop, lines: Line[], sellers: number[]): Promise<void> {
  const seller = (customer: string) => sellers[Number(customer) % sellers.length] as number
  const clients = [...shop.clients].map(([customer, id]) => ({ id, seller: seller(customer) }))
  await t.owner.query(
    'update users u set seller_id = x.seller from jsonb_to_recordset($1::jsonb) as x(id bigint, seller bigint) where u.id = x.id',
    [JSON.stringify(clients)],
  )
  const days = new Map(lines.map((l) => [l.invoice, l.date]))
  const orders = readOrders().map((o, n) => ({
    number: n + 1,
    cart: `retail-${o.invoice}`,
    client: shop.clients.get(o.customer),
    seller: seller(o.customer),
    at: `${days.get(o.invoice)}T15:00:00Z`,
    total: o.total,
    lines: o.lines.map((l, k) => ({ line: k + 1, product: shop.products.get(l.code)?.id, quantity: l.quantity })),
  }))
  for (let from = 0; from < orders.length; from += 2000) {
    const some = JSON.stringify(orders.slice(from, from + 2000))
    await t.owner.query(
      `insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
         created_by, client_id, name, subtotal, total, items_count, received_at, updated_at)
       select $1, number, cart, '', cart, 'entregue', 'vendedor', 'user', seller, seller, client, 'Cliente', total, total, 1, at, at
       from jsonb_to_recordset($2::jsonb) as x(number bigint, cart text, client bigint, seller bigint, at timestamptz, total bigint)
       order by number`,
      [shop.company, some],
    )
    await t.owner.query(
      `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
       select $1, o.id, l.line, l.product, '', '', l.quantity, 0, 0
       from jsonb_to_recordset($2::jsonb) as x(cart text, lines jsonb) join orders o on o.cart_id = x.cart,
         jsonb_to_recordset(x.lines) as l(line int, product bigint, quantity bigint)`,
      [shop.company, some],
    )
  }
  await t.owner.query('analyze')
}
const number = (date: string) => {
  const [y, m, d] = date.split('-').map(Number) as [number, number, number]
  return Date.UTC(y, m - 1, d) / 86_400_000
}
/** The middle one, or half up between the two in the middle: by counting, not by sorting. */
function middle(values: number[]): number | undefined {
  const rank = (k: number) => {
    for (const v of values) {
      const below = values.filter((x) => x < v).length
      if (below <= k && k < below + values.filter((x) => x === v).length) return v
    }
    throw new Error('no such rank')
  }
  if (values.length === 0) return undefined
  return Math.floor((rank((values.length - 1) >> 1) + rank(values.length >> 1) + 1) / 2)
}

test('11,476 real orders: who is late, by how much, and what is usual, as counted apart from the product', {
  skip: hasRetail() ? false : 'os dados reais (../shared/data) não estão aqui',
}, async () => {
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  try {
    t.clock.set('2011-12-10T15:00:00Z')
    const send: Send = async (method, path, { token, body, form }) => {
      const r = await t.call(method, path, {
        ...(token && { token }),
        ...(body !== undefined && { body }),
        ...(form && { form: Object.fromEntries(form) as Record<string, string | Blob> }),
      })
      return { status: r.status, body: r.body as never, retryAfter: 0 }
    }
    const lines = readLines()
    const customers = [...new Set(lines.map((l) => l.customer))]
    const shop = await openShop(t.owner, send, customers)
    const sellers = await Promise.all([1, 2, 3, 4].map(() => aPerson(t, shop.company, 2)))
    await bring(
      t,
      shop,
      lines,
      sellers.map((s) => s.id),
    )
    const today = number('2011-12-10')
    const expected = new Map<string, { days: number; interval: number }>()
    const bought = Map.groupBy(lines, (l) => l.customer)
    for (const [customer, mine] of bought) {
      const days = [...new Set(mine.map((l) => number(l.date)))].sort((x, y) => x - y)
      const interval = middle(days.flatMap((d, i) => (i ? [d - (days[i - 1] as number)] : [])))
      const since = today - (days.at(-1) as number)
      if (interval !== undefined && since > interval) expected.set(customer, { days: since, interval })
    }
    assert.ok(expected.size > 500, `${expected.size} late`)
    const byId = new Map([...shop.clients].map(([customer, id]) => [id, customer]))
    const seen = new Map<string, { days: number; interval: number }>()
    for (const s of sellers) {
      const { body } = await t.call('GET', '/api/v2/home/today?limit=1000', { token: s.token })
      assert.equal(body.data.total, body.data.entries.length)
      let before = -1
      for (const e of body.data.entries) {
        const [cause] = e.causes
        const late = cause.days - cause.interval_days
        assert.ok(late > 0 && late >= before, 'the one whose day has just passed first')
        before = late
        seen.set(byId.get(e.client_id) as string, { days: cause.days, interval: cause.interval_days })
      }
    }
    assert.deepEqual(seen, expected)

    // The card of a client says the same interval, and what is usual: the middle of the last 24 orders' quantities.
    const codes = new Map([...shop.products].map(([code, p]) => [p.id, code]))
    const most = [...bought].sort((x, y) => y[1].length - x[1].length).slice(0, 60)
    for (const [customer, mine] of most) {
      const last = [...new Set(mine.toSorted((x, y) => number(x.date) - number(y.date)).map((l) => l.invoice))].slice(
        -24,
      )
      const seller = sellers[Number(customer) % sellers.length] as { token: string }
      const { body } = await t.call('GET', `/api/v2/clients/${shop.clients.get(customer)}/habits`, {
        token: seller.token,
      })
      assert.equal(body.data.interval_days, expected.get(customer)?.interval ?? body.data.interval_days)
      assert.ok(body.data.usual.length > 0)
      for (const u of body.data.usual) {
        const these = mine.filter((l) => l.code === codes.get(u.product_id) && last.includes(l.invoice))
        assert.deepEqual(
          [u.times, u.quantity],
          [these.length, middle(these.map((l) => l.quantity))],
          `${customer} ${u.product_id}`,
        )
      }
    }
  } finally {
    await t.close()
  }
})

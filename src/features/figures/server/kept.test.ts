// What is kept equals a count from nothing, whatever happened to the orders; and the sums of the real ones.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { netLines } from '#features/commissions/rules.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany } from '#server/db.ts'
import { hasRetail, RETAIL } from '../../../../scripts/retail.ts'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { renewFigures } from './renew.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())

const ZONE = 'America/Sao_Paulo'
/** Counted from the orders themselves: nothing of it knows the tables of figures, nor their SQL. */
async function fresh(company: number): Promise<string[]> {
  const { rows: orders } = await t.owner.query(
    `select id, status, valid_until, answer, received_at, seller_id, client_id, origin, items_count, total, freight, currency
     from orders where company_id = $1`,
    [company],
  )
  const { rows: lines } = await t.owner.query(
    'select order_id, product_id, quantity, total from order_lines where company_id = $1 order by order_id, line',
    [company],
  )
  const sold = orders.filter(
    (o) =>
      !['rascunho', 'orcamento', 'cancelado'].includes(o.status) &&
      !(o.status === 'ajuste_solicitado' && o.valid_until !== null && !['aceito', 'mudou'].includes(o.answer)),
  )
  return sold.flatMap((o) => {
    const own = lines.filter((l) => l.order_id === o.id)
    const goods = o.total - o.freight
    const nets = netLines(
      own.map((l) => l.total),
      goods,
    )
    const products = new Map<number, [pieces: number, goods: number]>()
    own.forEach((l, i) => {
      const [pieces, net] = products.get(l.product_id) ?? [0, 0]
      products.set(l.product_id, [pieces + l.quantity, net + (nets[i] as number)])
    })
    const day = dayIn(ZONE, o.received_at)
    const head = `${o.id} ${day} ${o.seller_id} ${o.client_id} ${o.origin === 'cliente'} ${o.items_count} ${goods}`
    return [head, ...[...products].map(([id, [pieces, net]]) => `${o.id} ${day} ${o.seller_id} ${id} ${pieces} ${net}`)]
  })
}
async function renewed(company: number): Promise<string[]> {
  while (await inCompany(t.kit.pool, company, (tx) => renewFigures(tx, company)));
  return kept(company)
}
async function kept(company: number): Promise<string[]> {
  const read = async (sql: string) => (await t.owner.query(sql, [company])).rows.map((r) => r.x as string)
  return [
    ...(await read(
      `select concat_ws(' ', order_id, day, coalesce(seller_id::text, 'null'), coalesce(client_id::text, 'null'), case when by_buyer then 'true' else 'false' end, pieces, goods) as x from sold_orders where company_id = $1`,
    )),
    ...(await read(
      `select concat_ws(' ', order_id, day, coalesce(seller_id::text, 'null'), product_id, pieces, goods) as x from sold_lines where company_id = $1`,
    )),
  ]
}
const compare = async (company: number, of: (company: number) => Promise<string[]>) =>
  assert.deepEqual((await of(company)).sort(), (await fresh(company)).sort())
const same = (company: number) => compare(company, renewed)

const step = fc.record({
  act: fc.constantFrom('place', 'place', 'place', 'move', 'lines', 'merge', 'erase', 'hand over', 'hour'),
  pick: fc.nat(),
  quantities: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  discount: fc.constantFrom('', '3,33', '7,77', '10'),
})
test('orders, moves, changed lines, discounts, merges, erasures and successors: what is kept equals a fresh count', async () => {
  const a = await aCompany(t)
  const other = await aPerson(t, a.id, 2)
  const products: number[] = []
  for (const price of ['0,07', '13,37', '99,99', '3,33']) products.push((await aProduct(t, a, { price })).id)
  const steps = fc.sample(step, { numRuns: 90, seed: 20261121 })
  let clients = [a.client.id]
  const orders: number[] = []
  const done = new Map<string, number>()
  const call = async (act: string, method: string, url: string, body?: object) => {
    const r = await t.call(method, url, { token: a.admin.token, ...(body && { body }) })
    if (r.status < 300) done.set(act, (done.get(act) ?? 0) + 1)
    else assert.ok(r.status < 500, JSON.stringify(r.body))
    return r
  }
  const one = <T>(list: readonly T[], n: number) => list[n % list.length] as T
  for (const [n, s] of steps.entries()) {
    const id = one(orders, s.pick)
    if (s.act === 'hour') t.clock.forward(7 * 3_600_000)
    await t.owner.query('update sessions set last_seen = $1, created_at = $1', [t.clock.now()])
    if (s.act === 'place') {
      if (s.pick % 3 === 0) clients.push(await aClient(t, a, { phone: `119${String(n).padStart(8, '0')}` }))
      const lines = s.quantities.map((quantity, i) => ({ product_id: products[i] as number, quantity }))
      const body = aCart(lines, {
        client_id: one(clients, s.pick),
        ...(s.discount && { discount: s.discount }),
        ...(s.pick % 2 && { freight: '12,50' }),
        ...(s.pick % 5 === 0 && { quote: '1' }),
      })
      const r = await order(t, a, s.pick % 4 ? a.seller.token : a.admin.token, body)
      if (r.body.data?.id) orders.push(r.body.data.id)
      else assert.ok(r.status < 500, JSON.stringify(r.body))
    } else if (s.act === 'move' && id)
      await call('move', 'PUT', `/api/v1/companies/${a.id}/orders/${id}`, {
        status: one(['cancelado', 'confirmado', 'ajuste_solicitado', 'faturado', 'aguardando_aprovacao'], s.pick),
      })
    else if (s.act === 'lines' && id) {
      const { lines, revision } = (
        await t.call('GET', `/api/v1/companies/${a.id}/orders/${id}`, { token: a.admin.token })
      ).body.data
      await call('lines', 'PUT', `/api/v2/companies/${a.id}/orders/${id}/lines`, {
        seen: revision,
        lines: JSON.stringify(
          lines.map((l: { line: number }, i: number) => ({ line: l.line, quantity: one(s.quantities, i) })),
        ),
        ...(s.discount && { discount: s.discount }),
      })
    } else if (s.act === 'merge' && clients.length > 2) {
      const gone = one(clients, s.pick)
      const stays = clients.find((x) => x !== gone) as number
      const r = await call('merge', 'POST', `/api/v2/clients/${stays}/merge`, { other: gone })
      if (r.status === 200) clients = clients.filter((x) => x !== gone)
    } else if (s.act === 'erase' && clients.length > 3) {
      const gone = one(clients.slice(1), s.pick)
      const r = await call('erase', 'POST', `/api/v2/users/${gone}/anonymise`)
      if (r.status === 200) clients = clients.filter((x) => x !== gone)
    } else if (s.act === 'hand over')
      await t.owner.query('update orders set seller_id = $2 where company_id = $1 and id % 7 = $3', [
        a.id,
        other.id,
        s.pick % 7,
      ])
    if (n % 15 === 14) await same(a.id)
  }
  await same(a.id)
  assert.ok(
    orders.length > 20 && ['move', 'lines', 'merge', 'erase'].every((x) => (done.get(x) ?? 0) > 1),
    JSON.stringify([orders.length, ...done]),
  )
  await t.owner.query('delete from orders where company_id = $1 and id = any($2)', [a.id, orders.slice(0, 3)])
  await same(a.id)
})
test('twin: a figure that was put off by one cent is seen', async () => {
  const a = await aCompany(t)
  const product = (await aProduct(t, a)).id
  await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))
  await same(a.id)
  await t.owner.query('update sold_lines set goods = goods + 1 where company_id = $1', [a.id])
  // Without counting anew: while others write, what was counted a moment ago is counted once more.
  await assert.rejects(compare(a.id, kept))
})
test('an order that another transaction still holds back is counted when it is there, though younger ones were before', async () => {
  const a = await aCompany(t)
  const product = (await aProduct(t, a)).id
  const slow = (await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data.id
  const held = await t.owner.connect()
  try {
    await held.query('begin')
    await held.query("update orders set status = 'cancelado', cancelled_at = now() where id = $1", [slow])
    await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 2 }]))
    await same(a.id)
    await held.query('commit')
  } finally {
    held.release()
  }
  await same(a.id)
})

const csv = (name: string) =>
  readFileSync(join(RETAIL, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((l) => l.trim())
test('the 11,476 real orders: day, product, client and the whole come to what the files come to', {
  skip:
    hasRetail() && existsSync(join(RETAIL, 'order-lines.csv'))
      ? false
      : 'os dados reais (../shared/data) não estão aqui',
}, async () => {
  const a = await aCompany(t)
  // Names hold commas: code is the first cell, price the one before the last.
  const price = new Map(
    csv('products.csv').map((l) => [l.split(',')[0] as string, Math.round(Number(l.split(',').at(-2)) * 100)]),
  )
  const rows = csv('order-lines.csv').map((l) => {
    const [invoice = '', customer = '', day = '', code = '', quantity = ''] = l.split(',')
    return {
      invoice,
      customer,
      day,
      code,
      quantity: Number(quantity),
      total: (price.get(code) as number) * Number(quantity),
    }
  })
  await load(a, price, rows)
  // What the database does by itself within a minute of so many new rows.
  await t.owner.query('analyze')
  const sums = (key: (r: (typeof rows)[number]) => string) => {
    const by = new Map<string, number>()
    for (const r of rows) by.set(key(r), (by.get(key(r)) ?? 0) + r.total)
    return by
  }
  const read = async (path: string) => {
    const url = `/api/v2/figures/${path}&from=2010-12-01&until=2011-12-31`
    const { body } = await t.call('GET', url, { token: a.admin.token })
    assert.ok(body.data, JSON.stringify(body))
    return body.data
  }
  let first = await read('curve?')
  while (first.counting) first = await read('curve?')
  assert.deepEqual([first.sums.orders, first.sums.total], [11476, '648768,71'])
  const months = sums((r) => r.day.slice(0, 7))
  for (const s of first.steps) assert.equal(s.total, text(months.get(s.day.slice(0, 7)) ?? 0), s.day)
  for (const [by, key] of [
    ['product', 'code'],
    ['client', 'customer'],
  ] as const) {
    const wanted = sums((r) => r[key])
    const got = (await read(`ranking?by=${by}&limit=1000`)).rows as { code: string; total: string; class: string }[]
    for (const r of got) assert.equal(r.total, text(wanted.get(r.code) ?? 0), `${by} ${r.code}`)
    const best = [...wanted.values()].toSorted((x, y) => y - x)
    assert.deepEqual(
      got.slice(0, 50).map((r) => r.total),
      best.slice(0, 50).map(text),
    )
    let upto = 0
    const inA = best.filter((v) => (upto += v) - v < 64876871 * 0.8).length
    assert.equal((await read(`ranking?by=${by}`)).classes[0].count, inA)
  }
  const { pairs } = await read('together?')
  const orders = Map.groupBy(rows, (r) => r.invoice)
  const names = new Map([...price.keys()].map((code) => [`P ${code}`, code]))
  assert.ok(pairs.length > 5)
  for (const p of pairs) {
    const codes = [names.get(p.first.name), names.get(p.second.name)]
    const both = [...orders.values()].filter((lines) => codes.every((c) => lines.some((l) => l.code === c)))
    assert.equal(p.orders, both.length, codes.join())
  }
})
const text = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
/** The real orders as rows, at noon of their days. */
async function load(
  a: Company,
  price: Map<string, number>,
  rows: { invoice: string; customer: string; day: string; code: string; quantity: number; total: number }[],
) {
  const products = JSON.stringify([...price].map(([code, cents]) => ({ code, cents })))
  await t.owner.query(
    "insert into products (company_id, name, code, price) select $1, 'P ' || code, code, cents from jsonb_to_recordset($2::jsonb) x(code text, cents bigint)",
    [a.id, products],
  )
  await t.owner.query(
    "insert into users (company_id, level, name, client_code) select distinct $1::bigint, 3, 'C ' || c, c from unnest($2::text[]) c",
    [a.id, rows.map((r) => r.customer)],
  )
  await t.owner.query(
    `with l as (select * from jsonb_to_recordset($2::jsonb) x(invoice text, customer text, day date, quantity bigint, total bigint))
     insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by, client_id, name,
       subtotal, total, items_count, received_at, updated_at)
     select $1, invoice, '', 'real-' || invoice, 'entregue', 'historico', 'user', $3, u.id, 'C', sum(total), sum(total), sum(quantity), min(day) + time '15:00', min(day) + time '15:00'
     from l join users u on u.company_id = $1 and u.client_code = l.customer group by invoice, u.id`,
    [a.id, JSON.stringify(rows), a.admin.id],
  )
  await t.owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select $1, o.id, row_number() over (partition by o.id), p.id, x.code, x.code, x.quantity, p.price, x.total
     from jsonb_to_recordset($2::jsonb) x(invoice text, code text, quantity bigint, total bigint)
       join orders o on o.company_id = $1 and o.cart_id = x.invoice join products p on p.company_id = $1 and p.code = x.code`,
    [a.id, JSON.stringify(rows)],
  )
}

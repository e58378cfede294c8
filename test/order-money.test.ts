// Random acts on orders, payments, refunds, cancellations and commission rates, with a clock that jumps; an independent
// model adds up the same money. SEED=… repeats the acts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aClient, aCompany, aPerson, aProduct, type Company, order, startTestApp, UNLIMITED } from './kit.ts'
import type { TestApp } from './kit.ts'
import { dice } from './stranger.ts'

const ACTS = process.env.LONG ? 10_000 : 900
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const d = dice(SEED)

/** Reais for a dollar; products have their prices in dollars. */
const RATE = '5.255001'
/** Cents of a dollar in cents of a real, half up. */
const inReais = (cents: number) => part(cents, 5_255_001, 1_000_000)

let t: TestApp
let a: Company
/** Each has a client that buys in reais and one that buys in dollars. */
let sellers: { id: number; token: string; clients: Record<'BRL' | 'USD', number> }[]
let products: { id: number; cents: number }[]
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, {
    pedido_pro: true,
    time_zone: 'America/Sao_Paulo',
    // The clock runs for decades.
    valid_until: '2199-12-31',
    importer: true,
    exchange_rate: RATE,
  })
  const second = await aPerson(t, a.id, 2)
  sellers = []
  for (const s of [a.seller, second]) {
    const client = (currency: string) => aClient(t, a, { seller_id: s.id, currency })
    sellers.push({ ...s, clients: { BRL: await client('BRL'), USD: await client('USD') } })
  }
  products = []
  for (const cents of [3333, 10_000, 7, 0]) {
    const { id } = await aProduct(t, a, { price: text(cents) })
    products.push({ id, cents })
  }
})
after(() => t.close())

const text = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`
const number = (wire: string) => Number(wire.replace(',', ''))
/** round(a × b / c), half up. */
const part = (a: number, b: number, c: number) => Math.floor((2 * a * b + c) / (2 * c))

interface Line {
  line: number
  product: number
  cents: number
  quantity: number
  bp: number
  frozen: number | null
}
interface Model {
  id: number
  seller: number
  currency: 'BRL' | 'USD'
  day: string
  status: string
  lines: Line[]
  bp: number
  freight: number
  payments: { month: string; cents: number }[]
  wasConfirmed: boolean
  wasInvoiced: boolean
  /** null: not cancelled. Payments after it count for no commission. */
  cancelled: { month: string; after: number } | null
}
const orders: Model[] = []
const rates: { product: number | null; seller: number | null; bp: number | null; since: string }[] = []

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(t.clock.now())
const sum = (of: readonly number[]) => of.reduce((x, y) => x + y, 0)
const lineTotal = (l: Line) => l.cents * l.quantity - part(l.cents * l.quantity, l.bp, 10_000)
function goodsOf(o: Model): number {
  const subtotal = sum(o.lines.map(lineTotal))
  return subtotal - part(subtotal, o.bp, 10_000)
}
const totalOf = (o: Model) => goodsOf(o) + o.freight
const paidOf = (o: Model) => sum(o.payments.map((p) => p.cents))
const isSold = (o: Model) => !['rascunho', 'orcamento', 'cancelado'].includes(o.status)
/** The newest rate of a day: the product's before the seller's before the company's. */
function rateOn(day: string, product: number, seller: number): number {
  const latest = (match: (r: (typeof rates)[number]) => boolean) =>
    rates
      .filter((r) => match(r) && r.since <= day)
      .sort((x, y) => x.since.localeCompare(y.since))
      .at(-1)?.bp ?? null
  return (
    latest((r) => r.product === product) ??
    latest((r) => r.seller === seller) ??
    latest((r) => r.product === null && r.seller === null) ??
    0
  )
}
function freeze(o: Model): void {
  for (const l of o.lines) l.frozen ??= rateOn(o.day, l.product, o.seller)
}
/** Commissions are in the company's own money. */
const soldFor = (o: Model) => (o.currency === 'USD' ? inReais(goodsOf(o)) : goodsOf(o))
function commissionOf(o: Model): number {
  const goods = soldFor(o)
  const gross = sum(o.lines.map(lineTotal))
  let reached = 0
  let given = 0
  let commission = 0
  for (const l of o.lines) {
    reached += lineTotal(l)
    const until = gross > 0 ? part(goods, reached, gross) : 0
    commission += part(until - given, l.frozen ?? rateOn(o.day, l.product, o.seller), 10_000)
    given = until
  }
  return commission
}
type Sums = Record<'prevista' | 'faturada' | 'paga' | 'correcao', number>
/** What the order brings to the month. */
function entriesOf(o: Model, month: string): Sums {
  const none = { prevista: 0, faturada: 0, paga: 0, correcao: 0 }
  const counts = isSold(o) || (o.status === 'cancelado' && (o.wasConfirmed || o.payments.length > 0))
  const own = o.day.slice(0, 7)
  if (!counts || o.cancelled?.month === own) return none
  const commission = commissionOf(o)
  const total = totalOf(o)
  const share = (cents: number) => (total > 0 ? part(commission, Math.min(cents, total), total) : 0)
  const payments = o.payments.slice(0, o.cancelled?.after)
  /** Net and highest amount that was paid up to the end of a month, and the commission that lies between them. */
  const until = (last: string) => {
    let net = 0
    let most = 0
    for (const p of payments.filter((x) => x.month <= last)) {
      net += p.cents
      most = Math.max(most, net)
    }
    return { net, most, missing: share(most) - share(net) }
  }
  const corrected = until(previous(month)).missing - until(month).missing
  if (month < own) return none
  if (month > own) return { ...none, correcao: corrected - (o.cancelled?.month === month ? commission : 0) }
  const { net, most } = until('9999-12')
  return { ...none, [o.wasInvoiced ? 'faturada' : 'prevista']: commission - share(net), paga: share(most) + corrected }
}
const previous = (month: string) => {
  const [y = 0, m = 0] = month.split('-').map(Number)
  return m === 1 ? `${y - 1}-12` : `${y}-${String(m - 1).padStart(2, '0')}`
}

const call = (method: string, url: string, body: object, token = a.admin.token) => t.call(method, url, { token, body })
const url = (o: { id: number }) => `/api/v1/companies/${a.id}/orders/${o.id}`
const read = async (o: Model) => (await t.call('GET', url(o), { token: a.admin.token })).body.data
async function forward(): Promise<void> {
  t.clock.forward(1000 + (d.below(12) === 0 ? d.below(20 * 86_400) * 1000 : 0))
  const now = t.clock.now()
  await t.owner.query('update sessions set last_seen = $1, created_at = $1 where last_seen < $2', [
    now,
    new Date(now.getTime() - 3600_000),
  ])
}
const expect = (got: { status: number; body: unknown }, status: number, what: string) =>
  assert.equal(got.status, status, `${what}: ${JSON.stringify(got.body)}`)

const acts = {
  async place() {
    const from = d.one(sellers)
    const admin = d.below(3) === 0
    const chosen = products.filter(() => d.below(2) === 0)
    if (chosen.length === 0) return
    const quote = d.below(6) === 0
    const bp = d.one([0, 0, 500, 1234])
    const freight = d.one([0, 0, 1999])
    const currency = d.one(['BRL', 'BRL', 'USD'] as const)
    const cents = (p: { cents: number }) => (currency === 'USD' ? p.cents : inReais(p.cents))
    const wanted = chosen.map((p) => ({
      ...p,
      cents: cents(p),
      quantity: 1 + d.below(40),
      bp: d.one([0, 0, 0, 333, 2000]),
    }))
    const lines = wanted.map((l) => ({ product_id: l.id, quantity: l.quantity, discount: text(l.bp) }))
    const cart = aCart(lines, {
      client_id: from.clients[currency],
      discount: text(bp),
      freight: text(freight),
      ...(quote && { quote: 1 }),
    })
    const r = await order(t, a, admin ? a.admin.token : from.token, cart)
    expect(r, 201, 'place')
    orders.push({
      id: r.body.data.id,
      seller: from.id,
      currency,
      day: today(),
      status: r.body.data.status,
      lines: r.body.data.lines.map((l: { line: number; product_id: number }) => {
        const w = wanted.find((x) => x.id === l.product_id) as (typeof wanted)[number]
        return { line: l.line, product: w.id, cents: w.cents, quantity: w.quantity, bp: w.bp, frozen: null }
      }),
      bp,
      freight,
      payments: [],
      wasConfirmed: false,
      wasInvoiced: false,
      cancelled: null,
    })
  },
  async edit(o: Model) {
    const mine = d.below(2) ? sellers.find((s) => s.id === o.seller)?.token : a.admin.token
    const lines = o.lines.map((l) => ({ ...l, quantity: d.below(40), bp: d.one([l.bp, 0, 1500]) }))
    const [bp, freight] = [d.one([o.bp, 0, 700]), d.one([o.freight, 2500])]
    const body = {
      lines: lines.map((l) => ({ line: l.line, quantity: l.quantity, discount: text(l.bp) })),
      discount: text(bp),
      freight: text(freight),
    }
    const r = await call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/lines`, body, mine)
    const open = ['orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado'].includes(o.status)
    const some = lines.some((l) => l.quantity > 0)
    expect(r, !open ? 409 : some ? 200 : 422, `edit ${o.status}`)
    if (r.status !== 200) return
    Object.assign(o, { bp, freight, lines: lines.filter((l) => l.quantity > 0), status: r.body.data.status })
  },
  async pay(o: Model) {
    const missing = totalOf(o) - paidOf(o)
    const amount = d.one([missing, 1 + d.below(50_000), Math.floor(missing / 2)])
    const over = d.below(3) === 0
    const body = { amount: text(amount), ...(over && { over: '1' }) }
    const r = await call('POST', `/api/v2/companies/${a.id}/orders/${o.id}/payments`, body)
    const refused = amount <= 0 ? 422 : !isSold(o) ? 409 : amount > missing && !over ? 422 : 200
    expect(r, refused, `pay ${amount} of ${missing}`)
    if (r.status === 200) written(o, amount)
  },
  async refund(o: Model) {
    const amount = d.one([paidOf(o), 1 + d.below(20_000)])
    const body = { amount: text(amount), refund: '1' }
    const r = await call('POST', `/api/v2/companies/${a.id}/orders/${o.id}/payments`, body)
    expect(r, amount <= 0 || amount > paidOf(o) ? 422 : 200, `refund ${amount} of ${paidOf(o)}`)
    if (r.status === 200) written(o, -amount)
  },
  async mark() {
    const some = orders.filter(() => d.below(orders.length) < 4)
    if (some.length === 0) return
    const paid = d.below(4) > 0
    const r = await call('PUT', `/api/v2/companies/${a.id}/orders/paid`, {
      ids: some.map((o) => o.id),
      paid: paid ? '1' : '0',
    })
    const changed = some.filter((o) => (paid ? isSold(o) && paidOf(o) < totalOf(o) : paidOf(o) > 0))
    assert.deepEqual(
      r.body.data.changed,
      changed.map((o) => o.id),
    )
    for (const o of changed) written(o, paid ? totalOf(o) - paidOf(o) : -paidOf(o))
  },
  async move(o: Model) {
    const back = ['novo', 'faturado', 'enviado', 'ajuste_solicitado']
    const to = d.one(['confirmado', 'confirmado', 'faturado', 'cancelado', ...back])
    const r = await call('PUT', url(o), { status: to, reason: 'x' })
    if (r.status !== 200) return expect(r, 409, `move ${o.status} to ${to}`)
    o.status = r.body.data.status
    if (o.status === 'confirmado') {
      o.wasConfirmed = true
      freeze(o)
    }
    if (['faturado', 'enviado'].includes(o.status)) o.wasInvoiced = true
    if (o.status === 'cancelado') o.cancelled = { month: today().slice(0, 7), after: o.payments.length }
  },
  async rate() {
    const product = d.below(2) ? d.one(products).id : null
    const seller = product === null && d.below(2) ? d.one(sellers).id : null
    const bp = d.one([null, 0, 333, 750, 1000])
    const since = d.below(3) ? today() : `${previous(today().slice(0, 7))}-15`
    const body = { product_id: product, seller_id: seller, percent: bp === null ? '' : text(bp), since }
    expect(await call('PUT', '/api/v2/commissions/rates', body), 200, 'rate')
    // A rate replaces what was set for later days.
    const later = rates.filter((r) => r.product === product && r.seller === seller && r.since >= since)
    for (const r of later) rates.splice(rates.indexOf(r), 1)
    rates.push({ product, seller, bp, since })
  },
}
function written(o: Model, cents: number): void {
  freeze(o)
  o.payments.push({ month: today().slice(0, 7), cents })
}
async function compareOrder(o: Model): Promise<void> {
  const r = await read(o)
  const paid = paidOf(o)
  const status =
    paid > 0 ? (paid >= totalOf(o) ? 'pago' : 'parcial') : o.payments.length > 0 ? 'pendente' : 'nao_controlado'
  const refunded = sum(o.payments.map((p) => Math.max(0, -p.cents)))
  assert.deepEqual(
    [r.status, number(r.total), r.payment_status, number(r.paid), number(r.open), number(r.refunded)],
    [o.status, totalOf(o), status, paid, (isSold(o) ? totalOf(o) : 0) - paid, refunded],
    `order ${o.id}`,
  )
}
async function compareMonths(): Promise<void> {
  const months = [...new Set(orders.map((o) => o.day.slice(0, 7)))].sort()
  const last = today().slice(0, 7)
  for (let month = last; month >= (months[0] ?? last); month = previous(month)) {
    const r = await t.call('GET', `/api/v2/commissions?month=${month}`, { token: a.admin.token })
    for (const { id } of sellers) {
      const mine = orders.filter((o) => o.seller === id)
      const got = r.body.data.sellers.find((s: { id: number }) => s.id === id)
      const entries = mine.map((o) => entriesOf(o, month))
      const sold = mine.filter((o) => isSold(o) && o.day.startsWith(month))
      assert.deepEqual(
        [got.prevista, got.faturada, got.paga, got.correcao, got.total].map(number),
        [
          sum(entries.map((e) => e.prevista)),
          sum(entries.map((e) => e.faturada)),
          sum(entries.map((e) => e.paga)),
          sum(entries.map((e) => e.correcao)),
          sum(sold.map(soldFor)),
        ],
        `seller ${id}, ${month}`,
      )
    }
  }
}

test('random acts on orders and their money add up to what a model says', async (c) => {
  c.diagnostic(`SEED=${SEED}`)
  let done = 0
  for (let n = 0; n < ACTS; n++) {
    await forward()
    const o = orders.at(-1 - d.below(Math.min(orders.length, 40)))
    const act = d.one([
      'place',
      'edit',
      'edit',
      'pay',
      'pay',
      'refund',
      'mark',
      'move',
      'move',
      'move',
      'rate',
    ] as const)
    if (act === 'place' || act === 'rate' || act === 'mark') await acts[act]()
    else if (o) {
      await acts[act](o)
      await compareOrder(o)
    }
    done++
    if (n % 300 === 299) await compareMonths()
  }
  assert.equal(done, ACTS)
  for (const o of orders) await compareOrder(o)
  await compareMonths()
  const { rows } = await t.owner.query(
    `select o.id from orders o where o.company_id = $1 and (o.paid_cents <> (select coalesce(sum(p.cents), 0)
       from order_payments p where p.company_id = o.company_id and p.order_id = o.id)
     or o.subtotal <> (select sum(l.total) from order_lines l where l.company_id = o.company_id and l.order_id = o.id)
     or o.total <> o.subtotal - o.discount + o.freight)`,
    [a.id],
  )
  assert.deepEqual(rows, [])
  assert.equal(new Set(orders.filter((o) => o.payments.length > 0).map((o) => o.currency)).size, 2)
  const any = (of: (o: Model) => boolean) => orders.some(of)
  assert.ok(any((o) => o.cancelled !== null && paidOf(o) > 0) && any((o) => o.payments.some((p) => p.cents < 0)))
})

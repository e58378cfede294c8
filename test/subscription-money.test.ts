// Random requests with coupons and proposals, payments, late and repeated money, blocks, cancellations and daily bills of some
// companies, with a clock that jumps; an independent model counts their credit and last paid day. SEED=… repeats the acts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { renewAll } from '#features/subscriptions/server/index.ts'
import type { Company } from './kit.ts'
import { dice } from './stranger.ts'
import { startSubscriptions } from './subscription_kit.ts'

const ACTS = process.env.LONG ? 10_000 : 500
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
const d = dice(SEED)
const { t, operator, on, trial, request, confirm, read } = await startSubscriptions()
after(() => t.close())

const MONTHLY = { 1: 9990, 2: 19_990, 3: 34_990 } as const
type Plan = keyof typeof MONTHLY
type Option = 'mensal' | 'pix' | 'x12'
const DAY = 86_400_000
/** round(a × b / c), half up. */
const part = (a: number, b: number, c: number) => Math.floor((2 * a * b + c) / (2 * c))
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY
function monthsAfter(day: string, months: number, wanted = Number(day.slice(8))): string {
  const [y = 0, m = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(y, m + months, 0)).getUTCDate()
  return new Date(Date.UTC(y, m - 1 + months, Math.min(wanted, last))).toISOString().slice(0, 10)
}
/** Easter Sunday by Gauss's rule; another one than the database's. */
function easter(year: number): string {
  const [a, b, c, k] = [year % 19, year % 4, year % 7, Math.floor(year / 100)]
  const p = Math.floor((13 + 8 * k) / 25)
  const m = (15 - p + k - Math.floor(k / 4)) % 30
  const d = (19 * a + m) % 30
  const e = (2 * b + 4 * c + 6 * d + ((4 + k - Math.floor(k / 4)) % 7)) % 7
  const back = (d === 29 && e === 6) || (d === 28 && e === 6 && (11 * m + 11) % 30 < 19) ? 7 : 0
  return dayAfter(`${year}-03-22`, d + e - back)
}
const HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** The first working day from this one on, of the years from 2024. */
function workingDay(day: string): string {
  const rests =
    [0, 6].includes(new Date(day).getUTCDay()) ||
    HOLIDAYS.includes(day.slice(5)) ||
    dayAfter(day, 2) === easter(Number(day.slice(0, 4)))
  return rests ? workingDay(dayAfter(day, 1)) : day
}
/** When a bill is due: on the wished day of the last month of what is paid. */
function dueDay(until: string, wish: number): string {
  const wished = `${until.slice(0, 8)}${String(wish).padStart(2, '0')}`
  return workingDay(wished <= until ? wished : monthsAfter(wished, -1))
}
const text = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
const number = (wire: string) => Number(wire.replace(',', ''))
const COUPON = { code: 'quinze', percent: '15', repeatable: true }
function priceOf(plan: Plan, option: Option, coupon = false): number {
  const full = MONTHLY[plan] * (option === 'mensal' ? 1 : 12)
  const rest = full - (coupon ? part(full, 15, 100) : 0)
  return rest - (option === 'pix' ? part(rest, 2, 10) : 0)
}

interface Bill {
  id: number
  amount: number
  credit: number
  due: string
  of: Subscription
  state: 'aberta' | 'paga' | 'cancelada'
  /** Its money came after it was cancelled and is credit. */
  kept: boolean
}
interface Subscription {
  plan: Plan
  option: Option
  /** Day of the month on which its bills are to be due. */
  wish: number
  state: 'pendente' | 'ativa' | 'trocada' | 'cancelada'
  begun: boolean
  /** Day of the month on which its paid periods end, where the month has it. */
  anchor: number
  /** It was taken off the price: a renewal has none. */
  coupon: boolean
  /** What its option costs. */
  price: number
  proposal: Proposal | undefined
  /** Paid periods and what they are worth. */
  paid: { worth: number; from: string; until: string }[]
}
interface Proposal {
  token: string
  plan: Plan
  /** null: the first taker's. */
  owner: Model | null
  used: boolean
  expires: Date
}
const proposals: Proposal[] = []
interface Model {
  company: Company
  trial: boolean
  until: string
  blocked: boolean
  subscriptions: Subscription[]
  bills: Bill[]
  /** Cents that came for cancelled bills. */
  received: number
}
let today = '2026-11-21'
const models: Model[] = []

const creditOf = (m: Model) =>
  m.received - m.bills.reduce((sum, b) => sum + (b.state === 'cancelada' ? 0 : b.credit), 0)
const running = (s: Subscription) => s.paid.filter((p) => p.until > today)
const leftOf = (p: { from: string; until: string }) => Math.min(days(today, p.until), days(p.from, p.until))
const worthOf = (s: Subscription) =>
  running(s).reduce((sum, p) => sum + part(p.worth, leftOf(p), Math.max(1, days(p.from, p.until))), 0)
/** The subscription whose place another one takes. */
function beforeOf(m: Model): Subscription | undefined {
  const last = m.trial ? undefined : m.subscriptions.filter((s) => s.begun).at(-1)
  return last && (last.state !== 'cancelada' || running(last).length > 0) ? last : undefined
}
/** The price of a request today, and what is left of it after the credit of the replaced days. */
function offerOf(m: Model, plan: Plan, option: Option, wanted: boolean) {
  const before = beforeOf(m)
  const renewal = before?.plan === plan
  const coupon = wanted && !renewal
  const price = priceOf(plan, option, coupon)
  return { coupon, price, due: Math.max(0, price - (before && !renewal ? worthOf(before) : 0)) }
}
function dropPending(m: Model): void {
  for (const s of m.subscriptions.filter((x) => x.state === 'pendente')) {
    s.state = 'cancelada'
    for (const b of m.bills) if (b.of === s && b.state === 'aberta') b.state = 'cancelada'
  }
}
function addBill(m: Model, of: Subscription, due: number, day: string): Bill {
  const credit = Math.min(due, creditOf(m))
  const b: Bill = { id: 0, amount: due - credit, credit, due: day, of, state: 'aberta', kept: false }
  m.bills.push(b)
  if (b.amount === 0) pay(m, b)
  return b
}
function pay(m: Model, b: Bill): void {
  const s = b.of
  const left = Math.max(0, days(today, m.until))
  const before = beforeOf(m)
  const goesOn = before !== undefined && (before === s || before.plan === s.plan)
  let worth = b.amount + b.credit
  const openUntil = m.trial ? m.until : workingDay(m.until)
  let from = today <= openUntil ? m.until : today
  let given = 0
  if (before && !goesOn) {
    given = Math.max(0, left - running(before).reduce((sum, p) => sum + leftOf(p), 0))
    worth += worthOf(before)
    from = today
  } else if (before && before !== s) s.paid.push(...before.paid.splice(0).filter((p) => p.until > today))
  const kept = goesOn ? before.anchor : 0
  const onItsLastDay = dayAfter(from, 1).endsWith('-01')
  const anchor = onItsLastDay ? Math.max(kept, Number(from.slice(8))) : Number(from.slice(8))
  const whole = days(from, monthsAfter(from, s.option === 'mensal' ? 1 : 12, anchor))
  const until = dayAfter(from, Math.floor((worth * whole) / s.price))
  for (const other of m.subscriptions)
    if (other !== s && other.state === 'ativa') {
      other.state = 'trocada'
      for (const x of m.bills) if (x.of === other && x.state === 'aberta') x.state = 'cancelada'
    }
  Object.assign(s, { state: 'ativa', begun: true, anchor })
  if (s.proposal) s.proposal.used = true
  s.paid.push({ worth, from, until })
  Object.assign(b, { state: 'paga' })
  Object.assign(m, { trial: false, until: dayAfter(until, given) })
}
/** Asks which bills the server has, so that the model's newest one has its number. */
async function numberBills(m: Model): Promise<void> {
  const { rows } = await t.owner.query(
    'select id::int, amount_cents::int as amount, credit_cents::int as credit, status from invoices where company_id = $1 order by id',
    [m.company.id],
  )
  assert.deepEqual(
    rows.map((r) => [r.amount, r.credit, r.status]),
    m.bills.map((b) => [b.amount, b.credit, b.state]),
    `bills of company ${m.company.id} on ${today}`,
  )
  for (const [n, r] of rows.entries()) Object.assign(m.bills[n] as Bill, { id: r.id })
}
async function compare(m: Model): Promise<void> {
  await numberBills(m)
  const { rows } = await t.owner.query(
    `select c.valid_until::text as until, c.trial, (select plan_id::int from subscriptions s where s.company_id = c.id
       and s.status = 'ativa') as plan from companies c where c.id = $1`,
    [m.company.id],
  )
  const holding = m.subscriptions.find((s) => s.state === 'ativa')
  assert.deepEqual(rows[0], { until: m.until, trial: m.trial, plan: holding?.plan ?? null })
  const r = await read(m.company)
  const before = beforeOf(m)
  assert.deepEqual(
    [number(r.kept), number(r.credit)],
    [creditOf(m), creditOf(m) + (before ? worthOf(before) : 0)],
    `credit of company ${m.company.id} on ${today}`,
  )
}

let refusals = 0
/** A proposal of before, of whichever company, or a new one that names this company or none. */
async function aProposal(m: Model): Promise<Proposal> {
  if (proposals.length > 0 && d.below(2) === 0) return d.one(proposals)
  const plan = d.one([1, 2, 3] as const)
  const owner = d.below(2) ? m : null
  const body = {
    consultantName: 'Ana',
    selectedProducts: 1,
    selectedSellers: 1,
    plan_id: plan,
    ...(owner && { companyId: owner.company.id }),
  }
  const r = await t.call('POST', '/api/v2/proposals', { token: operator(), body })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const { token } = r.body.data
  const { rows } = await t.owner.query('select expires_at from proposals where token = $1', [token])
  const made = { token, plan, owner, used: false, expires: rows[0].expires_at }
  proposals.push(made)
  return made
}

const acts = {
  async ask(m: Model) {
    const proposal = m.blocked || d.below(3) ? undefined : await aProposal(m)
    const plan = proposal?.plan ?? d.one([1, 2, 3] as const)
    const wanted = !proposal && d.below(3) === 0
    const option = d.one(['mensal', 'pix', 'x12'] as const)
    const due_date = dayAfter(today, d.one([0, 3, 30]))
    const more = { ...(wanted && { desconto: COUPON.code }), ...(proposal && { proposta: proposal.token }) }
    const r = await request(m.company, { plan_id: plan, option, due_date, ...more })
    const refused =
      proposal &&
      (proposal.expires <= t.clock.now()
        ? 'proposal_expired'
        : proposal.used || (proposal.owner ?? m) !== m
          ? 'proposal_taken'
          : undefined)
    if (refused) {
      refusals++
      return assert.equal(r.body.code, refused, JSON.stringify(r.body))
    }
    assert.equal(r.status, m.blocked ? 403 : 200, JSON.stringify(r.body))
    if (m.blocked) return
    dropPending(m)
    if (proposal) proposal.owner = m
    const { due, price, coupon } = offerOf(m, plan, option, wanted)
    const wish = Math.min(28, Number(today.slice(8)))
    const fresh = { state: 'pendente', begun: false, anchor: 0 } as const
    const s: Subscription = { ...fresh, paid: [], plan, option, wish, coupon, price, proposal }
    m.subscriptions.push(s)
    const b = addBill(m, s, due, due === 0 ? today : due_date)
    assert.equal(number(r.body.data.amount), b.amount)
  },
  /** Money for a bill: in time or late, of a cancelled one, once more, or another amount. */
  async money(m: Model) {
    const b = m.bills.at(-1 - d.below(Math.min(4, m.bills.length)))
    if (!b) return
    const other = d.below(6) === 0
    const r = await confirm(b.id, text(b.amount + (other ? 1 : 0)))
    if (b.state === 'paga' || (b.state === 'cancelada' && b.kept)) return assert.equal(r.body.data.result, 'repetida')
    if (b.state === 'cancelada') {
      assert.equal(r.body.data.result, 'cancelada')
      b.kept = true
      m.received += b.amount + (other ? 1 : 0)
      return
    }
    if (other) return assert.equal(r.status, 409, JSON.stringify(r.body))
    const late = b.of.state === 'pendente' && b.due < today
    if (!m.blocked && !late) {
      assert.equal(r.body.data.result, 'paga')
      return pay(m, b)
    }
    b.state = 'cancelada'
    b.kept = true
    m.received += b.amount
    if (m.blocked) return assert.equal(r.body.data.result, 'cancelada')
    const { due, price } = offerOf(m, b.of.plan, b.of.option, b.of.coupon)
    const begins = creditOf(m) >= due
    assert.equal(r.body.data.result, begins ? 'paga' : 'cancelada')
    if (begins) {
      b.of.price = price
      addBill(m, b.of, due, today)
    } else dropPending(m)
  },
  async block(m: Model) {
    m.blocked = !m.blocked
    const body = { is_blocked: m.blocked, ...(m.blocked && { blocked_reason: 'x' }) }
    const r = await t.call('PUT', `/api/v1/companies/${m.company.id}`, { token: operator(), body })
    assert.equal(r.status, 200, JSON.stringify(r.body))
  },
  async cancel(m: Model) {
    const r = await t.call('POST', '/api/v2/subscription/cancel', { token: m.company.admin.token, body: {} })
    const open = m.subscriptions.filter((s) => s.state === 'ativa' || s.state === 'pendente')
    assert.equal(r.status, open.length > 0 ? 200 : 404, JSON.stringify(r.body))
    if (r.status !== 200) return
    for (const s of open) s.state = 'cancelada'
    for (const b of m.bills) if (b.state === 'aberta') b.state = 'cancelada'
  },
}
/** Some days later: the bills of subscriptions whose paid time ends within ten days are made. */
async function later(): Promise<void> {
  today = dayAfter(today, d.one([1, 1, 3, 9, 40]))
  await on(today)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [t.clock.now()])
  await renewAll(t.kit, t.clock.now())
  for (const m of models) {
    const s = m.subscriptions.find((x) => x.state === 'ativa')
    const open = m.bills.some((b) => b.of === s && b.state === 'aberta')
    const due = s && dueDay(m.until, s.wish)
    const soon = (day: string) => day <= dayAfter(today, 10)
    if (s && due && !open && !m.blocked && (soon(m.until) || (due >= today && soon(due)))) {
      s.price = priceOf(s.plan, s.option)
      addBill(m, s, s.price, today)
    }
    await compare(m)
  }
}

test('random requests, money and blocks leave the credit and days that a model says', async (c) => {
  c.diagnostic(`SEED=${SEED}`)
  await on(today)
  const made = await t.call('POST', '/api/v2/coupons', { token: operator(), body: COUPON })
  assert.ok(made.status < 300, JSON.stringify(made.body))
  for (let n = 0; n < 3; n++) {
    const company = await trial()
    const model = { trial: true, until: '2026-12-12', blocked: false, subscriptions: [], bills: [], received: 0 }
    models.push({ company, ...model })
  }
  let done = 0
  for (let n = 0; n < ACTS; n++) {
    const m = d.one(models)
    const act = d.one(['ask', 'ask', 'money', 'money', 'money', 'money', 'later', 'block', 'cancel'] as const)
    if (act === 'later') await later()
    else if (act !== 'block' || m.blocked || d.below(3) === 0) await acts[act](m)
    await compare(m)
    done++
  }
  assert.equal(done, ACTS)
  const bills = models.flatMap((m) => m.bills)
  assert.ok(refusals > 0 && bills.some((b) => b.of.coupon && b.state === 'paga') && proposals.some((p) => p.used))
  assert.ok(bills.some((b) => b.kept) && bills.some((b) => b.credit > 0) && bills.some((b) => b.state === 'paga'))
})

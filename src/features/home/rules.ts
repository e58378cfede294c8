// The list of the day: whom a seller does well to talk to, most pressing first. No network, no database.
import { hasEnded, type QuoteAnswer } from '#features/orders/quote.ts'
import { addDays, addMonths, daysBetween } from '#shared/day.ts'

/** Why somebody is on the list, the most pressing first. */
export const REASONS = ['ajuste', 'orcamento', 'abriu', 'atrasado'] as const
export type Reason = (typeof REASONS)[number]
/** Who opened the catalogue so many days ago and has not ordered since. */
export const OPENED_DAYS = 7

export interface OpenOrder {
  id: number
  number: number | null
  client_id: number | null
  name: string
  phone: string
  status: 'ajuste_solicitado' | 'orcamento'
  /** What the client said to the last offer. */
  answer: QuoteAnswer
  valid_until: string | null
  /** Of the last change. */
  day: string
}
/** Whose turn it is: a quote that was offered waits for the client, everything else for the seller. */
const isOffered = (o: OpenOrder) => o.answer === '' && (o.status === 'orcamento' || o.valid_until !== null)
export interface Portfolio {
  today: string
  /** Adjustments and quotes that wait. */
  orders: readonly OpenOrder[]
  /** The last day on which a client opened the catalogue. */
  openings: readonly { client_id: number; day: string }[]
  /** How each client orders. */
  clients: readonly {
    client_id: number
    last_day: string | null
    days_since: number | null
    interval_days: number | null
  }[]
}
interface Cause {
  reason: Reason
  /** Days since the order was sent, the catalogue opened, the last order. */
  days: number
  order_id: number | null
  number: number | null
  interval_days: number | null
  /** A quote whose last day is over. */
  ended: boolean
}
/** A client, or an order whose buyer is no client; the first cause is the most pressing. */
export interface Entry {
  client_id: number | null
  order_id: number | null
  causes: Cause[]
}
/** Whom to talk to today. Adjustments before quotes (from the day after) before who looked before who is late; what has
 * waited longest first, of the late those whose day has just passed: they can still be had. */
export function dayList(p: Portfolio): Entry[] {
  const entries = new Map<string, Entry>()
  const add = (client_id: number | null, order_id: number | null, cause: Cause) => {
    const key = client_id === null ? `order ${order_id}` : `client ${client_id}`
    const entry = entries.get(key)
    if (entry) entry.causes.push(cause)
    else entries.set(key, { client_id, order_id: client_id === null ? order_id : null, causes: [cause] })
  }
  for (const o of p.orders) {
    const days = daysBetween(o.day, p.today)
    const reason = isOffered(o) ? 'orcamento' : 'ajuste'
    if (reason === 'orcamento' && days < 1) continue
    const ended = reason === 'orcamento' && hasEnded(o, p.today)
    add(o.client_id, o.id, { reason, days, order_id: o.id, number: o.number, interval_days: null, ended })
  }
  const none = { order_id: null, number: null, ended: false }
  const lastDay = new Map(p.clients.map((c) => [c.client_id, c.last_day]))
  for (const o of p.openings) {
    const days = daysBetween(o.day, p.today)
    const last = lastDay.get(o.client_id)
    if (days < 0 || days > OPENED_DAYS || (last && last >= o.day)) continue
    add(o.client_id, null, { ...none, reason: 'abriu', days, interval_days: null })
  }
  for (const { client_id, days_since, interval_days } of p.clients)
    if (days_since !== null && interval_days !== null && days_since > interval_days)
      add(client_id, null, { ...none, reason: 'atrasado', days: days_since, interval_days })
  const list = [...entries.values()]
  for (const e of list) e.causes.sort(byPress)
  return list.toSorted((a, b) => byPress(a.causes[0] as Cause, b.causes[0] as Cause) || idOf(a) - idOf(b))
}
const idOf = (e: Entry) => Number(e.client_id ?? e.order_id)
const late = (c: Cause) => c.days - Number(c.interval_days)
function byPress(a: Cause, b: Cause): number {
  const rank = REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason)
  if (rank !== 0) return rank
  return a.reason === 'ajuste' || a.reason === 'orcamento' ? b.days - a.days : late(a) - late(b)
}

interface Sold {
  orders: number
  total?: number | undefined
}
interface Worth {
  orders: number
  total: number
}
/** This month until a day and the month before, of what each day of both sold: sums and days. `before` reaches to the
 * same day of the month, of a shorter one over all of it. Money is not there for who sees no prices. */
export function monthsOf(rows: readonly (Worth & { day: string })[], day: string, hide: boolean) {
  const first = `${day.slice(0, 7)}-01`
  const sold = new Map(rows.map((r) => [r.day, r]))
  const told = ({ orders, total }: Worth): Sold => (hide ? { orders } : { orders, total })
  const from = (start: string, until: string) =>
    Array.from({ length: daysBetween(start, until) }, (_, i) => sold.get(addDays(start, i)) ?? { orders: 0, total: 0 })
  const sum = (days: Worth[]) =>
    told(days.reduce((a, b) => ({ orders: a.orders + b.orders, total: a.total + b.total }), { orders: 0, total: 0 }))
  const now = from(first, addDays(day, 1))
  const before = from(addMonths(first, -1), first)
  return {
    today: sum(now.slice(-1)),
    month: sum(now),
    before: sum(before.slice(0, now.length)),
    days: now.map(told),
    days_before: before.map(told),
  }
}
/** What days come to, each with those before it. */
export const running = (days: readonly Sold[], of: (d: Sold) => number): number[] => {
  let sum = 0
  return days.map((d) => (sum += of(d)))
}

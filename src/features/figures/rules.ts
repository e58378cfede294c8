// What figures mean, the same in browser and server: which days a period is compared with, what is A, B and C.
import { addDays, addMonths, daysBetween } from '#shared/day.ts'

/** Days from … until, both included. */
export interface Period {
  from: string
  until: string
}
/** What one answer reaches over. */
export const MOST_DAYS = 1100
const isFirst = (day: string) => day.endsWith('-01')
const isLast = (day: string) => isFirst(addDays(day, 1))
const monthsBetween = (a: string, b: string) =>
  (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) * 12 + Number(b.slice(5, 7)) - Number(a.slice(5, 7))

/** The days before that a period is held against: one day against the day before, whole months against as many months, the beginning of a month against
 * the same days of the one before (all of a shorter one), anything else against as many days. */
export function periodBefore({ from, until }: Period): Period {
  if (from === until) return { from: addDays(from, -1), until: addDays(from, -1) }
  if (isFirst(from)) {
    const months = monthsBetween(from, until) + 1
    const first = addMonths(from, -months)
    if (isLast(until)) return { from: first, until: addDays(from, -1) }
    if (months === 1) {
      const same = addDays(first, daysBetween(from, until))
      return { from: first, until: same < from ? same : addDays(from, -1) }
    }
  }
  const days = daysBetween(from, until) + 1
  return { from: addDays(from, -days), until: addDays(from, -1) }
}
/** Above so many days a curve goes by months. */
const BY_DAYS = 92
export type Step = 'day' | 'month'
export const stepOf = (p: Period): Step => (daysBetween(p.from, p.until) < BY_DAYS ? 'day' : 'month')
/** The days on which the steps of a period begin. */
export function stepsOf(p: Period, step: Step): string[] {
  const steps: string[] = []
  let at = p.from
  while (at <= p.until) {
    steps.push(at)
    at = step === 'day' ? addDays(at, 1) : addMonths(`${at.slice(0, 7)}-01`, 1)
  }
  return steps
}
/** Which step a day belongs to: its place in `stepsOf`. */
export const stepAt = (p: Period, step: Step, day: string) =>
  step === 'day' ? daysBetween(p.from, day) : monthsBetween(p.from, day)

export const CLASSES = ['A', 'B', 'C'] as const
export type Class = (typeof CLASSES)[number]
/** Shares of everything, in percent, up to which what sells most is A, and then B. */
export const [A_UNTIL, B_UNTIL] = [80, 95]
/** Of values, the greatest first: what each is. One belongs to a class as long as those before it do not fill it, so
 * that the first is always A; what sold nothing is C. */
export function classesOf(values: readonly number[]): Class[] {
  const sum = values.reduce((a, b) => a + Math.max(0, b), 0)
  let before = 0
  return values.map((v) => {
    const share = (before * 100) / sum
    before += v
    return v <= 0 ? 'C' : share < A_UNTIL ? 'A' : share < B_UNTIL ? 'B' : 'C'
  })
}
/** Change in whole percent; null where there was nothing before. */
export const change = (now: number, before: number) => (before > 0 ? Math.round(((now - before) * 100) / before) : null)
/** Orders from the catalogue by 100 visits, with one decimal. Null where the visits cannot tell: none was counted, or
 * fewer than the orders (somebody ordered twice on one visit, or from a program that reads no pages). */
export const conversion = (orders: number, visits: number) =>
  visits > 0 && orders <= visits ? Math.round((orders * 1000) / visits) / 10 : null
/** What an order comes to on average, in whole cents. */
export const average = (total: number, orders: number) => (orders > 0 ? Math.round(total / orders) : 0)

export const DIMENSIONS = ['product', 'category', 'client', 'seller', 'city'] as const
export type Dimension = (typeof DIMENSIONS)[number]
/** What a site's address may be in the showcase's list: its origin, or null. */
export function siteOf(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password || !/^[a-z0-9.-]+$/.test(url.hostname)) return null
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.origin : null
}

// What a calendar's things are called, and how something comes again: no network, no database.
import { addDays, addMonths, daysBetween } from '#shared/day.ts'
import type { Sentence } from '#shared/sentence.ts'
import { weekdayOf } from '#shared/wall.ts'
import type { Item } from './contract.ts'

const LABELS = {
  event: '{name}',
  visit: 'Visita: {name}',
  delivery: 'Entrega do pedido {n}: {name}',
  quote: 'Orçamento {n} vence: {name}',
  promotion: 'Promoção termina: {name}',
  trial: 'O teste grátis termina',
  subscription: 'A assinatura vence',
} as const
/** What it is called in one line. */
export function labelOf({ kind, name, number }: Pick<Item, 'kind' | 'name' | 'number'>): Sentence {
  if (kind === 'promotion' && number !== null && number > 1)
    return { text: '{n} promoções terminam', values: { n: number } }
  return { text: LABELS[kind], values: { name, n: number ?? '' } }
}

const REPEATS = ['', 'daily', 'weekly', 'biweekly', 'monthly', 'yearly'] as const
export type Repeat = (typeof REPEATS)[number]
export interface Choice {
  repeat: Repeat
  /** Of a week, 0 Sunday. */
  weekdays: number[]
  /** The last day, '' without an end. */
  until: string
}
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const inWeek = (days: number[]) =>
  [...new Set(days)]
    .sort((a, b) => a - b)
    .map((d) => DAYS[d])
    .join()
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
/** The days of a month of which the last one that there is counts: the 31st, else the month's last. */
const monthDay = (n: number) => (n > 28 ? `BYMONTHDAY=${upTo(28, n).join()};BYSETPOS=-1` : `BYMONTHDAY=${n}`)
/** The rule of what begins on this day and comes again so. */
export function ruleOf({ repeat, weekdays, until }: Choice, start: string): string {
  const month = Number(start.slice(5, 7))
  const n = Number(start.slice(8))
  const week = inWeek([...weekdays, weekdayOf(start)])
  const rules: Record<Repeat, string> = {
    '': '',
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${week}`,
    biweekly: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${week};WKST=SU`,
    monthly: `FREQ=MONTHLY;${monthDay(n)}`,
    yearly: `FREQ=YEARLY;BYMONTH=${month};${monthDay(n)}`,
  }
  return repeat && until ? `${rules[repeat]};UNTIL=${until.replaceAll('-', '')}T235959Z` : rules[repeat]
}
export const partsOf = (rule: string): Record<string, string> =>
  Object.fromEntries(
    rule.split(';').flatMap((p) => (p.includes('=') ? [p.split('=') as [string, string]] : [])),
  ) as Record<string, string>
/** The last day that a rule names, '' without one. */
export function untilOf(rule: string): string {
  const [, y, m, d] = /UNTIL=(\d{4})(\d{2})(\d{2})/.exec(rule) ?? []
  return y ? `${y}-${m}-${d}` : ''
}
/** What somebody chose when this rule was made for a series that begins on this day; null: another kind of rule. */
export function choiceOf(rule: string, start: string): Choice | null {
  const weekdays = (partsOf(rule).BYDAY ?? '').split(',').flatMap((d) => (DAYS.includes(d) ? [DAYS.indexOf(d)] : []))
  const until = untilOf(rule)
  const same = (repeat: Repeat) => ruleOf({ repeat, weekdays, until }, start) === rule
  const repeat = REPEATS.find(same)
  return repeat === undefined ? null : { repeat, weekdays, until }
}
/** The rule of a series whose day moves to another one: its weekdays, its day of the month and its last day go along.
 * What names more than these stays, and is refused where it does not fit any more. */
export function shiftRule(rule: string, from: string, to: string): string {
  const by = daysBetween(from, to)
  if (by === 0) return rule
  const moved = (name: string) => (((DAYS.indexOf(name) + by) % 7) + 7) % 7
  return rule
    .replace(/BYDAY=([A-Z,]+)(?=;|$)/, (_, names: string) => `BYDAY=${inWeek(names.split(',').map(moved))}`)
    .replace(/BYMONTHDAY=(\d+|28(,\d\d)*;BYSETPOS=-1)(?=;|$)/, monthDay(Number(to.slice(8))))
    .replace(/BYMONTH=\d+(?=;|$)/, `BYMONTH=${Number(to.slice(5, 7))}`)
    .replace(/UNTIL=\d{8}/, () => `UNTIL=${addDays(untilOf(rule), by).replaceAll('-', '')}`)
}
const without = (rule: string, ...names: string[]) =>
  rule.split(';').filter((p) => !names.includes(p.split('=')[0] as string))
/** The rule of a series that ends before this day. */
export const endedBefore = (rule: string, day: string): string =>
  [...without(rule, 'UNTIL', 'COUNT'), `UNTIL=${addDays(day, -1).replaceAll('-', '')}T235959Z`].join(';')
/** The rule of what is left of a series after so many days of it; one that is counted is counted on. */
export function ruleAfter(rule: string, days: number): string {
  const { COUNT } = partsOf(rule)
  return COUNT ? [...without(rule, 'COUNT'), `COUNT=${Math.max(1, Number(COUNT) - days)}`].join(';') : rule
}
const PARTS =
  /^(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)|INTERVAL=[1-9]\d{0,2}|COUNT=[1-9]\d{0,2}|UNTIL=\d{8}(T\d{6}Z)?|WKST=(SU|MO)|BYDAY=[-+\dA-Z,]+|BYMONTHDAY=[-\d,]+|BYMONTH=[\d,]+|BYSETPOS=[-\d,]+)$/
/** Whether it is a rule by days: nothing comes more often than once a day. */
export const isRule = (rule: string) => {
  const parts = rule.split(';')
  const names = parts.map((p) => p.split('=')[0])
  return (
    rule === '' || (parts.every((p) => PARTS.test(p)) && names.includes('FREQ') && new Set(names).size === names.length)
  )
}

export const VIEWS = ['month', 'week', 'day'] as const
export type View = (typeof VIEWS)[number]
const sundayOf = (day: string) => addDays(day, -weekdayOf(day))
/** The days that a view shows, from the first to before the last: of a month whole weeks. */
export function daysOf(view: View, date: string): { from: string; until: string } {
  if (view === 'day') return { from: date, until: addDays(date, 1) }
  if (view === 'week') return { from: sundayOf(date), until: addDays(sundayOf(date), 7) }
  const first = `${date.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  return { from: sundayOf(first), until: addDays(sundayOf(last), 7) }
}
/** The same view, so many of them later. */
export function step(view: View, date: string, by: number): string {
  return view === 'month' ? addMonths(date, by) : addDays(date, by * (view === 'week' ? 7 : 1))
}

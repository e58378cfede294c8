// On which days something takes place: the rule read by a library, as if the company's clock were the world's, so that
// no change of summer time moves anything; days that are otherwise are laid over it.
import { createRequire } from 'node:module'
import { addDays } from '#shared/day.ts'
import { addMinutes, dayOfWall, midnight, minutesBetween, timeOfWall } from '#shared/wall.ts'
import { isRule, partsOf, untilOf } from '../rules.ts'

export interface Series {
  starts: string
  ends: string
  rule: string
}
/** A day of a series that is otherwise. */
export interface OtherDay {
  day: string
  gone: boolean
  starts: string | null
  ends: string | null
  title: string | null
  notes: string | null
}
/** Never. */
const FOREVER = '9999-12-31'
const compact = (wall: string) => `${wall.replaceAll(/[-:]/g, '')}00Z`
const require = createRequire(import.meta.url)
/** The library comes with the first series that is read. */
function read({ starts, rule }: Series) {
  const { RRuleTemporal } = require('rrule-temporal') as typeof import('rrule-temporal')
  return new RRuleTemporal({ rruleString: `DTSTART:${compact(starts)}\nRRULE:${rule}` })
}
const asDate = (wall: string) => new Date(`${wall}:00Z`)

/** Days on which a series begins anew, from one to before another. */
export function daysOfSeries(s: Series, from: string, until: string): string[] {
  if (!s.rule) {
    const day = dayOfWall(s.starts)
    return day >= from && day < until ? [day] : []
  }
  return read(s)
    .between(asDate(midnight(from)), new Date(asDate(midnight(until)).getTime() - 1), true)
    .map((z) => z.toPlainDate().toString())
}
/** Whether it takes place at all, on its first day, and the library can read it. */
export function beginsAtOnce(s: Series): boolean {
  try {
    const day = dayOfWall(s.starts)
    return daysOfSeries(s, day, addDays(day, 1)).length === 1
  } catch {
    return false
  }
}
/** The series as it begins on the first day that its rule names; as it is where there is none, or the library cannot
 * read it. */
export function begun<S extends Series>(s: S): S {
  if (!s.rule || !isRule(s.rule)) return s
  try {
    const first = read(s).next(asDate(midnight(dayOfWall(s.starts))), true)
    return first ? { ...s, ...spanOn(s, first.toPlainDate().toString()) } : s
  } catch {
    return s
  }
}
/** The last day that it can touch. */
export function lastDay(s: Series): string {
  const length = Math.ceil(minutesBetween(s.starts, s.ends) / 1440)
  if (!s.rule) return dayOfWall(s.ends)
  const until = untilOf(s.rule)
  if (until) return addDays(until, length)
  if (!partsOf(s.rule).COUNT) return FOREVER
  const last = read(s).all().at(-1)
  return last ? addDays(last.toPlainDate().toString(), length) : dayOfWall(s.ends)
}
export interface Occurrence {
  day: string
  starts: string
  ends: string
  title: string | null
  notes: string | null
}
/** What takes place within these days, each with the day that its series gave it. */
export function occurrences(s: Series, others: readonly OtherDay[], from: string, until: string): Occurrence[] {
  const minutes = minutesBetween(s.starts, s.ends)
  const known = new Map(others.map((o) => [o.day, o]))
  const days = daysOfSeries(s, addDays(from, -Math.ceil(minutes / 1440)), until)
  const asEver = days.filter((day) => !known.has(day)).map((day) => plain(s, day))
  const otherwise = others.flatMap(({ gone, starts, ends, ...o }) =>
    gone || !starts || !ends ? [] : { ...o, starts, ends },
  )
  return [...asEver, ...otherwise].filter((o) => o.starts < midnight(until) && o.ends > midnight(from))
}
function spanOn(s: Series, day: string) {
  const starts = `${day}T${timeOfWall(s.starts)}`
  return { starts, ends: addMinutes(starts, minutesBetween(s.starts, s.ends)) }
}
/** A day of the series as its rule gives it. */
export const plain = (s: Series, day: string): Occurrence => ({ day, ...spanOn(s, day), title: null, notes: null })

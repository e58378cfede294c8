// Where things stand on a calendar's days: no browser, no network.
import { addDays, daysBetween } from '#shared/day.ts'
import { midnight, minutesBetween } from '#shared/wall.ts'

interface Span {
  starts: string
  ends: string
  all_day: boolean
}
/** Whether something stands in the row of whole days. */
export const isLong = (i: Span) => i.all_day || minutesBetween(i.starts, i.ends) >= 1440
export const touches = (i: Span, day: string) => i.starts < midnight(addDays(day, 1)) && i.ends > midnight(day)
export const daysFrom = (from: string, until: string) =>
  Array.from({ length: daysBetween(from, until) }, (_, i) => addDays(from, i))

export interface Placed<T> {
  item: T
  /** Minutes from midnight, and how many of this day. */
  top: number
  length: number
  lane: number
  lanes: number
}
/** As much of the day as something needs to be read and hit. */
const LEAST = 45
/** What has an hour on this day, beside each other where they meet. */
export function placed<T extends Span>(items: readonly T[], day: string): Placed<T>[] {
  const mine = items
    .filter((i) => !isLong(i) && touches(i, day))
    .map((item) => {
      const top = Math.max(0, minutesBetween(midnight(day), item.starts))
      const end = Math.min(1440, minutesBetween(midnight(day), item.ends))
      return { item, top: Math.min(top, 1440 - LEAST), length: Math.max(LEAST, end - top), lane: 0, lanes: 1 }
    })
    .sort((a, b) => a.top - b.top || b.length - a.length)
  let group: Placed<T>[] = []
  let end = -1
  const close = () => {
    const lanes = Math.max(1, ...group.map((p) => p.lane + 1))
    for (const p of group) p.lanes = lanes
    group = []
  }
  for (const p of mine) {
    if (p.top >= end) close()
    const taken = new Set(group.filter((g) => g.top + g.length > p.top).map((g) => g.lane))
    while (taken.has(p.lane)) p.lane++
    group.push(p)
    end = Math.max(group.length === 1 ? 0 : end, p.top + p.length)
  }
  close()
  return mine
}

// When a feed is fetched, what speaks against it, and when an admin is asked before it writes. No network, no database.
import { zonedTime } from '#shared/zoned-time.ts'

export const MOST_FEEDS = 5
export const EVERY_HOURS = [1, 2, 4, 6, 12, 24] as const
/** So many failed runs in a row switch a feed off. */
export const MOST_FAILURES = 5
/** Whether the feed failed, by the status of what was refused: that we were busy, or an error of ours, switches none off. */
export const isItsOwn = (status?: number): boolean => status !== undefined && status < 500
/** Fewer rows than these are nobody's accident. */
const FEW = 10

export interface Schedule {
  every_hours: number | null
  /** By the company's clock. */
  at_hour: number | null
}
const HOUR = 3600_000
const hourIn = (timeZone: string, at: Date) => Number(zonedTime(at, timeZone).time.slice(0, 2))
/** Hours by which a clock is moved at most. */
const MOST_MOVED = 3
/** Whether an hour of the day comes at a moment: the first time where the clock is set back and it comes twice, the first
 * hour after it where the clock is put on and skips it. */
function comes(timeZone: string, at: number, hour: number): boolean {
  const is = hourIn(timeZone, new Date(at))
  if (is === hour)
    for (let n = 1; n <= MOST_MOVED; n++) if (hourIn(timeZone, new Date(at - n * HOUR)) === hour) return false
  const was = hourIn(timeZone, new Date(at - HOUR))
  const after = (h: number) => (h - was + 24) % 24
  return is === hour || (after(is) <= MOST_MOVED && after(hour) > 0 && after(hour) < after(is))
}
export function nextRun({ every_hours, at_hour }: Schedule, timeZone: string, now: Date): Date {
  if (every_hours !== null) return new Date(now.getTime() + every_hours * HOUR)
  const start = Math.floor(now.getTime() / HOUR) * HOUR
  for (let n = 1; n < 50; n++) {
    const at = start + n * HOUR
    if (at_hour !== null && comes(timeZone, at, at_hour)) return new Date(at)
  }
  return new Date(start + 24 * HOUR)
}
export interface Found {
  changed: number
  retired: number
  refused: number
  rows: number
  /** Products on sale now. */
  existing: number
}
/** Whether so much would change, vanish or be refused that somebody looks first. */
export function tooMuch({ changed, retired, refused, rows, existing }: Found, percent: number): boolean {
  const touched = changed + retired
  if (touched > FEW && touched * 100 > existing * percent) return true
  return refused > FEW && refused * 2 > rows
}

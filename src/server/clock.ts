// The clock is injected: tests move it, nothing else reads Date.now for a decision.
import { HOME_ZONE, zonedTime } from '#shared/zoned-time.ts'

export interface Clock {
  now(): Date
}
export const systemClock: Clock = {
  now: () => (process.env.CLOCK ? new Date(process.env.CLOCK) : new Date()),
}
const days = new Map<string, { minute: number; day: string }>()
const MINUTE = 60_000
/** A zone that Node does not know has the platform's day: one such company must not break lists of many. */
function dayOr(timeZone: string, at: Date): string {
  try {
    return zonedTime(at, timeZone).day
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return zonedTime(at, HOME_ZONE).day
  }
}
/** The calendar day (yyyy-mm-dd) at a moment in a company's time zone. */
export function dayIn(timeZone: string, at: Date): string {
  // Cached per zone and minute: every request needs the day, and no day begins within a minute.
  const minute = Math.floor(at.getTime() / MINUTE)
  let cached = days.get(timeZone)
  if (cached?.minute !== minute) days.set(timeZone, (cached = { minute, day: dayOr(timeZone, at) }))
  return cached.day
}

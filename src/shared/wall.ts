// Moments as a clock on the wall shows them where a company is: yyyy-mm-ddThh:mm, without a zone. Counted without
// zones, so that nine o'clock stays nine o'clock when summer time begins or ends.
import { zonedTime } from './zoned-time.ts'

const MINUTE = 60_000
const at = (wall: string) => Date.parse(`${wall}:00Z`)

/** Whether it names a day that there is, and an hour of it. */
export const isWall = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(at(text)) && addMinutes(text, 0) === text
export function addMinutes(wall: string, minutes: number): string {
  const moved = at(wall) + minutes * MINUTE
  return Number.isNaN(moved) ? '' : new Date(moved).toISOString().slice(0, 16)
}
export const minutesBetween = (from: string, to: string) => Math.round((at(to) - at(from)) / MINUTE)
export const dayOfWall = (wall: string) => wall.slice(0, 10)
export const timeOfWall = (wall: string) => wall.slice(11, 16)
/** A day's first minute. */
export const midnight = (day: string) => `${day}T00:00`
/** 0 Sunday … 6 Saturday. */
export const weekdayOf = (day: string) => new Date(at(midnight(day))).getUTCDay()

/** What a clock in this zone shows at a moment. */
export function wallAt(moment: Date, timeZone: string): string {
  const { day, time } = zonedTime(moment, timeZone)
  return `${day}T${time.slice(0, 5)}`
}
/** The moment at which a clock in this zone shows that. Of an hour that comes twice the first one; an hour that is left
 * out is as long after the change as it says. */
export function momentOf(wall: string, timeZone: string): Date {
  const shown = at(wall)
  // The day before and the day after say both offsets that can hold.
  const offsets = [-1440, 1440].map((m) => {
    const near = new Date(shown + m * MINUTE)
    return at(wallAt(near, timeZone)) - near.getTime()
  })
  const tries = offsets.map((offset) => new Date(shown - offset))
  return tries.find((t) => wallAt(t, timeZone) === wall) ?? (tries[0] as Date)
}

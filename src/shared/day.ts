// Calendar days as text, yyyy-mm-dd: counted without hours, so that no time zone and no summer time moves them.
const DAY = 86_400_000
const at = (day: string) => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))

/** Whether it is written like a day, and is one that there is. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text
/** A day so many days later. */
export const addDays = (day: string, days: number) => new Date(at(day) + days * DAY).toISOString().slice(0, 10)
/** A day so many months later; the 29th to 31st become a shorter month's last day. */
export function addMonths(day: string, months: number): string {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(y, m - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(d, last))
  return first.toISOString().slice(0, 10)
}
/** Whole days from one day to another; negative when it lies before. */
export const daysBetween = (from: string, to: string) => Math.round((at(to) - at(from)) / DAY)
/** A day that was said when it was `then` on a device, and the days that the device has counted since: a clock that is
 * always wrong does no harm, nor one that was set back. */
export const countedDay = (said: string, then: string, now: string) =>
  addDays(said, Math.max(0, daysBetween(then, now)))
/** "2026-12-12" → "12/12/2026"; nothing stays nothing. */
export const showDay = (day: string | null | undefined) => (day ?? '').split('-').reverse().join('/')

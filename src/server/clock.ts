// The clock is injected: tests move it, nothing else reads Date.now for a decision.
export interface Clock {
  now(): Date
}
export const systemClock: Clock = {
  now: () => (process.env.CLOCK ? new Date(process.env.CLOCK) : new Date()),
}
/** Where the platform is, and a company until it says otherwise. */
export const HOME_ZONE = 'America/Sao_Paulo'
const formats = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>()
const MINUTE = 60_000
/** The calendar day (yyyy-mm-dd) at a moment in a company's time zone. */
export function dayIn(timeZone: string, at: Date): string {
  let f = formats.get(timeZone)
  if (!f) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, (f = { format, minute: Number.NaN, day: '' }))
  }
  // Every request asks, and no day begins within a minute.
  const minute = Math.floor(at.getTime() / MINUTE)
  if (f.minute !== minute) Object.assign(f, { minute, day: f.format.format(at) })
  return f.day
}

// The clock is injected: tests move it, nothing else reads Date.now for a decision.
export interface Clock {
  now(): Date
}
export const systemClock: Clock = {
  now: () => (process.env.CLOCK ? new Date(process.env.CLOCK) : new Date()),
}
/** Where the platform is, and a company until it says otherwise. */
export const HOME_ZONE = 'America/Sao_Paulo'
const formats = new Map<string, Intl.DateTimeFormat>()
/** The calendar day (yyyy-mm-dd) at a moment in a company's time zone. */
export function dayIn(timeZone: string, at: Date): string {
  let f = formats.get(timeZone)
  if (!f) {
    f = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, f)
  }
  return f.format(at)
}

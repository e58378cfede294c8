/** Where the platform is, and a company until it says otherwise. */
export const HOME_ZONE = 'America/Sao_Paulo'
/** A moment as a wall clock shows it: `day` is yyyy-mm-dd, `time` is HH:mm:ss (00 to 23 hours). */
export interface ZonedTime {
  day: string
  time: string
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/**
 * The wall clock of an IANA time zone at a moment; without a zone, the device's own. Throws RangeError for an unknown zone.
 *
 * The fields come from `formatToParts` because the text that a locale writes differs between engines: CLDR 42 writes
 * en-CA as 11/27/2026 (CLDR-16399, nodejs/node#45945), and sv-SE once lost its zeros (nodejs/node#51090).
 */
export function zonedTime(at: Date, timeZone?: string): ZonedTime {
  let format = formats.get(timeZone)
  if (!format) {
    const [numeric, digits] = ['numeric', '2-digit'] as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: numeric,
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(at)
  const field = (type: string) => (parts.find((p) => p.type === type)?.value ?? '').padStart(2, '0')
  return {
    day: `${field('year')}-${field('month')}-${field('day')}`,
    time: `${field('hour')}:${field('minute')}:${field('second')}`,
  }
}

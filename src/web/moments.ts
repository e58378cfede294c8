// Moments on screens, in the company's time zone and not the device's (docs/decisions/0119). Dates and times are pt-BR in
// every language.
import { daysBetween, showDay } from '#shared/day.ts'
import { zonedTime } from '#shared/zoned-time.ts'
import { dayOf, today, zone } from './device/day.ts'
import { t } from './i18n.ts'

/** "9:12" of the company. */
export const showTime = (at: Date, timeZone = zone()) => zonedTime(at, timeZone).time.slice(0, 5)
/** "19/11/2026". */
export const showFullDay = (at: Date, timeZone = zone()) => showDay(zonedTime(at, timeZone).day)
/** A calendar day in words: "terça-feira, 1 de dezembro". */
export const dayWords = (day: string, options: Intl.DateTimeFormatOptions, language = 'pt-BR') =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(language, { ...options, timeZone: 'UTC' })
/** "hoje", "ontem", "19/11"; with the year when it is not this one. `now` is the company's day. */
export function showDate(
  at: Date,
  timeZone = zone(),
  now = timeZone === zone() ? today() : dayOf(new Date(), timeZone),
) {
  const { day } = zonedTime(at, timeZone)
  const days = daysBetween(day, now)
  if (days === 0) return t('hoje')
  if (days === 1) return t('ontem')
  return day.slice(0, 4) === now.slice(0, 4) ? showDay(day).slice(0, 5) : showDay(day)
}
/** "hoje, 9:12", "ontem, 15:21", "19/11, 17:40". */
export const showMoment = (at: Date, timeZone = zone()) => `${showDate(at, timeZone)}, ${showTime(at, timeZone)}`

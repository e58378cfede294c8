// The company's zone and day, as this device knows them. The first screen loads this file: it imports no schemas.
import { countedDay } from '#shared/day.ts'
import { HOME_ZONE, zonedTime } from '#shared/zoned-time.ts'
import { currentAccount } from '../session.ts'
import { device } from './index.ts'

const pageZones = new Map<string, string>()
/** Keeps the time zone of the company whose page a link has opened: the reader may belong to another company, or have
 * no account. */
export const keepPageZone = (timeZone: string): void => {
  pageZones.set(location.pathname, timeZone)
}
/** The company's time zone; operators and visitors without a company have the platform's. */
export const zone = (): string =>
  pageZones.get(globalThis.location?.pathname) ||
  currentAccount<{ company: { time_zone?: string } | null }>()?.company?.time_zone ||
  HOME_ZONE
/** The calendar day (yyyy-mm-dd) of a moment in the company's time zone. */
export const dayOf = (at: Date, timeZone = zone()): string => zonedTime(at, timeZone).day
/** The company's day, as counted since the server said it. */
export function today(): string {
  const { day, told } = device.get()
  return day ? countedDay(day, dayOf(new Date(told)), dayOf(new Date())) : dayOf(new Date())
}

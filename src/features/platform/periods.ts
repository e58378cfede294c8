// Periods of the platform's log: by the platform's clock, wherever an operator sits.
import { addDays } from '#shared/day.ts'
import { midnight, momentOf } from '#shared/wall.ts'
import { HOME_ZONE, zonedTime } from '#shared/zoned-time.ts'

/** The first moment of a period of so many days that ends today. */
export const begin = (days: number, now = new Date()) =>
  momentOf(midnight(addDays(zonedTime(now, HOME_ZONE).day, 1 - days)), HOME_ZONE)

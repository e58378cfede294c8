// Periods of the platform's log: by the platform's clock, wherever an operator sits.
import { addDays } from '#shared/day.ts'
import { dayOfWall, midnight, momentOf, wallAt } from '#shared/wall.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'

/** Where so many days began, today among them. */
export const begin = (days: number, now = new Date()) =>
  momentOf(midnight(addDays(dayOfWall(wallAt(now, HOME_ZONE)), 1 - days)), HOME_ZONE)

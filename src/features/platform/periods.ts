// Periods of the platform's log: by the platform's clock, wherever an operator sits.
import { addDays } from '#shared/day.ts'
import { dayOfWall, midnight, momentOf, wallAt } from '#shared/wall.ts'

const ZONE = 'America/Sao_Paulo'
/** Where so many days began, today among them. */
export const begin = (days: number, now: Date) =>
  momentOf(midnight(addDays(dayOfWall(wallAt(now, ZONE)), 1 - days)), ZONE)

// Which backups stay: all of the last day, then the last of each day, for as many days as are kept. The newest ones and one
// of each of the weeks before them stay at any age, because the clock may be wrong (docs/decisions/0112). The log stays from
// the oldest of the last day on, so that any second since then can be gone back to; older backups bring their own.
import { isAhead } from '#shared/ahead.ts'
import { type Listed, newId, timeOf } from './manifest.ts'

const DAY = 24 * 3600_000
/** So many of the newest never go, and the last one of each of so many weeks before the newest. */
export const FLOOR = { newest: 14, weeks: 4 }

/** When backups were made. A name of a moment to come was given by a clock that was ahead, or follows such a name: then the
 * moment counts at which the manifest was written, or else that of the next backup. */
export function momentsOf(all: readonly Pick<Listed, 'id' | 'written'>[], now: Date): (id: string) => Date {
  const moments = new Map<string, Date>()
  let next: Date | undefined
  for (const { id, written } of all.toReversed()) {
    next = [timeOf(id), written].find((at) => !isAhead(at, now)) ?? next
    moments.set(id, next ?? timeOf(id))
  }
  return (id) => moments.get(id) ?? timeOf(id)
}
/** When the last backup was made of which that is known: one of a moment to come counts as not made. */
export function lastMade(all: readonly Pick<Listed, 'id' | 'written'>[], now: Date): Date | undefined {
  const momentOf = momentsOf(all, now)
  return all.map(({ id }) => momentOf(id)).findLast((at) => !isAhead(at, now))
}
/** Weeks since one that began on a Monday, by UTC. */
const weekOf = (at: Date) => Math.floor((at.getTime() / DAY + 3) / 7)
/** Ids that stay at any age. Weeks count from the newest that is not of a moment to come. */
function floorOf(ids: string[], momentOf: (id: string) => Date, now: Date, floor: typeof FLOOR): Set<string> {
  const newest = ids.findLast((id) => !isAhead(momentOf(id), now)) ?? ids.at(-1)
  const last = newest === undefined ? 0 : weekOf(momentOf(newest))
  const ofWeek = new Map(ids.map((id) => [weekOf(momentOf(id)), id]))
  return new Set([
    ...ids.slice(-floor.newest),
    ...Array.from({ length: floor.weeks }, (_, i) => ofWeek.get(last - 1 - i) ?? ''),
  ])
}
/** Ids that may go. `ids` sorted, oldest first. One of a moment to come goes once it is none of the newest: it has no age. */
export function expired(
  ids: string[],
  momentOf: (id: string) => Date,
  now: Date,
  keepDays: number,
  least = FLOOR,
): string[] {
  const dayOf = (id: string) => newId(momentOf(id)).slice(0, 8)
  const lastOfDay = new Map(ids.map((id) => [dayOf(id), id]))
  const floor = floorOf(ids, momentOf, now, least)
  return ids.filter((id) => {
    if (floor.has(id)) return false
    const age = now.getTime() - momentOf(id).getTime()
    return isAhead(momentOf(id), now) || (age > DAY && (age > keepDays * DAY || lastOfDay.get(dayOf(id)) !== id))
  })
}

/** In how many ms the next one is due, one in so many minutes; at once where there is none, and where the last one is of a
 * moment to come: a clock was wrong, and would be waited for. */
export function dueIn(last: Date | undefined, every: number, now: Date): number {
  return !last || isAhead(last, now) ? 0 : Math.max(0, every * 60_000 - (now.getTime() - last.getTime()))
}

/** The oldest backup from which the log is kept on. */
export const logFrom = (ids: string[], momentOf: (id: string) => Date, now: Date): string | undefined =>
  ids.find((id) => now.getTime() - momentOf(id).getTime() <= DAY) ?? ids.at(-1)

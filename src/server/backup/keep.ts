// Which backups stay: all of the last day, then the last of each day, for as many days as are kept. The log stays from
// the oldest of the last day on, so that any second since then can be gone back to; older backups bring their own.
const DAY = 24 * 3600_000

/** Ids that may go; the newest never does. `ids` sorted, oldest first. */
export function expired(ids: string[], timeOf: (id: string) => Date, now: Date, keepDays: number): string[] {
  const lastOfDay = new Map(ids.map((id) => [id.slice(0, 8), id]))
  return ids.slice(0, -1).filter((id) => {
    const age = now.getTime() - timeOf(id).getTime()
    return age > DAY && (age > keepDays * DAY || lastOfDay.get(id.slice(0, 8)) !== id)
  })
}
/** Clocks of several workers may differ by so much, in ms. */
const APART = 60_000

/** In how many ms the next one is due, one in so many minutes; at once where there is none, and where the last one is of a
 * moment to come: a clock was wrong, and would be waited for. */
export function dueIn(last: Date | undefined, every: number, now: Date): number {
  const since = last && now.getTime() - last.getTime()
  return since === undefined || since < -APART ? 0 : Math.max(0, every * 60_000 - since)
}

/** The oldest backup from which the log is kept on. */
export const logFrom = (ids: string[], timeOf: (id: string) => Date, now: Date): string | undefined =>
  ids.find((id) => now.getTime() - timeOf(id).getTime() <= DAY) ?? ids.at(-1)

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
/** The oldest backup from which the log is kept on. */
export const logFrom = (ids: string[], timeOf: (id: string) => Date, now: Date): string | undefined =>
  ids.find((id) => now.getTime() - timeOf(id).getTime() <= DAY) ?? ids.at(-1)

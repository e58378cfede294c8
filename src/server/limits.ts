// Limits of named users, counted in this process.
const counts = new Map<string, { hits: number; resets: number }>()

/** Counts one try; answers the seconds to wait, 0 when within the limit. */
export function countHere(key: string, limit: number, seconds: number, now: Date): number {
  const at = now.getTime()
  const c = counts.get(key)
  if (!c || c.resets <= at) {
    if (counts.size > 50_000) counts.clear()
    counts.set(key, { hits: 1, resets: at + seconds * 1000 })
    return 0
  }
  c.hits++
  return c.hits > limit ? Math.max(1, Math.ceil((c.resets - at) / 1000)) : 0
}

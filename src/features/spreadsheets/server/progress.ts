// How far a sheet is, under a name that its sender chose. The server that works on it tells all of them: who asks may ask
// another.
import type { Kit } from '#server/serve.ts'
import { tellProgress } from './writes.ts'

/** How often it is told, at most, in ms. */
const EACH = 250

/** `known` grows with the work in hand alone: what ends is told, too. */
export function progressBoard(kit: Pick<Kit, 'live' | 'db'>) {
  const known = new Map<string, number>()
  const keyOf = (company: number, name: string) => `${company}:${name}`
  kit.live.onProgress(({ key, percent }) => {
    if (percent === null) known.delete(key)
    else known.set(key, percent)
    // Of a server that was killed nobody tells the end.
    if (known.size > 1000) known.clear()
  })
  const tell = (key: string, percent: number | null) => void tellProgress(kit.db, key, percent).catch(() => {})
  return {
    /** Runs `work`, which says how far it is (0 to 1); nothing is known of it when it ends. */
    async during<T>(
      company: number,
      name: string | undefined,
      work: (at: (share: number) => void) => Promise<T>,
    ): Promise<T> {
      if (!name) return work(() => {})
      const key = keyOf(company, name)
      let [said, told] = [0, 0]
      try {
        return await work((share) => {
          const percent = Math.min(99, Math.max(0, Math.round(share * 100)))
          if (percent === said || Date.now() - told < EACH) return
          said = percent
          told = Date.now()
          tell(key, percent)
        })
      } finally {
        tell(key, null)
      }
    },
    /** 0 to 100; 0 as well when nothing of this name runs. */
    of: (company: number, name: string) => known.get(keyOf(company, name)) ?? 0,
  }
}

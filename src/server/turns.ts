// Work that must not overtake itself: for one key, one after another.
import { Refusal } from '#shared/errors.ts'

const MOST_WAITING = 50
const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()

/** Does `work` when all that was asked before for this key is done. Too long a line is refused. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 }
  if (line.waiting >= MOST_WAITING) throw new Refusal('too_many', { retry_after: 1 })
  lines.set(key, line)
  line.waiting++
  const mine = line.last.then(work)
  line.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    if (--line.waiting === 0) lines.delete(key)
  }
}

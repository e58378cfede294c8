// Work that waits for its turn: one after another for a key, so many at once in all; the line has an end.
import { Refusal } from '#shared/errors.ts'

interface Limits {
  /** At once, of all keys. */
  most?: number
  /** How many wait at most, of all keys and of one. */
  waiting?: number
  waitingOfOne?: number
  /** How long one waits, in ms. */
  patience?: number
  /** Whoever waited in vain, or comes when the line is full, is told. */
  busy: () => Refusal
}
interface Waiter {
  key: unknown
  later: boolean
  go: () => void
}
/** Answers how to do `work` when the key's turn has come. What is done `later` waits behind all
 * that is not, and however long the line is. */
export function queueFor({
  most = Number.POSITIVE_INFINITY,
  waiting = Number.POSITIVE_INFINITY,
  waitingOfOne = Number.POSITIVE_INFINITY,
  patience,
  busy,
}: Limits) {
  const running = new Set<unknown>()
  const line: Waiter[] = []
  const next = () => {
    const i = line.findIndex((w) => running.size < most && !running.has(w.key))
    if (i < 0) return
    const [first] = line.splice(i, 1)
    running.add(first?.key)
    first?.go()
    next()
  }
  const turn = (key: unknown, later: boolean) =>
    new Promise<void>((go, fail) => {
      const waiter = { key, later, go }
      if (patience !== undefined) {
        const tired = setTimeout(() => {
          line.splice(line.indexOf(waiter), 1)
          fail(busy())
        }, patience)
        waiter.go = () => {
          clearTimeout(tired)
          go()
        }
      }
      const place = later ? -1 : line.findIndex((w) => w.later)
      line.splice(place < 0 ? line.length : place, 0, waiter)
      next()
    })
  return async function inTurn<T>(key: unknown, work: () => Promise<T>, { later = false } = {}): Promise<T> {
    if (!later && (line.length >= waiting || line.filter((w) => w.key === key).length >= waitingOfOne)) throw busy()
    await turn(key, later)
    try {
      return await work()
    } finally {
      running.delete(key)
      next()
    }
  }
}

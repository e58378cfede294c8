// Work that waits for its turn: one after another for a key or a few of it, so many at once in all; the line has an end.
import { Refusal } from '#shared/errors.ts'

interface Limits {
  /** At once, of all keys. */
  most?: number
  /** At once, of one key; asked anew whenever somebody's turn may have come. */
  mostOfOne?: () => number
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
  mostOfOne = () => 1,
  waiting = Number.POSITIVE_INFINITY,
  waitingOfOne = Number.POSITIVE_INFINITY,
  patience,
  busy,
}: Limits) {
  /** How many of each key, and of all. */
  const running = new Map<unknown, number>()
  let all = 0
  const line: Waiter[] = []
  const may = (key: unknown) => all < most && (running.get(key) ?? 0) < mostOfOne()
  const begin = (key: unknown) => {
    running.set(key, (running.get(key) ?? 0) + 1)
    all++
  }
  const end = (key: unknown) => {
    const left = (running.get(key) as number) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    all--
  }
  const next = () => {
    const i = line.findIndex((w) => may(w.key))
    if (i < 0) return
    const [first] = line.splice(i, 1) as [Waiter]
    begin(first.key)
    first.go()
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
    if (line.length === 0 && may(key)) begin(key)
    else await turn(key, later)
    try {
      return await work()
    } finally {
      end(key)
      next()
    }
  }
}

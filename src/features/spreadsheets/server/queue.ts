// Whose sheet is worked on now: one of a company at a time, few in all; the others wait in line, and the line is short.
import { Refusal } from '#shared/errors.ts'

interface Limits {
  /** At once, of all companies. */
  most: number
  waiting: number
  waitingOfOne: number
  /** How long one waits in line, in ms. */
  patience: number
}
export function queueFor({ most, waiting, waitingOfOne, patience }: Limits) {
  const running = new Set<number>()
  const line: { company: number; go: () => void }[] = []
  const next = () => {
    const i = line.findIndex((w) => running.size < most && !running.has(w.company))
    if (i < 0) return
    const [first] = line.splice(i, 1)
    running.add(first?.company as number)
    first?.go()
    next()
  }
  const queue = (company: number) =>
    new Promise<void>((go, fail) => {
      const waiter = { company, go: () => {} }
      const tired = setTimeout(() => {
        line.splice(line.indexOf(waiter), 1)
        fail(busy())
      }, patience)
      waiter.go = () => {
        clearTimeout(tired)
        go()
      }
      line.push(waiter)
      next()
    })
  return async function inTurn<T>(company: number, work: () => Promise<T>): Promise<T> {
    if (line.length >= waiting || line.filter((w) => w.company === company).length >= waitingOfOne) throw busy()
    await queue(company)
    try {
      return await work()
    } finally {
      running.delete(company)
      next()
    }
  }
}
const busy = () => new Refusal('sheet_busy', { retry_after: 15 })

// What each company takes of a process at once: one that asks without a pause, or whose questions hang in the database,
// has its own requests wait, and leaves the others their part of the pool.
import { Refusal } from '#shared/errors.ts'
import { PATIENCE } from './patience.ts'
import { queueFor } from './turns.ts'

export interface Shares {
  /** Requests of one company that are worked on at once, while others ask as well and while nobody else does. */
  beside: number
  alone: number
}
/** Of ten connections: two companies that hang leave two, one that is alone the same. */
export const SHARES: Shares = { beside: 4, alone: 8 }
/** How long somebody counts as asking after a request, in ms. */
const ASKING = 1000
/** What takes longer waits for something else than this process (a file on its way, another system), and stands in
 * nobody's way any more. */
const LONG = 2000

/** Answers how to do a company's work when its turn has come: at once, unless as much of the company's is being done. */
export function sharing({ beside, alone }: Shares, now = () => performance.now()) {
  let latest: unknown
  /** When one company asked, or its turn came, after another's. */
  let mixed = Number.NEGATIVE_INFINITY
  const note = (company: unknown) => {
    if (company === latest) return
    latest = company
    mixed = now()
  }
  const othersAsk = () => now() - mixed < ASKING
  const inTurn = queueFor({
    mostOfOne: () => (othersAsk() ? beside : alone),
    waitingOfOne: 1000,
    patience: PATIENCE,
    busy: () => new Refusal('busy', { retry_after: 2 }),
  })
  return async function share<T>(company: number | string | null, work: () => Promise<T>): Promise<T> {
    if (company === null) return work()
    note(company)
    let done: Promise<T> | undefined
    await inTurn(company, () => {
      note(company)
      done = work()
      // What is ready at once, as kept answers are, would fill a turn of the loop with one company's.
      return finished(done).then(() => (othersAsk() ? nextTurn() : undefined))
    })
    return done as Promise<T>
  }
}
/** Of the event loop: what others sent has come in by then. */
const nextTurn = () => new Promise<void>((done) => setImmediate(done))
/** Until it is done or has failed, or has taken too long. */
function finished(work: Promise<unknown>): Promise<void> {
  return new Promise((done) => {
    const clock = setTimeout(done, LONG)
    const end = () => {
      clearTimeout(clock)
      done()
    }
    work.then(end, end)
  })
}

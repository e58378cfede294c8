// Fair shares among the jobs of one worker: a flag (a company, a domain of addresses) has only part of what the worker does at
// once, so that a slow or busy one leaves room for the others.
import type { EventEmitter } from 'node:events'

/** Of ten jobs at once, two flags that hang leave two, and one alone the same. */
const BESIDE = 0.4
const ALONE = 0.8
interface Flagged {
  job: { flags: Record<string, true> | null }
}
const kindOf = (flag: string) => flag.slice(0, flag.indexOf('-'))

/** Returns graphile-worker's `forbiddenFlags`: the flags that have their share of `most` jobs. Flags of one kind share
 * with each other: `company-7`, `domain-example.com`. Workers look for jobs one at a time, so that each counts what the one
 * before it took. */
export function sharesOfJobs(events: EventEmitter, most: number): () => Promise<string[]> {
  const running = new Map<string, number>()
  let last = Promise.resolve()
  let next = () => {}
  const count = (flags: Record<string, true> | null, by: number) => {
    for (const flag of Object.keys(flags ?? {})) {
      const many = (running.get(flag) ?? 0) + by
      if (many > 0) running.set(flag, many)
      else running.delete(flag)
    }
  }
  events.on('job:start', ({ job }: Flagged) => {
    count(job.flags, 1)
    next()
  })
  events.on('job:complete', ({ job }: Flagged) => count(job.flags, -1))
  for (const word of ['worker:getJob:empty', 'worker:getJob:error']) events.on(word, () => next())
  return async () => {
    const before = last
    let end = () => {}
    last = new Promise((done) => (end = done))
    await before
    next = end
    const flags = [...running.keys()]
    const share = (flag: string) => (flags.some((f) => f !== flag && kindOf(f) === kindOf(flag)) ? BESIDE : ALONE)
    return flags.filter((flag) => (running.get(flag) ?? 0) >= Math.max(1, Math.floor(most * share(flag))))
  }
}

/** Clocks of several machines differ by so much, in ms, without one of them being wrong. */
const APART = 60_000

/** The latest moment that a right clock may have written by now; a later one was written by a clock that was ahead. */
export const latestBy = (now: Date): Date => new Date(now.getTime() + APART)
export const isAhead = (at: Date, now: Date): boolean => at > latestBy(now)

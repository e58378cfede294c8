const HOUR = 3_600_000
/** Prices that were not compared with the server's for so many hours are named at once, and called old after three times
 * as many. */
export const STALE = 24
export const hoursOld = (told: number) => (told ? (Date.now() - told) / HOUR : 0)

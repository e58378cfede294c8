// How soon after its last start the embedded PostgreSQL may be started again.
const FIRST_WAIT = 200
const LONGEST_WAIT = 3000
/** Who has lived as long as this has started well: what ends it later is another fault. */
const SOUND = 60_000

/** Answers whether it may be started now, and takes it as started then: each time a little later, also when it answered
 * in between, until it has lived. */
export function paced(): (now: number) => boolean {
  let started = -Infinity
  let wait = 0
  return (now) => {
    if (now < started + wait) return false
    wait = now - started > SOUND ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT)
    started = now
    return true
  }
}

// How long to wait before what ended is begun again: longer each time, until one has lived.

/** Who has lived as long as this, in ms, has started well: what ends it later is another fault. */
const SOUND = 60_000

/** Answers the wait in ms, from the first to the longest, after one that has lived so many. */
export function growing(first: number, longest: number): (lived: number) => number {
  let next = first
  return (lived) => {
    const wait = lived > SOUND ? first : next
    next = Math.min(wait * 2, longest)
    return wait
  }
}

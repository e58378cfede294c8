// Three versions of one thing: what was opened, what stands in the form, what is stored by now.
type Plain = Record<string, unknown>
const isPlain = (v: unknown): v is Plain => v !== null && typeof v === 'object' && !Array.isArray(v)

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What stands in the form once `theirs` is stored, part by part: what was touched on one side only is that
 * side's, what on both is `winner`'s. */
export function merge<T>(base: T, mine: T, theirs: T, winner: 'mine' | 'theirs' = 'mine'): T {
  if (isPlain(base) && isPlain(mine) && isPlain(theirs)) {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    return Object.fromEntries(keys.map((k) => [k, merge(base[k], mine[k], theirs[k], winner)])) as T
  }
  if (same(mine, base)) return theirs
  return winner === 'mine' || same(theirs, base) ? mine : theirs
}
/** Whether a part was changed here and there, each to something else. */
export function collides(base: unknown, mine: unknown, theirs: unknown): boolean {
  if (isPlain(base) && isPlain(mine) && isPlain(theirs))
    return Object.keys(mine).some((k) => collides(base[k], mine[k], theirs[k]))
  return !same(mine, base) && !same(theirs, base) && !same(mine, theirs)
}
/** The parts of `mine` that differ from `base`; of what has no parts, all. */
export const changedParts = (base: unknown, mine: unknown): unknown =>
  isPlain(base) && isPlain(mine) ? Object.fromEntries(Object.entries(mine).filter(([k, v]) => !same(v, base[k]))) : mine

// How a shelf is put into another order: some of its things together to one place, whatever stands between them.

interface Thing {
  id: number
}
/** `picked` one after another, as they stood, so that the first of them comes to a place, counted among the others. */
export function together<T extends Thing>(shelf: readonly T[], picked: ReadonlySet<number>, at: number): T[] {
  const others = shelf.filter((p) => !picked.has(p.id))
  return others.toSpliced(Math.min(Math.max(at, 0), others.length), 0, ...shelf.filter((p) => picked.has(p.id)))
}
/** The place of one among those that are not picked. */
const placeOf = (shelf: readonly Thing[], picked: ReadonlySet<number>, id: number) =>
  shelf.filter((p) => !picked.has(p.id)).findIndex((p) => p.id === id)
/** Right before one that is not picked. */
export const before = <T extends Thing>(shelf: readonly T[], picked: ReadonlySet<number>, id: number): T[] =>
  together(shelf, picked, placeOf(shelf, picked, id))
/** Let go over a row: what comes from above stands below it, what comes from below above it. */
export function dropped<T extends Thing>(shelf: readonly T[], picked: ReadonlySet<number>, from: number, to: number) {
  const id = shelf[to]?.id ?? 0
  const at = placeOf(shelf, picked, id)
  return picked.has(id) ? [...shelf] : together(shelf, picked, from < to ? at + 1 : at)
}
/** All from one row to another, in either direction. */
export const between = (shelf: readonly Thing[], one: number, other: number): number[] =>
  shelf.slice(Math.min(one, other), Math.max(one, other) + 1).map((p) => p.id)

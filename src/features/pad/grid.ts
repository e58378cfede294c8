// Quantities over two axes: rows that repeat, a sum that is shared out, and the way back.
import type { Product, Variation } from '#features/products/contract.ts'
import { MOST_QUANTITY } from '#features/orders/rules.ts'
import { specsKey } from '#features/products/rules.ts'

/** Pieces by variation. */
export type Amounts = Readonly<Record<number, number>>
export interface Axes {
  /** What runs across, what runs down; '' for a single axis, which runs down. */
  across: string
  down: string
  columns: string[]
  rows: string[]
  /** The variation at a place; undefined where there is none. */
  at: (row: string, column: string) => Variation | undefined
}
const valuesOf = (p: Product, axis: string) =>
  [...new Set(p.attributes.map((v) => v.specs[axis] ?? ''))].filter((v) => v !== '')

const SIZES = /^(?:tam|n[uú]m|size|taille|grade)/i
const MOST_COLUMNS = 6
/** The two axes of a product, sizes or the shorter one across; null when it has none, or more than two. */
export function axesOf(product: Product): Axes | null {
  const axes = [...new Set(product.attributes.flatMap((v) => Object.keys(v.specs)))]
  const [first, second] = axes
  if (!first || axes.length > 2) return null
  const found = new Map(product.attributes.map((v) => [specsKey(v.specs), v]))
  if (!second)
    return {
      across: '',
      down: first,
      columns: [''],
      rows: valuesOf(product, first),
      at: (row) => found.get(specsKey({ [first]: row })),
    }
  const many = (axis: string) => valuesOf(product, axis).length
  // Sizes run across, as on paper; else the shorter axis does.
  const sizes = axes.find((axis) => SIZES.test(axis) && many(axis) <= MOST_COLUMNS)
  const [across, down] = (sizes ? sizes === first : many(first) <= many(second)) ? [first, second] : [second, first]
  return {
    across,
    down,
    columns: valuesOf(product, across),
    rows: valuesOf(product, down),
    at: (row, column) => found.get(specsKey({ [across]: column, [down]: row })),
  }
}
/** A cell as it was typed; 0 takes it away. */
export function typed(amounts: Amounts, variation: number, quantity: number): Amounts {
  const { [variation]: _, ...rest } = amounts
  const n = Math.min(MOST_QUANTITY, Math.max(0, Math.trunc(quantity) || 0))
  return n > 0 ? { ...rest, [variation]: n } : rest
}
/** *Repetir linha*: what stands in one row stands in every row below it, too, where there is such a variation. */
export function repeatRow(amounts: Amounts, axes: Axes, from: string): Amounts {
  const below = axes.rows.slice(axes.rows.indexOf(from) + 1)
  return below.reduce(
    (now, row) =>
      axes.columns.reduce((next, column) => {
        const [source, target] = [axes.at(from, column), axes.at(row, column)]
        return source && target ? typed(next, target.id, amounts[source.id] ?? 0) : next
      }, now),
    amounts,
  )
}
/** "1:2:1", "1 2 1", "1-2-1": whole parts, as many as asked for, at least one above 0; null for anything else. */
export function readParts(text: string, many: number): number[] | null {
  const parts = text.trim().split(/[\s:;,/-]+/)
  if (parts.length !== many || parts.some((p) => !/^\d{1,4}$/.test(p))) return null
  const numbers = parts.map(Number)
  return numbers.some((n) => n > 0) ? numbers : null
}
/** So many pieces in these parts, in whole boxes of `multiple`: nobody is further than a box from the exact share, and
 * of equal rests the first gets the box. `left` is what no whole box holds. */
export function distribute(total: number, parts: readonly number[], multiple = 1): { shares: number[]; left: number } {
  const box = Math.max(1, multiple)
  const whole = parts.reduce((sum, p) => sum + p, 0)
  if (whole <= 0 || total <= 0) return { shares: parts.map(() => 0), left: Math.max(0, total) }
  const boxes = Math.floor(total / box)
  const exact = parts.map((p) => boxes * p)
  const shares = exact.map((x) => Math.floor(x / whole))
  const rests = exact.map((x, i) => ({ i, rest: x % whole })).sort((a, b) => b.rest - a.rest)
  const missing = boxes - shares.reduce((sum, n) => sum + n, 0)
  for (const { i } of rests.slice(0, missing)) shares[i] = (shares[i] as number) + 1
  return { shares: shares.map((n) => n * box), left: total - boxes * box }
}
/** A row's cells take the shares of a sum. */
export const fillRow = (amounts: Amounts, axes: Axes, row: string, shares: readonly number[]): Amounts =>
  axes.columns.reduce((now, column, i) => {
    const v = axes.at(row, column)
    return v ? typed(now, v.id, shares[i] ?? 0) : now
  }, amounts)

/** What was, step by step. */
export interface History<T> {
  now: T
  before: readonly T[]
}
const MOST_STEPS = 100
export const begun = <T>(now: T): History<T> => ({ now, before: [] })
export const stepped = <T>(h: History<T>, now: T): History<T> =>
  now === h.now ? h : { now, before: [...h.before.slice(-MOST_STEPS + 1), h.now] }
export function undone<T>(h: History<T>): History<T> {
  const was = h.before.at(-1)
  return was === undefined ? h : { now: was, before: h.before.slice(0, -1) }
}

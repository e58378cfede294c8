// How many products a reader sees, in all and by tag.
import { keepCounted } from '#features/readers/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Filter } from './filter.ts'
import * as q from './queries.ts'

/** Whatever else decides who passes changes with sales, prices and days, or is one of countless. */
const isOfShelf = (f: Filter) => !f.ids && !f.but && !f.only && f.promoted === undefined && f.tags.length === 0
const kept = <T>(tx: Tx, what: string, f: Filter, count: () => Promise<T>, bytesOf: (counted: T) => number) =>
  isOfShelf(f)
    ? keepCounted(
        tx,
        `${what}:${JSON.stringify([f.raw, f.active, f.hidden_categories, f.hide_no_stock, f.categories])}`,
        count,
        bytesOf,
      )
    : count()

/** How many products a filter lets through. */
export const countStanding = (tx: Tx, f: Filter): Promise<number> =>
  kept(
    tx,
    'products',
    f,
    () => q.countWanted(tx, f),
    () => 16,
  )
/** How many products that a reader sees carry each tag. */
export const countTags = (tx: Tx, f: Filter) =>
  kept(
    tx,
    'tags',
    f,
    () => q.countTags(tx, f),
    (found) => 60 * found.length,
  )

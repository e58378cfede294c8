// What is counted of what stands on a company's shelf: kept until a product comes, goes, is switched on or off, tagged
// otherwise, or moves between categories (`app.shelf_version`). Counting a million takes longer than all else of an answer,
// and every sale raises the catalogue's number.
import type { Tx } from '#server/db.ts'
import { keepValue } from '#server/kept.ts'
import { findShelf } from './queries.ts'

/** `key` names what is counted, and for whom. Inside of a transaction that changes the catalogue it is counted anew. */
export async function keepCounted<T>(
  tx: Tx,
  key: string,
  count: () => Promise<T>,
  bytesOf: (counted: T) => number,
): Promise<T> {
  const shelf = await findShelf(tx)
  return shelf ? keepValue(`shelf:${shelf.company_id}:${shelf.version}:${key}`, count, bytesOf) : count()
}

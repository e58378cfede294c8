// What the menu's badges count beside the orders: features above write themselves in, so that a page asks once.
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'

interface Asking {
  tx: Tx
  caller: Caller
  now: Date
}
const counts = new Map<string, (asking: Asking) => Promise<number>>()
/** Under a name that is no status. */
export const countsBeside = (name: string, count: (asking: Asking) => Promise<number>): void =>
  void counts.set(name, count)
export async function countBeside(asking: Asking): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [name, count] of counts) found[name] = await count(asking)
  return found
}

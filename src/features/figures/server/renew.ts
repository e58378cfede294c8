// Figures follow the orders: whoever reads them counts first what changed since, and a job does so before anybody asks.
import type { Tx } from '#server/db.ts'
import * as w from './writes.ts'

/** Orders of one piece: a request's own share of what a long import left. */
const PIECE = 3000
/** Counts the orders that changed since; answers whether there are more. Twice at once: one waits for the other. */
export async function renewFigures(tx: Tx, company: number): Promise<boolean> {
  const seen = await w.readReach(tx, company)
  if (seen.same && !seen.behind) return false
  await w.lockFigures(tx, company, seen)
  const r = await w.readReach(tx, company)
  const begun = r.same ? r : { ...r, done_changed: '0', done_id: 0, next_round: null }
  // What is not committed yet may change an order under an older number: the next round begins before all of it.
  const next_round = begun.next_round ?? r.open_since
  const picked = await w.pickChanged(tx, begun.done_changed, begun.done_id, PIECE)
  if (picked.length > 0)
    await w.count(
      tx,
      picked.map((o) => o.id),
    )
  const last = picked.length === PIECE ? picked.at(-1) : undefined
  await w.keepReach(
    tx,
    company,
    last
      ? { ...r, done_changed: last.changed, done_id: last.id, next_round }
      : { ...r, done_changed: next_round, done_id: 0, next_round: null },
  )
  return last !== undefined
}

// Pieces and prices that an ERP lists apart from its products, and products that it does not have any more.
import { quiet } from '#features/logs/server/index.ts'
import { changeRows, type RowChange } from '#features/products/server/index.ts'
import type { Tx } from '#server/db.ts'
import { type Done, lockById, same, type Work } from './applying.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

/** Pieces of a page: several rows of a product add up, also on other pages, until the list is whole. */
export async function addUp(tx: Tx, k: Work, read: [string, number][]): Promise<void> {
  const sums = new Map<string, number>()
  for (const [id, n] of read) sums.set(id, (sums.get(id) ?? 0) + n)
  const refs = await q.findRefs(tx, k.integration.id, 'product', [...sums.keys()])
  const seen = refs.map(({ external_id, stock_run, seen: { counted } }) => ({
    external_id,
    seen: { counted: (stock_run === k.run_id ? Number(counted ?? 0) : 0) + (sums.get(external_id) ?? 0) },
    list: 'stock' as const,
    changed: false,
  }))
  await w.saveSeen(tx, k.integration.id, k.run_id, seen)
}
/** What a whole list of pieces added up to. */
export async function applyCounted(tx: Tx, k: Work): Promise<Done> {
  const counted = await q.findCounted(tx, k.integration.id, k.run_id)
  return applyNumbers(
    tx,
    k,
    'stock',
    counted.map((r) => [r.external_id, r.counted]),
  )
}
/** Pieces and prices that come in lists of their own. */
export async function applyNumbers(
  tx: Tx,
  k: Work,
  field: 'stock' | 'price',
  read: [string, number | null, unit?: string][],
): Promise<Done> {
  await quiet(tx)
  const ids = [...new Set(read.map(([id]) => id))]
  const known = new Map((await q.findRefs(tx, k.integration.id, 'product', ids)).map((r) => [r.external_id, r]))
  const values = new Map<string, number | null>()
  for (const [id, n, unit] of read) {
    // The price of a box is not that of a piece.
    const own = known.get(id)?.seen.unit
    if (!unit || !own || unit === own) values.set(id, n)
  }
  const refs = [...known.values()].filter((r) => values.has(r.external_id))
  const locals = refs.map((r) => r.local_id)
  const here = await lockById(tx, locals)
  const changes: RowChange[] = []
  let counted = 0
  const seen = refs.map((r) => {
    const value = values.get(r.external_id) ?? null
    const changed = !same(value, r.seen[field]) && !same(value, here.get(r.local_id)?.[field])
    if (changed) changes.push({ id: r.local_id, was: {}, now: { [field]: value } })
    // A product counts once in a run.
    if (changed && r.changed_run !== k.run_id) counted++
    return { external_id: r.external_id, seen: { [field]: value }, list: field, changed }
  })
  await changeRows(tx, k.company_id, changes, k.now)
  await w.saveSeen(tx, k.integration.id, k.run_id, seen)
  return { seen: 0, created: 0, changed: counted, issues: [] }
}
/** Who is left out of a whole list of stock has none, who is left out of one of prices has no price any more. */
export async function emptyLeftOut(tx: Tx, k: Work, field: 'stock' | 'price'): Promise<Done> {
  const left = await q.findLeftOut(tx, k.integration.id, k.run_id, field)
  return applyNumbers(
    tx,
    k,
    field,
    left.map((r) => [r.external_id, field === 'stock' ? 0 : null]),
  )
}
/** Takes products off the catalogue; nothing is deleted. */
export async function retire(tx: Tx, k: Work, gone: q.Ref[]): Promise<void> {
  await quiet(tx)
  await changeRows(
    tx,
    k.company_id,
    gone.map((g) => ({ id: g.local_id, was: {}, now: { active: false } })),
    k.now,
  )
  await w.saveSeen(
    tx,
    k.integration.id,
    k.run_id,
    gone.map((g) => ({ external_id: g.external_id, seen: { active: false }, list: null, changed: true })),
  )
}

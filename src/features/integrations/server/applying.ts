// What everything that takes over an ERP's words works with.
import { isDeepStrictEqual } from 'node:util'
import { specsKey } from '#features/products/rules.ts'
import { lockRows } from '#features/products/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { IntegrationRow } from './queries.ts'
import type { Counts } from './writes.ts'

export interface Work {
  company_id: number
  run_id: number
  integration: IntegrationRow
  now: Date
}
export interface Done extends Counts {
  issues: { what: string; message: string }[]
}
/** Products here by id, deleted ones among them, locked. */
export const lockById = async (tx: Tx, ids: number[]) => new Map((await lockRows(tx, ids, true)).map((r) => [r.id, r]))
/** Whether an ERP's value is what stands here; nothing and null are one. */
export const same = (a: unknown, b: unknown) => isDeepStrictEqual(a ?? null, b ?? null)
/** Variations by their specs. */
export const byKey = <V extends { specs: Record<string, string> }>(list: V[]) =>
  new Map(list.map((v) => [specsKey(v.specs), v]))
/** A field of a variation: the ERP's word where it changed there since the last time, else what stands here. */
export const resolveField = <V, F extends keyof V>(
  field: F,
  told: V,
  here: Pick<V, F> | undefined,
  last: Pick<V, F> | undefined,
): V[F] => (here && last && same(told[field], last[field]) ? here[field] : told[field])

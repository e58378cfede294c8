// What everything that takes over an ERP's words works with.
import { isDeepStrictEqual } from 'node:util'
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

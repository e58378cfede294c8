// A link as somebody names it: only the company's own is found.
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Type } from '../rules.ts'
import { findByType, findIntegration, type IntegrationRow } from './queries.ts'

/** The caller's own link, else 404. */
export async function theirs(tx: Tx, id: number): Promise<IntegrationRow> {
  const found = await findIntegration(tx, id)
  if (!found) throw new Refusal('not_found')
  return found
}
/** The same, of this system. */
export async function its(tx: Tx, type: Type, id: number): Promise<IntegrationRow> {
  const found = await findIntegration(tx, id)
  if (found?.type !== type) throw new Refusal('not_found')
  return found
}
/** By its own number or the company's. */
export async function named(tx: Tx, type: Type, id: number, company: number): Promise<IntegrationRow> {
  const own = await findIntegration(tx, id)
  const found = own?.type === type ? own : id === company ? await findByType(tx, type) : undefined
  if (!found) throw new Refusal('not_found')
  return found
}

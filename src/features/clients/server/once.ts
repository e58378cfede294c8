// What a device sends once it sends again when the answer was lost: by its key it is done once, and answered each time.
import { createHash } from 'node:crypto'
import { lockCompany } from '#features/users/server/index.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { findKey } from './queries.ts'
import { keepKey } from './writes.ts'

interface Act {
  tx: Tx
  caller: { company_id: number; user_id: number }
  now: Date
}
/** Does `act` unless this key has done it already; answers the client, null where it is about none. The same key with
 * something else in it, or of somebody else, is refused and told nothing. */
export async function once<T extends number | null>(
  { tx, caller, now }: Act,
  key: string | undefined,
  sent: object,
  act: () => Promise<T>,
): Promise<{ id: T; replayed: boolean }> {
  if (key === undefined) return { id: await act(), replayed: false }
  const hash = createHash('sha256').update(JSON.stringify(sent)).digest('base64url')
  // Two at once: the second one finds what the first has done.
  await lockCompany(tx, caller.company_id)
  const before = await findKey(tx, key)
  if (before) {
    if (before.user_id !== caller.user_id || before.hash !== hash) throw new Refusal('idempotency_key_reused')
    return { id: before.client_id as T, replayed: true }
  }
  const id = await act()
  await keepKey(tx, { ...caller, key, client_id: id, hash, now })
  return { id, replayed: false }
}
/** What was changed without a network was changed from what stood there then: what stands otherwise now is not written
 * over, unless it says the same already. */
export function refuseOutdated(
  was: Record<string, unknown> = {},
  form: Record<string, unknown>,
  current: Record<string, unknown>,
): void {
  const fields = Object.entries(was).flatMap(([field, before]) =>
    field in current && ![before, form[field]].some((v) => inWords(v) === inWords(current[field])) ? [field] : [],
  )
  if (fields.length === 0) return
  throw new Refusal('changed_elsewhere', {
    fields,
    current: Object.fromEntries(fields.map((field) => [field, current[field]])),
  })
}
/** A value as forms and rows both have it. */
function inWords(v: unknown): string {
  if (v === null || v === undefined) return ''
  if (typeof v === 'boolean') return v ? '1' : '0'
  if (typeof v !== 'object') return String(v)
  const parts = Object.entries(v).flatMap(([k, x]) => (x === '' ? [] : [`${k}: ${String(x)}`]))
  return parts.toSorted((a, b) => (a < b ? -1 : 1)).join('; ')
}

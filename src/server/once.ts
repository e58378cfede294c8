// What a device sends once it sends again when the answer was lost: by its key it is done once, and answered each time.
import { createHash } from 'node:crypto'
import { Refusal } from '#shared/errors.ts'
import { lockCompany } from './company_lock.ts'
import type { Tx } from './db.ts'

interface Act {
  tx: Tx
  caller: { company_id: number; user_id: number }
  now: Date
}
interface Before {
  user_id: number
  client_id: number | null
  hash: string
}
/** Does `act` unless this key has done it already; answers the client, null where it is about none. The same key with
 * something else in it, or of somebody else, is refused and told nothing. */
export async function once<T extends number | null>(
  { tx, caller: { company_id, user_id }, now }: Act,
  key: string | undefined,
  sent: object,
  act: () => Promise<T>,
): Promise<{ id: T; replayed: boolean }> {
  if (key === undefined) return { id: await act(), replayed: false }
  const hash = createHash('sha256').update(JSON.stringify(sent)).digest('base64url')
  // Two at once: the second one finds what the first has done.
  await lockCompany(tx, company_id)
  const before = await tx.first<Before>`
    select user_id, app.surviving_client(client_id) as client_id, hash from device_keys where key = ${key}`
  if (before) {
    if (before.user_id !== user_id || before.hash !== hash) throw new Refusal('idempotency_key_reused')
    return { id: before.client_id as T, replayed: true }
  }
  const id = await act()
  await tx.sql`insert into device_keys (company_id, key, user_id, client_id, hash, at)
    values (${company_id}, ${key}, ${user_id}, ${id}, ${hash}, ${now})`
  return { id, replayed: false }
}

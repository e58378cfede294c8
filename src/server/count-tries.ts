// Limits that outlive a restart: counted in the database.
import { Refusal } from '#shared/errors.ts'
import { type Tx, withoutCompany } from './db.ts'
import type { Kit } from './serve.ts'
import { onServerFault } from './work.ts'

export interface Try {
  key: string
  limit: number
  seconds: number
}
/** Counts one more; returns the seconds to wait, 0 when within every limit. */
const hit = async (db: Tx, tries: readonly Try[], now: Date): Promise<number> =>
  (
    await db.first<{ hit: number }>`
      select app.hit(${tries.map((t) => t.key)}, ${tries.map((t) => t.limit)}, ${tries.map((t) => t.seconds)}, ${now})`
  )?.hit ?? 0
/** Counts a try in the transaction of what it is for: it falls away with it. Returns the seconds to wait, 0 when within
 * every limit; what is over one of them is counted in none. */
export async function countInside(tx: Tx, tries: readonly Try[], now: Date): Promise<number> {
  const wait = await hit(tx, tries, now)
  if (wait > 0) await tx.sql`select app.give_back_hits(${tries.map((t) => t.key)})`
  // What is counted may be lost with the power, what is written beside it may not.
  await tx.sql`set local synchronous_commit to default`
  return wait
}
/** Counts a try against limits that outlive a restart; refuses with 429 and Retry-After. Its own transaction. */
export async function countTry(kit: Kit, tries: readonly Try[], now: Date): Promise<void> {
  const retry_after = await hit(withoutCompany(kit.pool), tries, now)
  if (retry_after > 0) throw new Refusal('too_many', { retry_after })
  onServerFault(() =>
    giveBack(
      kit,
      tries.map((t) => t.key),
    ),
  )
}
/** A counted try that turned out right. */
export const giveBack = (kit: Kit, keys: string[]) => withoutCompany(kit.pool).sql`select app.give_back_hits(${keys})`

// Whose order is it, when staff send it without client_id (DECISIONS): a client of the sender's circle, or a new card in it.
import { type Alike, CLIENT_KEYS, createCard, findSame, type Same } from '#features/users/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import type { Call } from '#server/serve.ts'
import type { placeOrder } from '../../contract.ts'
import { AMBIGUOUS, OTHER_PORTFOLIO } from '../../reasons.ts'
import type { BuyerData } from '../../rules.ts'
import { findLastBuyer } from './queries.ts'
import type { Basis } from '../queries.ts'

/** The client whom the typed data name. */
export interface NamedClient {
  /** null: none of the sender's circle; a card is made. */
  id: number | null
  /** More than one client of the circle was named. */
  ambiguous: boolean
  same: Same
}
type PlaceCall = Pick<Call<typeof placeOrder>, 'tx' | 'caller' | 'body'>

/** Locks the company first: of two first orders for one client the second finds the card that the first made. Under
 * `anyway` the sender has seen who matches and says that it is none of them. */
export async function findNamedClient({ tx, caller, body }: PlaceCall): Promise<NamedClient> {
  await lockCompany(tx, caller.company_id)
  const same = await findSame(tx, body, caller)
  const found = body.anyway ? [] : same.found.filter((c) => c.active)
  return { id: await choose(tx, found), ambiguous: found.length > 1, same }
}
/** The first key that matches decides; of several that it matches, who ordered last, else the newest card. */
async function choose(tx: Tx, found: Alike[]): Promise<number | null> {
  const key = CLIENT_KEYS.find((k) => found.some((c) => c.keys.includes(k)))
  const ids = found.filter((c) => key && c.keys.includes(key)).map((c) => c.id)
  return ids.length > 1 ? ((await findLastBuyer(tx, ids)) ?? Math.max(...ids)) : (ids[0] ?? null)
}
/** Why an admin looks whose the order is. Of a card that was made beside another portfolio's, its first order says so. */
export function clientReasons(whose: NamedClient | null, { client, has_orders }: Basis): string[] {
  const elsewhere = client ? client.known_elsewhere && !has_orders : whose?.same.elsewhere
  return [...(whose?.ambiguous ? [AMBIGUOUS] : []), ...(elsewhere ? [OTHER_PORTFOLIO] : [])]
}
/** The card of a client whom nobody of the circle is, in the portfolio of the order's seller. */
export function createNamedClient(
  { tx, caller }: PlaceCall,
  { name, phone, email, document, client_code }: BuyerData,
  currency: string,
  seller: { id: number } | null,
  { same }: NamedClient,
): Promise<number> {
  const form = { name, phone, email, document, client_code, currency, seller_id: seller?.id ?? null }
  return createCard(tx, caller.company_id, form, caller, same)
}

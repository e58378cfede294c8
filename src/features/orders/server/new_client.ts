// Whom staff order for without having picked anybody is a client from then on: made by the order, with the order.
import { createClientIn } from '#features/users/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Call } from '#server/serve.ts'
import type { placeOrder } from '../contract.ts'
import type { BuyerData } from '../rules.ts'
import { findByCart, type StoredCart } from './queries.ts'

/** The new client, in the portfolio of the order's seller; or the order that the same cart became while this one
 * waited for its turn. Known already: 409 client_exists, asked about by the screen. */
export async function newClient(
  { tx, caller, body }: Pick<Call<typeof placeOrder>, 'tx' | 'caller' | 'body'>,
  { name, phone, email, document, client_code }: BuyerData,
  currency: string,
  seller: { id: number } | null,
): Promise<{ id: number } | { stored: StoredCart }> {
  await lockCompany(tx, caller.company_id)
  const stored = await findByCart(tx, body.cart_id)
  if (stored) return { stored }
  const form = { name, phone, email, document, client_code, currency, seller_id: seller?.id ?? null }
  return { id: await createClientIn(tx, caller.company_id, form, caller, body.anyway ?? false) }
}

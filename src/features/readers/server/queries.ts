import type { Tx } from '#server/db.ts'
import { type Buyer, NEW_CLIENT } from '../rules.ts'

/** A seller's own scope; undefined when there is no such seller. */
export async function findScope(tx: Tx, seller: number) {
  const row = await tx.first<{ hidden_categories: number[]; hide_no_stock: boolean }>`
    select hidden_categories, hide_no_stock from users where id = app.current_seller(${seller})`
  return row && { ...row, hidden_categories: row.hidden_categories.map(Number) }
}
export interface ClientScope extends Buyer {
  hidden_categories: number[]
}
/** What a client's prices are made of; `portfolio_of`: of this seller's clients only. */
export async function findClientScope(
  tx: Tx,
  id: number | typeof NEW_CLIENT,
  portfolio_of: number | null,
): Promise<ClientScope | undefined> {
  if (id === NEW_CLIENT)
    return { price_table: 1, margin_bp: 0, currency: await findPublicCurrency(tx), hidden_categories: [] }
  const row = await tx.first<ClientScope>`
    select price_table, margin_bp, currency, hidden_categories from users
    where id = ${id} and level = 3 and active and deleted_at is null and not is_visitor
      and (${portfolio_of}::bigint is null or seller_id = ${portfolio_of})`
  return row && { ...row, hidden_categories: row.hidden_categories.map(Number) }
}
/** The currency in which a stranger, or a client who is not yet made, is shown prices. */
export const findPublicCurrency = async (tx: Tx): Promise<string> =>
  (
    await tx.first<{ currency: string }>`select u.currency from companies c
      join users u on u.company_id = c.id and u.id = c.public_user where c.id = app.company()`
  )?.currency ?? 'BRL'
/** The number of the last change of what stands on the shelf; undefined inside of a transaction that changes something. */
export const findShelf = (tx: Tx) =>
  tx.first<{ company_id: number; version: number }>`select company_id, version from app.shelf_version()`

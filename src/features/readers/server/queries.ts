import type { Tx } from '#server/db.ts'

/** A seller's own scope; undefined when there is no such seller. */
export async function findScope(tx: Tx, seller: number) {
  const row = await tx.first<{ hidden_categories: number[]; hide_no_stock: boolean }>`
    select hidden_categories, hide_no_stock from users where id = app.current_seller(${seller})`
  return row && { ...row, hidden_categories: row.hidden_categories.map(Number) }
}

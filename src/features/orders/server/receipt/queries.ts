import type { Tx } from '#server/db.ts'
import type { OrderRow } from '../queries.ts'

export const findReceipt = (db: Tx, token: string, now: Date) =>
  db.first<{ company_id: number; order_id: number }>`select * from app.find_receipt(${token}, ${now})`
/** Whether who placed an order, or the client it is for, may not know prices. */
export async function hidesPrice(tx: Tx, { created_by, client_id }: Pick<OrderRow, 'created_by' | 'client_id'>) {
  return (
    (await tx.first`select 1 from users where id in (${created_by}, ${client_id}) and hide_price and level = 3
      limit 1`) !== undefined
  )
}

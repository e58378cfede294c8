import type { Tx } from '#server/db.ts'

export interface StaffRequest {
  order_id: number
  id: number
  at: Date
  who: string
  text: string
  withdrawn: boolean
}
/** What the company's people asked to be adjusted in these orders, the oldest first. What the client of a quote asks is
 * shown with the quote. */
export const findStaffRequests = (tx: Tx, orders: number[]) =>
  tx.sql<StaffRequest>`select order_id, id, at, who, reason as text, next = 'ajuste_retirado' as withdrawn
    from (select e.*, coalesce(lead(kind) over (partition by order_id order by id), '') as next from order_events e
      where order_id = any(${orders}::bigint[])) e
    where kind = '' and from_status is not null and to_status = 'ajuste_solicitado' and talk is null and reason <> ''
    order by id`

import type { Tx } from '#server/db.ts'

export interface StaffRequest {
  order_id: number
  id: number
  at: Date
  who: string
  text: string
  withdrawn: boolean
}
/** The requests of the company's people for an adjustment of these orders, the oldest first. Those of a quote's client
 * are shown with the quote. */
export const findStaffRequests = (tx: Tx, orders: number[]) =>
  tx.sql<StaffRequest>`select order_id, id, at, who, reason as text, next = 'ajuste_retirado' as withdrawn
    from (select e.*, coalesce(lead(kind) over (partition by order_id order by id), '') as next from order_events e
      where order_id = any(${orders}::bigint[])) e
    where kind = '' and from_status is not null and to_status = 'ajuste_solicitado' and talk is null and reason <> ''
    order by id`

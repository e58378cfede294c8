// Where else an order is: the queue of the linked system, which features above fill.
import type { Tx } from '#server/db.ts'

/** Whether a confirmed order has gone to another system, or is on its way. One that only waits there is held until the end
 * of the transaction: whoever sends it then reads what has become of it. */
export async function wentOut(tx: Tx, id: number): Promise<boolean> {
  const free = await tx.first<{ status: string }>`select status from erp_orders where order_id = ${id}
    for update skip locked`
  if (free) return !['fila', 'recusado'].includes(free.status)
  return (await tx.first`select 1 from erp_orders where order_id = ${id}`) !== undefined
}

import type { Tx } from '#server/db.ts'
import { SOLD } from '../queries.ts'
import { addEvent } from '../writes.ts'

export interface Payment {
  ids: number[]
  paid: boolean
  who: string
  user_id: number
  now: Date
}
/** Marks these orders; answers those that changed. Locked in one order, so that two admins wait for each other. */
export async function setPaid(tx: Tx, p: Payment): Promise<number[]> {
  await tx.sql`select 1 from orders where id = any(${p.ids}) order by id for update`
  const changed = await tx.sql<{ id: number }>`update orders o set updated_at = ${p.now},
    payment_status = ${p.paid ? 'pago' : 'nao_controlado'}, paid_at = ${p.paid ? p.now : null}
    where o.id = any(${p.ids}) and (o.payment_status = 'pago') <> ${p.paid} and ${SOLD} and o.origin <> 'historico'
    returning o.id`
  const ids = changed.map((o) => o.id).toSorted((a, b) => a - b)
  await addEvent(tx, ids, { ...p, kind: p.paid ? 'pago' : 'nao_pago' })
  return ids
}

import type { Tx } from '#server/db.ts'
import { SOLD } from '../queries.ts'
import { addEvent } from '../writes.ts'

interface By {
  who: string
  user_id: number
  now: Date
}
export interface Mark extends By {
  ids: number[]
  paid: boolean
  /** The company's calendar day. */
  day: string
}
/** Pays what is open of these orders, or gives back all that was paid; answers those that changed. Locked in one order,
 * so that two admins wait for each other. */
export async function setPaid(tx: Tx, p: Mark): Promise<number[]> {
  await tx.sql`select 1 from orders where id = any(${p.ids}) order by id for update`
  const changed = await tx.sql<{ id: number; cents: number }>`select o.id,
      case when ${p.paid} then o.total - o.paid_cents else -o.paid_cents end as cents
    from orders o where o.id = any(${p.ids}) and o.origin <> 'historico' and case when ${p.paid}
      then o.paid_cents < o.total and ${SOLD} else o.paid_cents > 0 end order by o.id`
  for (const { id, cents } of changed) await writePayment(tx, { ...p, id, cents, note: '' })
  const ids = changed.map((o) => o.id)
  await addEvent(tx, ids, { ...p, kind: p.paid ? 'pago' : 'nao_pago' })
  return ids
}
/** A payment of a locked order, below zero a refund; the order's status follows. */
export async function writePayment(
  tx: Tx,
  p: By & { id: number; cents: number; day: string; note: string },
): Promise<void> {
  await tx.sql`insert into order_payments (company_id, order_id, cents, day, at, who, user_id, note)
    select company_id, id, ${p.cents}, ${p.day}, ${p.now}, ${p.who}, ${p.user_id}, ${p.note} from orders where id = ${p.id}`
  await tx.sql`select app.freeze_commission(${p.id})`
  await tx.sql`update orders set paid_cents = paid_cents + ${p.cents}, updated_at = ${p.now} where id = ${p.id}`
}

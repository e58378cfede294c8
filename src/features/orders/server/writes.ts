// What is written on an order that is there.
import type { Tx } from '#server/db.ts'
import type { Totals } from '../rules.ts'
import { tellChanged } from './queries.ts'

/** Writes quantities and discount of a locked order; stock goes back before and is taken again after. */
export async function writeLines(
  tx: Tx,
  c: {
    id: number
    lines: { line: number; quantity: number; discount_bp: number; discount: number; total: number }[]
    sums: Totals
    discount_bp: number
    held: boolean
    said: string
    who: string
    user_id: number
    now: Date
  },
): Promise<void> {
  if (c.held) await tx.sql`select app.move_stock(${c.id}, 1)`
  const kept = JSON.stringify(c.lines)
  await tx.sql`delete from order_lines where order_id = ${c.id} and line not in (select line
    from jsonb_to_recordset(${kept}::jsonb) as x(line int))`
  await tx.sql`update order_lines l set quantity = x.quantity, discount_bp = x.discount_bp, discount = x.discount, total = x.total
    from jsonb_to_recordset(${kept}::jsonb) as x(line int, quantity bigint, discount_bp int, discount bigint,
      total bigint)
    where l.order_id = ${c.id} and l.line = x.line`
  await tx.sql`update orders set subtotal = ${c.sums.subtotal}, discount = ${c.sums.discount},
    discount_bp = ${c.discount_bp}, freight = ${c.sums.freight}, total = ${c.sums.total}, items_count = ${c.sums.pieces},
    updated_at = ${c.now} where id = ${c.id}`
  if (c.held) await tx.sql`select app.move_stock(${c.id}, -1)`
  await tx.sql`insert into order_events (company_id, order_id, at, who, user_id, reason)
    select company_id, id, ${c.now}, ${c.who}, ${c.user_id}, ${c.said} from orders where id = ${c.id}`
  await tellChanged(tx, c.id)
}
/** The signatures under a client's orders go with whoever asks to be forgotten. */
export const forgetSignatures = (tx: Tx, client: number) =>
  tx.sql`update orders set signature = '' where client_id = ${client} and signature <> ''`
export const noteOrder = (tx: Tx, id: number, note: string) =>
  tx.sql`update orders set internal_note = ${note} where id = ${id}`
export async function mailOnceMore(tx: Tx, id: number): Promise<void> {
  await tx.sql`update orders set mailed_at = null where id = ${id}`
  await tx.sql`select app.enqueue('order_mail', jsonb_build_object('order_id', ${id}::bigint, 'again', true))`
}

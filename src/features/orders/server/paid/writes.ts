import type { Tx } from '#server/db.ts'

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
  const changed = await tx.sql<{ id: number }>`update orders set updated_at = ${p.now},
    payment_status = ${p.paid ? 'pago' : 'nao_controlado'}, paid_at = ${p.paid ? p.now : null}
    where id = any(${p.ids}) and (payment_status = 'pago') <> ${p.paid}
      and status not in ('rascunho', 'orcamento', 'cancelado') and origin <> 'historico' returning id`
  const ids = changed.map((o) => o.id).toSorted((a, b) => a - b)
  await tx.sql`insert into order_events (company_id, order_id, at, who, user_id, kind)
    select company_id, id, ${p.now}, ${p.who}, ${p.user_id}, ${p.paid ? 'pago' : 'nao_pago'}
    from orders where id = any(${ids}) order by id`
  // The open screens, once committed.
  await tx.sql`select pg_notify('orders', json_build_object('company_id', company_id, 'id', id, 'seller_id', seller_id,
    'client_id', client_id, 'status', status, 'created', false)::text) from orders where id = any(${ids})`
  return ids
}

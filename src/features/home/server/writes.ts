import type { Tx } from '#server/db.ts'

export interface PutOff {
  company: number
  user: number
  client_id: number | null
  order_id: number | null
}
/** Until that day; the same again, or from two screens at once, is once. */
export const addPutOff = (tx: Tx, p: PutOff, until: string) => tx.sql`
  insert into put_offs (company_id, user_id, client_id, order_id, until)
  values (${p.company}, ${p.user}, ${p.client_id}, ${p.order_id}, ${until})
  on conflict (company_id, user_id, client_id, order_id) do update set until = excluded.until`
export const dropPutOff = (tx: Tx, p: PutOff) => tx.sql`
  delete from put_offs where user_id = ${p.user} and client_id is not distinct from ${p.client_id}
    and order_id is not distinct from ${p.order_id}`

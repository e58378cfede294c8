import type { Tx } from '#server/db.ts'
import type { PriceRequest } from '../contract.ts'

interface Asked {
  user_id: number | null
  name: string
  phone: string
  document: string
  company_name: string
}
/** Adds a request, or answers undefined when the same one is still open. */
export const addRequest = (tx: Tx, company: number, a: Asked, now: Date) => tx.first<{ id: number }>`
  insert into price_requests (company_id, user_id, name, phone, document, company_name, asked_at)
  values (${company}, ${a.user_id}, ${a.name}, ${a.phone}, ${a.document}, ${a.company_name}, ${now})
  on conflict (company_id, coalesce(user_id, 0), phone) where answered_at is null do nothing returning id`
/** Whoever waits, once: not again for a card that was merged into one that waits. */
export const findOpenRequests = (tx: Tx) => tx.sql<PriceRequest>`
  select id, user_id, name, phone, document, company_name, asked_at, case when user_id is null then (
    select min(coalesce(nullif(u.company_name, ''), u.name)) from users u where u.company_id = r.company_id and u.level = 3
      and u.phone = r.phone and u.active and u.deleted_at is null and not u.is_visitor having count(*) = 1) end as client
  from price_requests r where answered_at is null
  and not exists (select 1 from users u where u.company_id = r.company_id and u.id = r.user_id
    and u.merged_into is not null)
  order by asked_at, id limit 500`
export const lockRequest = (tx: Tx, id: number) => tx.first<
  PriceRequest & { answered_at: Date | null; granted: boolean | null; client_id: number | null }
>`
  select * from price_requests where id = ${id} for update`
export const answer = (
  tx: Tx,
  id: number,
  a: { granted: boolean; by: number; client_id: number | null; now: Date },
) => tx.sql`
  update price_requests set answered_at = ${a.now}, granted = ${a.granted}, answered_by = ${a.by},
  client_id = ${a.client_id} where id = ${id}`
/** The client of this phone, when exactly one is theirs. */
export async function findClientByPhone(tx: Tx, phone: string): Promise<number | null> {
  const rows = await tx.sql<{
    id: number
  }>`select id from users where level = 3 and phone = ${phone} and active and deleted_at is null
    and not is_visitor limit 2`
  return rows.length === 1 ? (rows[0]?.id as number) : null
}

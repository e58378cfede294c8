// What a plan has no room for rests when the plan begins; nothing is deleted.
import type { Tx } from '#server/db.ts'

/** Products beyond the limit rest, the oldest or the least sold first; answers how many. */
export const restProducts = async (tx: Tx, company: number, keep: number, by: 'oldest' | 'unsold') =>
  (
    await tx.sql`update products set active = false
      where company_id = ${company} and (select app.raise_version(${company})) is not null and id in (
      select p.id from products p where p.company_id = ${company} and p.active and p.deleted_at is null
      order by case when ${by} = 'unsold' then (select coalesce(sum(l.quantity), 0) from order_lines l
        where l.company_id = p.company_id and l.product_id = p.id) else 0 end desc,
        p.created_at desc, p.id desc offset ${keep}) returning id`
  ).length
const endSessions = (tx: Tx, company: number, ids: number[]) =>
  tx.sql`delete from sessions where company_id = ${company} and user_id = any(${ids}::bigint[])`
/** Admins or sellers beyond the limit can no longer sign in; their clients and orders stay. The kept ones come first,
 * then the oldest accounts. Answers how many rest. */
export async function restPeople(
  tx: Tx,
  company: number,
  p: { level: 1 | 2; most: number; keep: number[] },
): Promise<number> {
  const rows = await tx.sql<{
    id: number
  }>`update users set active = false where company_id = ${company} and id in (
      select id from users where company_id = ${company} and level = ${p.level} and active and deleted_at is null
      order by (id = any(${p.keep}::bigint[])) desc, id offset ${p.most}) returning id`
  const ids = rows.map((r) => r.id)
  await endSessions(tx, company, ids)
  return ids.length
}
/** Sign-ins of clients beyond the limit wait; the cards stay in use. The newest cards go first, or those whose last order
 * is longest ago. Answers how many rest. */
export async function restSignIns(tx: Tx, company: number, most: number, by: 'newest' | 'idle'): Promise<number> {
  const rows = await tx.sql<{ id: number }>`with resting as (
      select u.id, u.password_hash from users u left join lateral (select max(o.received_at) as at from orders o
        where o.company_id = u.company_id and o.client_id = u.id) last on ${by} = 'idle'
      where u.company_id = ${company} and u.level = 3 and u.active and u.deleted_at is null and u.email <> ''
        and u.password_hash is not null
      order by last.at desc nulls last, u.id offset ${most}),
    kept as (insert into rested_sign_ins (company_id, user_id, password_hash)
      select ${company}, id, password_hash from resting on conflict (company_id, user_id)
      do update set password_hash = excluded.password_hash)
    update users u set password_hash = null from resting r where u.company_id = ${company} and u.id = r.id returning u.id`
  const ids = rows.map((r) => r.id)
  await endSessions(tx, company, ids)
  return ids.length
}
/** Sign-ins that waited come back where there is room, the oldest cards first. */
export const wakeSignIns = (tx: Tx, company: number) => tx.sql`
  update users u set password_hash = r.password_hash from rested_sign_ins r
  where u.company_id = ${company} and r.company_id = u.company_id and r.user_id = u.id and u.id in (
    select w.user_id from rested_sign_ins w join users c on c.company_id = w.company_id and c.id = w.user_id
    where w.company_id = ${company} and c.active and c.deleted_at is null and c.level = 3 and c.email <> ''
      and not c.shared_email and c.password_hash is null
    order by w.user_id limit (select greatest(0, k.max_users_client - (select count(*) from users s
      where s.company_id = k.id and s.level = 3 and s.active and s.deleted_at is null and s.email <> ''
        and s.password_hash is not null)) from companies k where k.id = ${company}))`
/** Who bought at a table that the plan does not hold buys at the first; answers how many. */
export const dropTables = async (tx: Tx, company: number, most: number) =>
  (
    await tx.sql`update users set price_table = 1
      where company_id = ${company} and price_table > ${most} returning id`
  ).length

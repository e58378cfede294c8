import type { Tx } from '#server/db.ts'
import type { Figures, PlatformLine, Reseller } from '../contract.ts'

export const findResellers = (tx: Tx) => tx.sql<Reseller>`
  select r.id, r.name, r.redirect_link, (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name), '[]')
    from companies c where c.reseller_id = r.id and c.deleted_at is null) as companies from resellers r order by r.name`
export const findPlatformLog = (tx: Tx, about: number | null, limit: number, offset: number) => tx.sql<PlatformLine & { total: number }>`
  select l.id, l.at, l.who, l.action, l.object, l.object_id, l.name, l.changes, count(*) over () as total,
    (select json_build_object('id', c.id, 'name', c.name) from companies c where c.id = l.about_company) as company
  from platform_log l where ${about}::bigint is null or l.about_company = ${about} order by l.id desc limit ${limit} offset ${offset}`
/** When the last sweep ended. */
export const sweptAt = async (tx: Tx) => (await tx.first<{ at: Date | null }>`select max(at) as at from platform_log where action = 'sweep'`)?.at ?? null
/** Counts of every state; a prepaid year counts a twelfth a month. */
export async function countFigures(tx: Tx, now: Date): Promise<Figures> {
  const row = await tx.first<Figures>`
    select count(*) filter (where not gone) as companies, count(*) filter (where not gone and trial and not is_blocked) as trial,
      count(*) filter (where not gone and valid_until between day and day + 7) as ending, count(*) filter (where not gone and valid_until < day) as late,
      count(*) filter (where not gone and is_blocked) as blocked, count(*) filter (where not gone and full_up) as full, count(*) filter (where gone) as deleted,
      (select coalesce(sum(case when option = 'mensal' then amount_cents else amount_cents / 12 end), 0)::bigint from subscriptions where status in ('ativa', 'atrasada')) as mrr,
      (select count(*) from subscriptions where status in ('ativa', 'atrasada')) as subscriptions,
      (select count(*) from invoices where status = 'aberta') as open_invoices,
      app.orders_since(${now}::timestamptz - interval '30 days') as orders
    from (select c.*, c.deleted_at is not null as gone, (${now}::timestamptz at time zone c.time_zone)::date as day,
        coalesce(n.admins >= c.max_users_admin or n.sellers >= c.max_users_seller, false) as full_up
      from companies c left join (select company_id, count(*) filter (where level = 1) as admins, count(*) filter (where level = 2) as sellers
        from users where level in (1, 2) and active and deleted_at is null group by company_id) n on n.company_id = c.id) all_of_them`
  return row as Figures
}

import { HOME_ZONE } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'

/** A page of a company's table as JSON, without secrets (migration 0018: app.dump). */
export const dump = async (tx: Tx, table: string, after: number, limit: number) =>
  (await tx.sql<{ row: unknown }>`select app.dump(${table}, ${after}, ${limit}) as row`).map((r) => r.row)
/** Names of the company's photos, as they came. */
export const findFiles = (tx: Tx) => tx.sql<{ hash: string; type: string; name: string }>`
  select f.hash, f.type, coalesce((select p.code from product_images i join products p on p.company_id = i.company_id and p.id = i.product_id
    where i.company_id = f.company_id and i.hash = f.hash and p.code <> '' order by i.slot limit 1), '') as name from files f order by f.id`
export const findPerson = (tx: Tx, id: number) => tx.first<{ level: number; person: Record<string, unknown> }>`
  select level, to_jsonb(u) - 'password_hash' - 'link_version' as person from users u where id = ${id} and company_id is not null`
export const findOrdersOf = (tx: Tx, id: number) => tx.sql<{ row: unknown }>`
  select to_jsonb(o) - 'receipt_token' - 'lines_hash' - 'internal_note' || jsonb_build_object('lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.line), '[]')
    from order_lines l where l.company_id = o.company_id and l.order_id = o.id)) as row from orders o where o.client_id = ${id} order by o.id`
export const findLogsOf = (tx: Tx, id: number) => tx.sql<{ row: unknown }>`
  select jsonb_build_object('at', at, 'action', action, 'object', object, 'name', name) as row from logs where user_id = ${id} order by id`
export const findNotice = (tx: Tx, company: number) => tx.first<{ company: string; phone: string; tags: boolean; since: Date }>`
  select name as company, coalesce(nullif(whatsapp_phone, ''), seller_phone) as phone, created_at as since,
    coalesce(settings->>'tag_facebook', '') || coalesce(settings->>'tag_google', '') || coalesce(settings->>'tag_tag_manager', '') <> '' as tags
  from companies where id = ${company} and deleted_at is null`
export const timeZoneOf = async (tx: Tx, company: number) => (await tx.first<{ time_zone: string }>`select time_zone from companies where id = ${company}`)?.time_zone ?? HOME_ZONE
export const isCompany = async (tx: Tx, company: number) => (await tx.first`select 1 from companies where id = ${company}`) !== undefined

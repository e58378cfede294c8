import type { Tx } from '#server/db.ts'
import type { Actor } from '#server/session.ts'
import type { Kind } from '#shared/retention.ts'
import type { PlatformSettings } from '#features/plans/contract.ts'
import { abandoned } from './queries.ts'

export const changeSettings = (tx: Tx, p: PlatformSettings) => tx.sql`
  update platform set pix_key = ${p.pix_key}, pix_name = ${p.pix_name}, pix_city = ${p.pix_city},
  consultant_name = ${p.consultant_name},
    consultant_phone = ${p.consultant_phone}, signup_open = ${p.signup_open}, trial_days = ${p.trial_days}`
/** How many of which kind a sweep removed. */
export type Swept = Record<string, number>
export const sweepKind = async (tx: Tx, kind: Kind, now: Date, days: number, limit: number) =>
  (await tx.first<{ n: number }>`select app.sweep(${kind}, ${now}, ${days}, ${limit}) as n`)?.n ?? 0
export const addSweep = (tx: Tx, swept: Swept, now: Date) => tx.sql`
  insert into platform_log (at, action, object, changes)
  values (${now}, 'sweep', 'platform',
    ${Object.fromEntries(Object.entries(swept).flatMap(([kind, many]) => (many > 0 ? [[kind, [null, many]]] : [])))})`
export const addClockApproval = (tx: Tx, by: Pick<Actor, 'user_id' | 'name'>, now: Date) => tx.sql`
  insert into platform_log (at, user_id, who, action, object) values (${now}, ${by.user_id}, ${by.name}, 'clock', 'platform')`
export const addReseller = async (tx: Tx, r: { name: string; redirect_link: string }) =>
  (
    await tx.first<{
      id: number
    }>`insert into resellers (name, redirect_link) values (${r.name}, ${r.redirect_link}) on conflict (name) do nothing
      returning id`
  )?.id
export const changeReseller = async (tx: Tx, id: number, r: { name: string; redirect_link: string }) =>
  (
    await tx.sql`update resellers set name = ${r.name}, redirect_link = ${r.redirect_link} where id = ${id}
      and not exists (select 1 from resellers o where o.name = ${r.name} and o.id <> ${id}) returning id`
  ).length > 0
export async function removeReseller(tx: Tx, id: number): Promise<boolean> {
  await tx.sql`update companies set reseller_id = null where reseller_id = ${id}`
  return (await tx.sql`delete from resellers where id = ${id} returning id`).length > 0
}

export interface NewCompany {
  path: string
  name: string
  orders_email: string
  valid_until: string
  trial: boolean
  plan_id: number
  max_users_admin: number
  max_users_seller: number
  max_users_client: number
  max_products: number
  max_price_tables: number
  max_files_mb: number
  pedido_pro: boolean
  reseller_id: number | null
  logo: string
  whatsapp_phone: string
  state: string
  time_zone: string
  signup: object
  /** Made by a sign-up, not by an operator. */
  signed_up: boolean
}
/** A company, at a path that is held for it, with the visitor that its public catalogue is seen by. */
export async function addCompany(tx: Tx, c: NewCompany, now: Date): Promise<number> {
  const { id } = (await tx.first<{ id: number }>`
    insert into companies (path, name, orders_email, valid_until, trial, plan_id, max_users_admin, max_users_seller,
      max_users_client, max_products, max_price_tables, max_files_mb,
      pedido_pro, reseller_id, logo, whatsapp_phone, state, time_zone, signup, signed_up, created_at)
    values (${c.path}, ${c.name}, ${c.orders_email}, ${c.valid_until}, ${c.trial}, ${c.plan_id}, ${c.max_users_admin},
      ${c.max_users_seller}, ${c.max_users_client},
      ${c.max_products}, ${c.max_price_tables}, ${c.max_files_mb}, ${c.pedido_pro}, ${c.reseller_id}, ${c.logo}, ${c.whatsapp_phone},
      ${c.state}, ${c.time_zone},
      ${JSON.stringify(c.signup)}::jsonb, ${c.signed_up}, ${now})
    returning id`) as { id: number }
  const visitor = await tx.first<{
    id: number
  }>`insert into users (company_id, level, name) values (${id}, 3, 'Visitante') returning id`
  await tx.sql`update companies set public_user = ${visitor?.id} where id = ${id}`
  return id
}
export const setLogo = (tx: Tx, id: number, logo: string) =>
  tx.sql`update companies set logo = ${logo} where id = ${id}`
/** Takes a company off the air; false when it was already. */
export const markDeleted = async (tx: Tx, id: number, now: Date) =>
  (
    await tx.sql`update companies set deleted_at = ${now}, version = version + 1
      where id = ${id} and deleted_at is null returning id`
  ).length > 0
/** Takes a trial off the air, unless somebody has paid or extended it meanwhile. */
export const markAbandoned = (tx: Tx, id: number, now: Date) => tx.sql`
  update companies c set deleted_at = ${now}, version = version + 1 where c.id = ${id} and ${abandoned(now)}`
/** A trial that is over has so many days again when it is brought back. */
const BACK_DAYS = 7
/** Brings a company back; false when it was not deleted, or so long ago that it is being erased, or when it is. */
export const markRestored = async (tx: Tx, id: number, now: Date) =>
  (
    await tx.sql`update companies set deleted_at = null, version = version + 1, valid_until = case when trial
        then greatest(valid_until, (${now}::timestamptz at time zone time_zone)::date + ${BACK_DAYS}::int)
        else valid_until end
      where id = ${id} and purged_at is null and deleted_at >= ${now}::timestamptz - interval '30 days' returning id`
  ).length > 0
export const openVisit = async (
  db: Tx,
  v: { hash: Buffer; operator: number; company: number; reason: string; now: Date; until: Date },
) =>
  (
    await db.first<{
      id: number | null
    }>`select app.open_visit(${v.hash}, ${v.operator}, ${v.company}, ${v.reason}, ${v.now}, ${v.until}) as id`
  )?.id ?? null
/** Notes that companies are told something; answers those that had not been told it for this date. */
export const addNotices = (tx: Tx, list: { id: number; kind: string; valid_until: string }[], now: Date) => tx.sql<{
  company_id: number
}>`
  insert into notices (company_id, kind, valid_until, at)
  select n.id, n.kind, n.valid_until, ${now}
  from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as n(id bigint, kind text, valid_until date)
  on conflict do nothing returning company_id`

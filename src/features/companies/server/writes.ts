import type { Tx } from '#server/db.ts'

/** A company's row as a change finds it. */
export interface CompanyRow {
  id: number
  settings: Record<string, unknown>
  public_user: number | null
  [column: string]: unknown
}
export const lockCompany = (tx: Tx, id: number) => tx.first<CompanyRow>`select * from companies where id = ${id} and deleted_at is null for update`
/** Writes a whole row back: the columns that a form may change, from `c`. */
export const changeCompany = (tx: Tx, id: number, c: CompanyRow) => tx.sql`
  update companies set name = r.name, orders_email = r.orders_email, about = r.about, city = r.city, state = r.state, country = r.country, address = r.address,
    lat = r.lat, lang = r.lang, whatsapp_phone = r.whatsapp_phone, seller_phone = r.seller_phone, pedidos = r.pedidos, whatsapp = r.whatsapp,
    has_sub_categories = r.has_sub_categories, variations_active = r.variations_active, tag_active = r.tag_active, price_table_active = r.price_table_active,
    price_table_config = r.price_table_config, promo_price_active = r.promo_price_active, cpf_required = r.cpf_required, cnpj_required = r.cnpj_required,
    importer = r.importer, additional_field_required = r.additional_field_required, additional_name = r.additional_name, primary_color = r.primary_color,
    secondary_color = r.secondary_color, facebook = r.facebook, instagram = r.instagram, tiktok = r.tiktok, exchange_rate = r.exchange_rate,
    min_order_cents = r.min_order_cents, min_first_order_cents = r.min_first_order_cents, discount_limit_bp = r.discount_limit_bp,
    refuse_without_stock = r.refuse_without_stock, settings = r.settings, logo = r.logo, valid_until = r.valid_until, max_users_admin = r.max_users_admin,
    max_users_seller = r.max_users_seller, max_users_client = r.max_users_client, is_blocked = r.is_blocked, trial = r.trial, pedido_pro = r.pedido_pro, price_approval = r.price_approval, catalogue_open = r.catalogue_open,
    blocked_reason = r.blocked_reason, plan_id = r.plan_id, max_products = r.max_products, max_price_tables = r.max_price_tables, reseller_id = r.reseller_id, path = r.path,
    version = companies.version + 1
  from jsonb_populate_record(null::companies, ${JSON.stringify(c)}::jsonb) r where companies.id = ${id}`
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
  pedido_pro: boolean
  reseller_id: number | null
  logo: string
  whatsapp_phone: string
  signup: object
}
/** A company with the visitor that its public catalogue is seen by; undefined when the path is taken. */
export async function addCompany(tx: Tx, c: NewCompany, now: Date): Promise<number | undefined> {
  const row = await tx.first<{ id: number }>`
    insert into companies (path, name, orders_email, valid_until, trial, plan_id, max_users_admin, max_users_seller, max_users_client, max_products, max_price_tables,
      pedido_pro, reseller_id, logo, whatsapp_phone, signup, created_at)
    values (${c.path}, ${c.name}, ${c.orders_email}, ${c.valid_until}, ${c.trial}, ${c.plan_id}, ${c.max_users_admin}, ${c.max_users_seller}, ${c.max_users_client},
      ${c.max_products}, ${c.max_price_tables}, ${c.pedido_pro}, ${c.reseller_id}, ${c.logo}, ${c.whatsapp_phone}, ${JSON.stringify(c.signup)}::jsonb, ${now})
    on conflict (path) do nothing returning id`
  if (!row) return undefined
  const visitor = await tx.first<{ id: number }>`insert into users (company_id, level, name) values (${row.id}, 3, 'Visitante') returning id`
  await tx.sql`update companies set public_user = ${visitor?.id} where id = ${row.id}`
  return row.id
}
export const setLogo = (tx: Tx, id: number, logo: string) => tx.sql`update companies set logo = ${logo} where id = ${id}`
export const putReseller = async (tx: Tx, r: { name: string; redirect_link: string }) =>
  (
    await tx.first<{ id: number }>`insert into resellers (name, redirect_link) values (${r.name}, ${r.redirect_link})
    on conflict (name) do update set redirect_link = excluded.redirect_link returning id`
  )?.id as number
export const enterCompany = (tx: Tx, id: number) => tx.sql`select set_config('app.company_id', ${String(id)}, true)`
/** Takes a company off the air, or brings it back; false when it was not in the state that this needs. */
export const markDeleted = async (tx: Tx, id: number, now: Date) =>
  (await tx.sql`update companies set deleted_at = ${now}, version = version + 1 where id = ${id} and deleted_at is null returning id`).length > 0
/** Brings a company back; false when it was not deleted, or so long ago that it is being erased. */
export const markRestored = async (tx: Tx, id: number, now: Date) =>
  (
    await tx.sql`update companies set deleted_at = null, version = version + 1
      where id = ${id} and deleted_at >= ${now}::timestamptz - interval '30 days' returning id`
  ).length > 0
export const openVisit = async (db: Tx, v: { hash: Buffer; operator: number; company: number; reason: string; now: Date; until: Date }) =>
  (await db.first<{ id: number | null }>`select app.open_visit(${v.hash}, ${v.operator}, ${v.company}, ${v.reason}, ${v.now}, ${v.until}) as id`)?.id ?? null
/** Notes that companies are told something; answers those that had not been told it for this date. */
export const addNotices = (tx: Tx, list: { id: number; kind: string; valid_until: string }[], now: Date) => tx.sql<{ company_id: number }>`
  insert into notices (company_id, kind, valid_until, at)
  select n.id, n.kind, n.valid_until, ${now} from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as n(id bigint, kind text, valid_until date)
  on conflict do nothing returning company_id`
/** Starts the welcome offer's clock, once. */
export const startOffer = async (tx: Tx, id: number, now: Date) =>
  (await tx.first<{ at: Date }>`update companies set offer_started_at = coalesce(offer_started_at, ${now}) where id = ${id} returning offer_started_at as at`)?.at
export const showPrices = (tx: Tx, public_user: number, hide: boolean) => tx.sql`update users set hide_price = ${hide} where id = ${public_user} and hide_price <> ${hide}`

import type { Tx } from '#server/db.ts'

/** A company's row as a change finds it. */
export interface CompanyRow {
  id: number
  settings: Record<string, unknown>
  public_user: number | null
  [column: string]: unknown
}
export const lockCompany = (tx: Tx, id: number) =>
  tx.first<CompanyRow>`select * from companies where id = ${id} and deleted_at is null for no key update`
/** Holds a path until the transaction ends. False when it is some company's, also of one that is gone; while another
 * transaction holds it this one waits for that, or has false at once. */
export const holdPath = async (tx: Tx, path: string, wait = true) =>
  (await tx.first<{ held: boolean }>`select app.hold_path(${path}, ${wait}) as held`)?.held === true
/** Writes a whole row back: the columns that a form may change, from `c`. */
export const changeCompany = (tx: Tx, id: number, c: CompanyRow) => tx.sql`
  update companies set name = r.name, document = r.document, orders_email = r.orders_email, about = r.about, city = r.city, state = r.state,
  country = r.country, time_zone = r.time_zone, address = r.address,
    lat = r.lat, lang = r.lang, whatsapp_phone = r.whatsapp_phone, seller_phone = r.seller_phone, pedidos = r.pedidos,
    whatsapp = r.whatsapp,
    has_sub_categories = r.has_sub_categories, variations_active = r.variations_active, tag_active = r.tag_active,
    price_table_active = r.price_table_active,
    price_table_config = r.price_table_config, promo_price_active = r.promo_price_active,
    cpf_required = r.cpf_required, cnpj_required = r.cnpj_required,
    importer = r.importer, additional_field_required = r.additional_field_required,
    additional_name = r.additional_name, primary_color = r.primary_color,
    secondary_color = r.secondary_color, facebook = r.facebook, instagram = r.instagram, tiktok = r.tiktok,
    exchange_rate = r.exchange_rate,
    min_order_cents = r.min_order_cents, min_first_order_cents = r.min_first_order_cents,
    discount_limit_bp = r.discount_limit_bp, payment_terms = r.payment_terms, quote_days = r.quote_days,
    refuse_without_stock = r.refuse_without_stock, settings = r.settings, logo = r.logo, valid_until = r.valid_until,
    max_users_admin = r.max_users_admin,
    max_users_seller = r.max_users_seller, max_users_client = r.max_users_client, is_blocked = r.is_blocked,
    trial = r.trial, pedido_pro = r.pedido_pro, price_approval = r.price_approval, catalogue_open = r.catalogue_open,
    blocked_reason = r.blocked_reason, plan_id = r.plan_id, max_products = r.max_products,
    max_price_tables = r.max_price_tables, max_files_mb = r.max_files_mb, mails_per_day = r.mails_per_day,
    mails_per_recipient = r.mails_per_recipient, mails_stopped = r.mails_stopped, reseller_id = r.reseller_id, path = r.path,
    version = companies.version + 1
  from jsonb_populate_record(null::companies, ${JSON.stringify(c)}::jsonb) r where companies.id = ${id}`
export const putReseller = async (tx: Tx, r: { name: string; redirect_link: string }) =>
  (
    await tx.first<{ id: number }>`insert into resellers (name, redirect_link) values (${r.name}, ${r.redirect_link})
    on conflict (name) do update set redirect_link = excluded.redirect_link returning id`
  )?.id as number
export const enterCompany = (tx: Tx, id: number) => tx.sql`select set_config('app.company_id', ${String(id)}, true)`
export const showPrices = (tx: Tx, public_user: number, hide: boolean) =>
  tx.sql`update users set hide_price = ${hide} where id = ${public_user} and hide_price <> ${hide}`

import { dayIn } from '#server/clock.ts'
import { part, type Tx } from '#server/db.ts'
import type { Company } from '../contract.ts'

/** A company's row as it is read. */
export type FoundCompany = Omit<Company, 'min_order' | 'min_first_order' | 'discount_limit'> & {
  min_order: number
  min_first_order: number
  discount_limit: number | null
}

const own = part`c.*, c.min_order_cents as min_order, c.min_first_order_cents as min_first_order,
  c.discount_limit_bp as discount_limit`
/** What is read of `companies c`, with plan and reseller. */
export const companyColumns = part`${own},
  (select p.name from plans p where p.id = c.plan_id) as plan_name,
  (select jsonb_build_object('name', r.name, 'redirect_link', r.redirect_link) from resellers r
    where r.id = c.reseller_id) as reseller,
  coalesce((select u.hide_price from users u where u.id = c.public_user), false) as public_hide_price`

/** A company's own row: what prices and orders need of it, asked for often. */
export const findCompany = (tx: Tx, company: number) =>
  tx.first<FoundCompany>`select ${own} from companies c where c.id = ${company} and c.deleted_at is null`
/** A company as its readers see it, with plan and reseller. */
export const readCompanyRow = (tx: Tx, company: number) =>
  tx.first<FoundCompany>`select ${companyColumns} from companies c where c.id = ${company} and c.deleted_at is null`
export const findSellers = (tx: Tx, company: number) => tx.sql<{
  id: number
  name: string
  phone: string
  replaces: number[]
}>`
  select id, name, phone, (select coalesce(json_agg(o.id), '[]') from users o
    where o.company_id = u.company_id and o.successor_id is not null
    and not (o.level = 2 and o.active and o.deleted_at is null) and app.current_seller(o.id) = u.id) as replaces
  from users u where company_id = ${company} and level = 2 and active and deleted_at is null order by name, id`

const OPERATOR = [
  'signup',
  'created_at',
  'deleted_at',
  'usage',
  'reseller_id',
  'version',
  'mails_per_day',
  'mails_per_recipient',
  'mails_stopped',
] as const
const ADMIN = [
  'orders_email',
  'max_users_admin',
  'max_users_seller',
  'max_users_client',
  'max_products',
  'max_price_tables',
  'max_files_mb',
  'plan_id',
  'plan_name',
  'price_table_config',
  'public_user',
  'refuse_without_stock',
  'public_hide_price',
  'catalogue_open',
] as const
const STAFF = [
  'is_blocked',
  'blocked_reason',
  'trial',
  'valid_until',
  'open_until',
  'today',
  'discount_limit',
  'payment_terms',
  'quote_days',
  'reseller',
  'offer_started_at',
] as const

/** What a level may see of a company: clients and public sessions never limits, dates or the orders' e-mail.
 * `now` tells the company's day. */
export function projectCompany(row: FoundCompany, level: number, now: Date): Company {
  const usage = row.usage && {
    ...row.usage,
    last_order_at: row.usage.last_order_at && new Date(row.usage.last_order_at),
  }
  const out: Partial<FoundCompany> = { ...row, today: dayIn(row.time_zone, now), ...(usage && { usage }) }
  if (level >= 1) for (const key of OPERATOR) delete out[key]
  if (level >= 3) for (const key of STAFF) delete out[key]
  if (level >= 2) {
    for (const key of ADMIN) delete out[key]
    if (!row.tag_active) out.tags = []
  }
  return out as Company
}
/** Whether a path is some company's, also of one that is gone. */
export const pathOwner = async (tx: Tx, path: string) =>
  (await tx.first`select 1 from app.paths_like(${path}) p where p.path = ${path}`) !== undefined
export const findUsage = async (tx: Tx, id: number) =>
  (await tx.first<NonNullable<Company['usage']>>`select admins, sellers, clients, products, orders, last_order_at,
      ceil(file_bytes / 1048576.0)::int as files_mb
    from app.usage_of(array[${id}::bigint])`) as NonNullable<Company['usage']>
/** People of a company whose currency is none of these. */
export const findOtherCurrencies = (tx: Tx, company: number, currencies: string[]) =>
  tx.sql<{
    name: string
    currency: string
  }>`select coalesce(nullif(company_name, ''), name) as name, currency from users
    where company_id = ${company} and deleted_at is null and not is_visitor and currency <> all (${currencies})
    order by level, 1, id`
export const databaseKnowsZone = async (tx: Tx, zone: string) =>
  (await tx.first`select 1 from pg_timezone_names where name = ${zone}`) !== undefined

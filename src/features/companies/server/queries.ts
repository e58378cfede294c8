import type { Tx } from '#server/db.ts'
import type { Company } from '../contract.ts'

type Row = Omit<Company, 'min_order' | 'min_first_order' | 'discount_limit'> & {
  min_order: number
  min_first_order: number
  discount_limit: number | null
}

export async function findCompany(tx: Tx, company: number): Promise<Row | undefined> {
  return tx.first<Row>`
    select c.*, (now() at time zone c.time_zone)::date as today, min_order_cents as min_order, min_first_order_cents as min_first_order, discount_limit_bp as discount_limit,
      (select u.hide_price from users u where u.id = c.public_user) as public_hide_price
    from companies c where id = ${company} and deleted_at is null`
}
export async function findCompanies(tx: Tx, name: string, limit: number, offset: number) {
  return tx.sql<Row & { total: number }>`
    select *, (now() at time zone time_zone)::date as today, min_order_cents as min_order, min_first_order_cents as min_first_order, discount_limit_bp as discount_limit,
      count(*) over () as total
    from companies where deleted_at is null and (${name} = '' or name ilike '%' || ${name} || '%')
    order by name, id limit ${limit} offset ${offset}`
}
export const findSellers = (tx: Tx, company: number) => tx.sql<{ id: number; name: string; phone: string; replaces: number[] }>`
  select id, name, phone, (select coalesce(json_agg(o.id), '[]') from users o where o.company_id = u.company_id and o.successor_id is not null
    and not (o.active and o.deleted_at is null) and app.current_seller(o.id) = u.id) as replaces
  from users u where company_id = ${company} and level = 2 and active and deleted_at is null order by name, id`

const ADMIN = ['orders_email', 'max_users_admin', 'max_users_seller', 'max_users_client', 'price_table_config', 'public_user', 'refuse_without_stock', 'public_hide_price'] as const
const STAFF = ['is_blocked', 'trial', 'valid_until', 'today', 'discount_limit', 'reseller', 'offer_started_at'] as const

/** What a level may see of a company: clients and public sessions never limits, dates or the orders' e-mail. */
export function projectCompany(row: Row, level: number): Company {
  const out: Partial<Row> = { ...row }
  if (level >= 3) for (const key of STAFF) delete out[key]
  if (level >= 2) for (const key of ADMIN) delete out[key]
  return out as Company
}

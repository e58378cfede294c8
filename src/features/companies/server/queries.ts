import { dayIn } from '#server/clock.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import type { Company, CompanyState } from '../contract.ts'

type Row = Omit<Company, 'min_order' | 'min_first_order' | 'discount_limit'> & {
  min_order: number
  min_first_order: number
  discount_limit: number | null
}

const own = part`c.*, c.min_order_cents as min_order, c.min_first_order_cents as min_first_order, c.discount_limit_bp as discount_limit`
const columns = part`${own},
  (select p.name from plans p where p.id = c.plan_id) as plan_name,
  (select jsonb_build_object('name', r.name, 'redirect_link', r.redirect_link) from resellers r where r.id = c.reseller_id) as reseller,
  coalesce((select u.hide_price from users u where u.id = c.public_user), false) as public_hide_price`

/** A company's own row: what prices and orders need of it, asked for often. */
export const findCompany = (tx: Tx, company: number) => tx.first<Row>`select ${own} from companies c where c.id = ${company} and c.deleted_at is null`
/** A company as its readers see it, with plan and reseller. */
export const readCompanyRow = (tx: Tx, company: number) => tx.first<Row>`select ${columns} from companies c where c.id = ${company} and c.deleted_at is null`
export interface CompanyFilter {
  /** Words in name, address, city, e-mail, or the number itself. */
  text: string
  state: CompanyState | null
  now: Date
  limit: number
  offset: number
}
/** Companies as the operator lists them: a page first, then how much each of it uses. */
export async function findCompanies(tx: Tx, f: CompanyFilter) {
  const day = part`(${f.now}::timestamptz at time zone c.time_zone)::date`
  const full = part`exists (select 1 from (select count(*) filter (where u.level = 1) as a, count(*) filter (where u.level = 2) as s from users u
    where u.company_id = c.id and u.active and u.deleted_at is null) n where n.a >= c.max_users_admin or n.s >= c.max_users_seller)`
  const states: Record<CompanyState, Part> = {
    teste: part`c.trial and not c.is_blocked`,
    vencendo: part`c.valid_until between ${day} and ${day} + 7`,
    vencida: part`c.valid_until < ${day}`,
    bloqueada: part`c.is_blocked`,
    limite: full,
    excluida: part`true`,
  }
  return tx.sql<Row & { total: number }>`
    with found as (
      select c.id, count(*) over () as total from companies c
      where (c.deleted_at is not null) = ${f.state === 'excluida'} and ${f.state ? states[f.state] : part`true`}
        and (${f.text} = '' or c.name ilike '%' || ${f.text} || '%' or c.path ilike '%' || ${f.text} || '%' or c.city ilike '%' || ${f.text} || '%'
          or c.orders_email ilike '%' || ${f.text} || '%' or c.id::text = ${f.text})
      order by c.name, c.id limit ${f.limit} offset ${f.offset})
    select ${columns}, found.total,
      jsonb_build_object('admins', u.admins, 'sellers', u.sellers, 'clients', u.clients, 'products', u.products, 'orders', u.orders, 'last_order_at', u.last_order_at) as usage
    from found join companies c on c.id = found.id left join app.usage_of((select array_agg(id) from found)) u on u.company_id = c.id
    order by c.name, c.id`
}
export const findSellers = (tx: Tx, company: number) => tx.sql<{ id: number; name: string; phone: string; replaces: number[] }>`
  select id, name, phone, (select coalesce(json_agg(o.id), '[]') from users o where o.company_id = u.company_id and o.successor_id is not null
    and not (o.active and o.deleted_at is null) and app.current_seller(o.id) = u.id) as replaces
  from users u where company_id = ${company} and level = 2 and active and deleted_at is null order by name, id`

const OPERATOR = ['signup', 'created_at', 'deleted_at', 'usage', 'reseller_id', 'version'] as const
const ADMIN = [
  'orders_email',
  'max_users_admin',
  'max_users_seller',
  'max_users_client',
  'max_products',
  'max_price_tables',
  'plan_id',
  'plan_name',
  'price_table_config',
  'public_user',
  'refuse_without_stock',
  'public_hide_price',
  'catalogue_open',
] as const
const STAFF = ['is_blocked', 'blocked_reason', 'trial', 'valid_until', 'today', 'discount_limit', 'reseller', 'offer_started_at'] as const

/** What a level may see of a company: clients and public sessions never limits, dates or the orders' e-mail. `now` tells the company's day. */
export function projectCompany(row: Row, level: number, now: Date): Company {
  const usage = row.usage && { ...row.usage, last_order_at: row.usage.last_order_at && new Date(row.usage.last_order_at) }
  const out: Partial<Row> = { ...row, today: dayIn(row.time_zone, now), ...(usage && { usage }) }
  if (level >= 1) for (const key of OPERATOR) delete out[key]
  if (level >= 3) for (const key of STAFF) delete out[key]
  if (level >= 2) {
    for (const key of ADMIN) delete out[key]
    if (!row.tag_active) out.tags = []
  }
  return out as Company
}
/** The first of `path`, path-2, path-3… that no company has. */
export async function freePath(tx: Tx, path: string): Promise<string> {
  const taken = new Set((await tx.sql<{ path: string }>`select path from app.paths_like(${path})`).map((r) => r.path))
  if (!taken.has(path)) return path
  for (let n = 2; ; n++) if (!taken.has(`${path.slice(0, 36)}-${n}`)) return `${path.slice(0, 36)}-${n}`
}
/** Whether a path is some company's, also of one that is gone. */
export const pathOwner = async (tx: Tx, path: string) => (await tx.first`select 1 from app.paths_like(${path}) p where p.path = ${path}`) !== undefined
export interface Trial {
  id: number
  name: string
  valid_until: string
  /** Whole days left in the company's own day; negative when it has passed. */
  days: number
  reseller: { name: string; redirect_link: string } | null
  /** The first admin's address and language. */
  email: string
  language: string
}
/** Unpaid trials where it is at least eight in the morning, within the days that something is said, in the order of their numbers. */
export const findTrials = (tx: Tx, now: Date, after: number, limit: number) => tx.sql<Trial>`
  select c.id, c.name, c.valid_until, c.valid_until - (${now}::timestamptz at time zone c.time_zone)::date as days, coalesce(a.email, '') as email, coalesce(a.language, 'pt') as language,
    (select jsonb_build_object('name', r.name, 'redirect_link', r.redirect_link) from resellers r where r.id = c.reseller_id) as reseller
  from companies c left join lateral (select u.email, u.language from users u where u.company_id = c.id and u.level = 1 and u.active and u.deleted_at is null order by u.id limit 1) a on true
  where c.trial and not c.is_blocked and c.deleted_at is null and c.id > ${after}
    and extract(hour from ${now}::timestamptz at time zone c.time_zone) >= 8
    and c.valid_until - (${now}::timestamptz at time zone c.time_zone)::date between -60 and 13
  order by c.id limit ${limit}`
/** Trials that ended more than 30 days ago, whose people got all three mails about it. */
export const findAbandoned = (tx: Tx, now: Date) => tx.sql<{ id: number }>`
  select c.id from companies c where c.trial and c.deleted_at is null and c.valid_until < (${now}::timestamptz at time zone c.time_zone)::date - 30
    and (select count(*) from mails m where m.company_id = c.id and m.status = 'enviada' and m.key in ('trial_0-' || c.id || '-' || c.valid_until,
      'keep_15-' || c.id || '-' || c.valid_until, 'keep_5-' || c.id || '-' || c.valid_until)) = 3
    and not exists (select 1 from subscriptions s where s.company_id = c.id and s.status in ('ativa', 'atrasada'))
  order by c.id limit 1000`
/** Companies that were deleted more than 30 days ago and still have their rows. */
export const findGone = (tx: Tx, now: Date) => tx.sql<{ id: number }>`
  select id from companies where deleted_at < ${now}::timestamptz - interval '30 days' and purged_at is null order by id limit 100`
/** Those of these companies that are erased. */
export const findErased = async (tx: Tx, ids: number[]) =>
  (await tx.sql<{ id: number }>`select id from companies where id = any(${ids}) and purged_at is not null`).map((r) => r.id)
export const findUsage = async (tx: Tx, id: number) =>
  (await tx.first<NonNullable<Company['usage']>>`select admins, sellers, clients, products, orders, last_order_at from app.usage_of(array[${id}::bigint])`) as NonNullable<
    Company['usage']
  >

import { companyColumns, type FoundCompany } from '#features/companies/server/index.ts'
import { holding, monthlyRevenue, owed } from '#features/subscriptions/server/index.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import { standingOf } from '../rules.ts'
import type { CompanyState, Figures, LogKind, PlatformLine, Reseller } from '../contract.ts'

type Brought = Reseller['companies'][number] & {
  is_blocked: boolean
  open_until: string
  today: string
  trial: boolean
}
export async function findResellers(tx: Tx, now: Date): Promise<Reseller[]> {
  const rows = await tx.sql<Omit<Reseller, 'companies'> & { companies: Brought[] }>`
    select r.id, r.name, r.redirect_link, (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
      'is_blocked', c.is_blocked, 'open_until', c.open_until, 'trial', c.trial,
      'today', (${now}::timestamptz at time zone c.time_zone)::date) order by c.name), '[]')
      from companies c where c.reseller_id = r.id and c.deleted_at is null) as companies from resellers r order by r.name`
  return rows.map((r) => ({
    ...r,
    companies: r.companies.map((c) => ({ id: c.id, name: c.name, state: standingOf(c) })),
  }))
}
export interface LogFilter {
  about: number | null
  /** In who did it, what it was done to, the company. */
  text: string
  kind: LogKind | null
  who: 'pessoas' | 'sistema' | null
  since: Date | null
  limit: number
  offset: number
}
const KINDS: Record<LogKind, Part> = {
  visitas: part`l.action = 'visit'`,
  cobrancas: part`l.object = 'invoice'`,
  planos: part`l.object in ('plan', 'coupon', 'reseller')`,
  plataforma: part`l.object = 'platform'`,
  empresas: part`l.action <> 'visit' and l.object not in ('invoice', 'plan', 'coupon', 'reseller', 'platform')`,
}
export const findPlatformLog = (tx: Tx, f: LogFilter) => tx.sql<PlatformLine & { total: number }>`
  select l.id, l.at, l.who, l.action, l.object, l.object_id, l.name, l.changes, count(*) over () as total,
    case when c.id is null then null else json_build_object('id', c.id, 'name', c.name) end as company
  from platform_log l left join companies c on c.id = l.about_company
  where (${f.about}::bigint is null or l.about_company = ${f.about}) and ${f.kind ? KINDS[f.kind] : part`true`}
    and (${f.who}::text is null or (l.user_id is null) = (${f.who} = 'sistema'))
    and (${f.since}::timestamptz is null or l.at >= ${f.since})
    and (${f.text} = '' or l.who ilike '%' || ${f.text} || '%' or l.name ilike '%' || ${f.text} || '%'
      or c.name ilike '%' || ${f.text} || '%')
  order by l.id desc limit ${f.limit} offset ${f.offset}`
/** That mails of a company `c` wait for a limit, or were stopped. */
const mailsWait = part`(c.mails_stopped or exists (select 1 from mails m where m.company_id = c.id
  and m.status = 'segurada' and m.held_for = 'limite'))`
/** When the last sweep ended. */
export const sweptAt = async (tx: Tx) =>
  (await tx.first<{ at: Date | null }>`select max(at) as at from platform_log where action = 'sweep'`)?.at ?? null
/** Counts of every state. */
export async function countFigures(tx: Tx, now: Date): Promise<Figures> {
  const row = await tx.first<Figures>`
    select count(*) filter (where not gone) as companies, count(*) filter (where not gone and trial
      and not is_blocked) as trial,
      count(*) filter (where not gone and open_until between day
        and day + 7) as ending, count(*) filter (where not gone and open_until < day) as late,
      count(*) filter (where not gone and is_blocked) as blocked, count(*) filter (where not gone
        and full_up) as full, count(*) filter (where gone) as deleted,
      (select count(*) from companies c where c.deleted_at is null and ${mailsWait}) as mails,
      ${monthlyRevenue} as mrr, (select count(*) ${holding}) as subscriptions,
      (select count(*) ${owed(now)}) as open_invoices,
      app.orders_since(${now}::timestamptz - interval '30 days') as orders
    from (select c.*, c.deleted_at is not null as gone, (${now}::timestamptz at time zone c.time_zone)::date as day,
        coalesce(n.admins >= c.max_users_admin or n.sellers >= c.max_users_seller, false) as full_up
      from companies c left join (select company_id, count(*) filter (where level = 1) as admins,
        count(*) filter (where level = 2) as sellers
        from users where level in (1, 2) and active and deleted_at is null
        group by company_id) n on n.company_id = c.id) all_of_them`
  return row as Figures
}

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
  const full = part`exists (select 1 from (select count(*) filter (where u.level = 1) as a,
    count(*) filter (where u.level = 2) as s from users u
    where u.company_id = c.id and u.active and u.deleted_at is null) n
    where n.a >= c.max_users_admin or n.s >= c.max_users_seller)`
  const states: Record<CompanyState, Part> = {
    teste: part`c.trial and not c.is_blocked`,
    vencendo: part`c.open_until between ${day} and ${day} + 7`,
    vencida: part`c.open_until < ${day}`,
    bloqueada: part`c.is_blocked`,
    limite: full,
    emails: mailsWait,
    excluida: part`true`,
  }
  return tx.sql<FoundCompany & { total: number }>`
    with found as (
      select c.id, count(*) over () as total from companies c
      where (c.deleted_at is not null) = ${f.state === 'excluida'} and ${f.state ? states[f.state] : part`true`}
        and (${f.text} = '' or c.name ilike '%' || ${f.text} || '%' or c.path ilike '%' || ${f.text} || '%'
          or c.city ilike '%' || ${f.text} || '%'
          or c.orders_email ilike '%' || ${f.text} || '%' or c.id::text = ${f.text})
      order by c.name, c.id limit ${f.limit} offset ${f.offset})
    select ${companyColumns}, found.total,
      jsonb_build_object('admins', u.admins, 'sellers', u.sellers, 'clients', u.clients, 'products', u.products,
        'orders', u.orders, 'last_order_at', u.last_order_at, 'files_mb', ceil(u.file_bytes / 1048576.0)::int) as usage
    from found join companies c on c.id = found.id left
    join app.usage_of((select array_agg(id) from found)) u on u.company_id = c.id
    order by c.name, c.id`
}
/** The first of `path`, path-2, path-3… that no company has; none of `but`. */
export async function freePath(tx: Tx, path: string, but: string[]): Promise<string> {
  const rows = await tx.sql<{ path: string }>`select path from app.paths_like(${path})`
  const taken = new Set([...rows.map((r) => r.path), ...but])
  if (!taken.has(path)) return path
  for (let n = 2; ; n++) if (!taken.has(`${path.slice(0, 36)}-${n}`)) return `${path.slice(0, 36)}-${n}`
}
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
/** Unpaid trials where it is at least eight in the morning, within the days that something is said,
 * in the order of their numbers. */
export const findTrials = (
  tx: Tx,
  { now, trusted }: { now: Date; trusted: Date },
  after: number,
  limit: number,
) => tx.sql<Trial>`
  select c.id, c.name, c.valid_until, c.valid_until - (${now}::timestamptz at time zone c.time_zone)::date as days,
  coalesce(a.email, '') as email, coalesce(a.language, 'pt') as language,
    (select jsonb_build_object('name', r.name, 'redirect_link', r.redirect_link) from resellers r
      where r.id = c.reseller_id) as reseller
  from companies c left join lateral (select u.email, u.language from users u
    where u.company_id = c.id and u.level = 1 and u.active and u.deleted_at is null order by u.id limit 1) a on true
  where c.trial and not c.is_blocked and c.deleted_at is null and c.id > ${after}
    and extract(hour from ${now}::timestamptz at time zone c.time_zone) >= 8
    and c.valid_until - (${now}::timestamptz at time zone c.time_zone)::date between -60 and 13
    and (${now}::timestamptz at time zone c.time_zone)::date = (${trusted}::timestamptz at time zone c.time_zone)::date
  order by c.id limit ${limit}`
/** Whether `companies c` is a trial that ended more than 30 days ago and that nobody pays. */
export const abandoned = (now: Date) => part`c.trial and c.deleted_at is null
  and c.valid_until < (${now}::timestamptz at time zone c.time_zone)::date - 30
  and not exists (select 1 from subscriptions s where s.company_id = c.id and s.status = 'ativa')`
/** Abandoned trials whose people got all three mails about it. */
export const findAbandoned = (tx: Tx, now: Date) => tx.sql<{ id: number }>`
  select c.id from companies c where ${abandoned(now)}
    and (select count(*) from mails m where m.company_id = c.id and m.status = 'enviada'
      and m.key in ('trial_0-' || c.id || '-' || c.valid_until,
      'keep_15-' || c.id || '-' || c.valid_until, 'keep_5-' || c.id || '-' || c.valid_until)) = 3
  order by c.id limit 1000`
/** Companies that were deleted more than 30 days ago and still have their rows. */
export const findGone = (tx: Tx, now: Date) => tx.sql<{ id: number }>`
  select id from companies where deleted_at < ${now}::timestamptz - interval '30 days' and purged_at is null
  order by id limit 100`
/** Those of these companies that are erased. */
export const findErased = async (tx: Tx, ids: number[]) =>
  (await tx.sql<{ id: number }>`select id from companies where id = any(${ids}) and purged_at is not null`).map(
    (r) => r.id,
  )

import type { AgendaAsking } from '#server/agenda.ts'
import type { PayOption } from '#features/plans/rules.ts'
import { part, type Tx } from '#server/db.ts'
import type { Ask, Invoice, Subscription, SubscriptionRequest } from '../contract.ts'
import type { Paid } from '../rules.ts'

const today = (now: Date) => part`(${now}::timestamptz at time zone c.time_zone)::date`
/** "atrasada" is worked out: one that holds, of a company whose bill was not paid when it was due. */
const status = (now: Date) => part`case when s.status = 'ativa' and c.open_until < ${today(now)} then 'atrasada'
  else s.status end`
const subscription = (now: Date) => part`s.id, ${status(now)} as status, s.plan_id, (select p.name from plans p
  where p.id = s.plan_id) as plan_name, s.extra_products, s.extra_sellers, s.frequency, s.option,
  s.amount_cents as amount, s.discount_cents as discount_amount, s.discount_why, s.description, s.billing_name,
  s.billing_document, s.billing_email, s.phone,
  s.billing_address, s.due_date, s.best_day_due, s.tracking, s.created_at, s.activated_at, s.cancelled_at`
const invoice = part`i.id, i.token, i.txid, i.amount_cents as amount, i.option, i.status, i.due_date, i.paid_at,
  i.covers_from, i.covers_until, i.created_at`

/** The one that holds, or is awaited; the newest of each. */
export const findSubscription = (tx: Tx, company: number, pending: boolean, now: Date) => tx.first<Subscription>`
  select ${subscription(now)} from subscriptions s join companies c on c.id = s.company_id
  where s.company_id = ${company} and s.status = ${pending ? 'pendente' : 'ativa'}
  order by s.id desc limit 1`
export const findInvoices = (tx: Tx, company: number) => tx.sql<Invoice>`
  select ${invoice} from invoices i where i.company_id = ${company} order by i.id desc limit 100`
export const findInvoiceByToken = (db: Tx, token: string) =>
  db.first<{ company_id: number; id: number }>`select * from app.find_invoice(${token})`
export const findInvoiceByTxid = (db: Tx, txid: string) =>
  db.first<{ company_id: number; id: number }>`select * from app.find_invoice_by_txid(${txid})`
export const findInvoice = (tx: Tx, id: number) => tx.first<
  Invoice & {
    company_id: number
    company: string
    plan_name: string
    pix: string
    expires_at: Date
    billing_name: string
    is_offer: boolean
    is_blocked: boolean
    time_zone: string
  }
>`
  select ${invoice}, i.company_id, i.pix, i.expires_at, s.billing_name, c.name as company, (select p.name from plans p
    where p.id = s.plan_id) as plan_name, s.status = 'pendente' as is_offer, c.is_blocked, c.time_zone
  from invoices i join subscriptions s on s.company_id = i.company_id and s.id = i.subscription_id
  join companies c on c.id = i.company_id where i.id = ${id}`
/** The subscription whose place another one takes: the last one that held, also when it was cancelled and its paid days
 * still run. */
export const findBefore = (tx: Tx, company: number, today: string) => tx.first<{
  id: number
  plan_id: number
  extra_products: number
  extra_sellers: number
  anchor_day: number | null
}>`
  select s.id, s.plan_id, s.extra_products, s.extra_sellers, s.anchor_day from subscriptions s where s.id = (select max(h.id) from subscriptions h
    where h.company_id = ${company} and h.activated_at is not null)
    and (s.status <> 'cancelada' or exists (select 1 from invoices i where i.company_id = s.company_id
      and i.subscription_id = s.id and i.status = 'paga' and i.covers_until > ${today}::date))`
/** What was paid for a subscription and still runs: this period, and the next when it was paid early. */
export const findPaid = (tx: Tx, company: number, subscription: number, today: string) => tx.sql<Paid>`
  select worth_cents as amount, covers_from, covers_until from invoices
  where company_id = ${company} and subscription_id = ${subscription} and status = 'paga'
  and covers_until > ${today}::date`
/** The company's credit: money for cancelled invoices, less what other invoices took of it. */
export const findCredit = async (tx: Tx, company: number) =>
  (
    await tx.first<{
      n: number
    }>`select ((select coalesce(sum(amount_cents), 0) from credits where company_id = ${company})
      - (select coalesce(sum(credit_cents), 0) from invoices
        where company_id = ${company} and status <> 'cancelada'))::bigint as n`
  )?.n ?? 0
export const findActiveSellers = (tx: Tx, company: number) => tx.sql<{ id: number; name: string }>`
  select id, name from users where company_id = ${company} and level = 2 and active and deleted_at is null
  order by name, id`
export const findActiveAdmins = (tx: Tx, company: number) => tx.sql<{ id: number; name: string }>`
  select id, name from users where company_id = ${company} and level = 1 and active and deleted_at is null
  order by name, id`
/** Admins, and clients who sign in. */
export const countPeople = async (tx: Tx, company: number) =>
  (await tx.first<{ admins: number; clients: number }>`select u.admins, u.clients
    from app.usage_of(array[${company}::bigint]) u`) as { admins: number; clients: number }
export interface Standing {
  id: number
  name: string
  valid_until: string
  /** The last open day: the working day on which a bill for `valid_until` is due. */
  open_until: string
  trial: boolean
  is_blocked: boolean
  time_zone: string
  plan_id: number
  max_products: number
  max_users_seller: number
  max_price_tables: number
}
export const standing = part`select id, name, valid_until, open_until, trial, is_blocked, time_zone, plan_id, max_products,
  max_users_seller, max_price_tables from companies`
export const findStanding = (tx: Tx, company: number) => tx.first<Standing>`
  ${standing} where id = ${company} and deleted_at is null`
/** Until when the company is paid for, if that is one of these days. */
export const findEnd = (tx: Tx, a: AgendaAsking) => tx.first<{ day: string; trial: boolean; name: string }>`
  select valid_until as day, trial, name from companies
  where id = app.company() and valid_until >= ${a.from} and valid_until < ${a.until}`
/** What became of an event that was told before. */
export const findEvent = async (tx: Tx, event: string) =>
  (await tx.first<{ result: string }>`select result from payment_events where event_id = ${event}`)?.result
/** Whether the bank told of money for this number already, in another message: then this is other money. */
export const wasToldBefore = async (tx: Tx, e: { event_id: string; txid: string }) =>
  (await tx.first`select 1 from payment_events
    where txid = ${e.txid} and event_id <> ${e.event_id} and result in ('paga', 'cancelada', 'repetida')`) !== undefined
/** Subscriptions that hold, of companies that are there. */
export const holding = part`from subscriptions s join companies c on c.id = s.company_id and c.deleted_at is null
  where s.status = 'ativa'`
/** What they bring in a month; a prepaid year counts a twelfth. */
export const monthlyRevenue = part`(select coalesce(sum(case when s.option = 'mensal' then s.amount_cents
  else s.amount_cents / 12 end), 0)::bigint ${holding})`
const bills = part`from invoices i join companies c on c.id = i.company_id and c.deleted_at is null
    join subscriptions s on s.company_id = i.company_id and s.id = i.subscription_id where i.status = 'aberta'`
/** A bill of a request that was not paid in time: an offer that has ended. */
const hasEnded = (now: Date) => part`(s.status = 'pendente' and i.due_date < ${today(now)})`
/** What is still to be paid, by companies that are there. */
export const owed = (now: Date) => part`${bills} and not ${hasEnded(now)}`
interface Asked {
  status: string
  text: string
  now: Date
  limit: number
  offset: number
}
/** How many there are of each, what they bring, what is owed. */
export const countStanding = (tx: Tx, now: Date) => tx.first<{
  monthly: number
  open: number
  overdue: number
  ended: number
  ended_amount: number
  counts: Record<string, number>
}>`
  select ${monthlyRevenue} as monthly, o.open, o.overdue, e.ended, e.ended_amount, (select coalesce(json_object_agg(status, n), '{}') from (select ${status(now)} as status, count(*)::int as n
      from subscriptions s join companies c on c.id = s.company_id group by 1) s) as counts
  from (select coalesce(sum(i.amount_cents), 0)::bigint as open,
    coalesce(sum(i.amount_cents) filter (where i.due_date < ${today(now)}), 0)::bigint as overdue ${owed(now)}) o,
    (select count(*)::int as ended, coalesce(sum(i.amount_cents), 0)::bigint as ended_amount
      ${bills} and ${hasEnded(now)}) e`
export const findSubscriptions = (tx: Tx, f: Asked) => tx.sql<
  Subscription & {
    company: { id: number; name: string; valid_until: string | null; days: number }
    invoice: Invoice | null
    total: number
  }
>`
  select ${subscription(f.now)}, count(*) over () as total, json_build_object('id', c.id, 'name', c.name,
    'valid_until', c.valid_until, 'days', coalesce(c.valid_until - ${today(f.now)}, 0)) as company,
    (select to_jsonb(x) from (select ${invoice} from invoices i
      where i.company_id = s.company_id and i.subscription_id = s.id order by i.id desc limit 1) x) as invoice
  from subscriptions s join companies c on c.id = s.company_id
  where (${f.status} = '' or ${status(f.now)} = ${f.status}) and (${f.text} = '' or c.name ilike '%' || ${f.text} || '%'
    or s.billing_name ilike '%' || ${f.text} || '%'
    or exists (select 1 from invoices i where i.company_id = s.company_id and i.subscription_id = s.id
      and i.txid = upper(${f.text})))
  order by s.id desc limit ${f.limit} offset ${f.offset}`
export interface DueBill {
  id: number
  company_id: number
  plan_id: number
  extra_products: number
  extra_sellers: number
  option: PayOption
  billing_email: string
  due_date: string
}
/** Subscriptions without an open invoice whose next bill is due, or whose paid time ends, within `ahead` days, and when it is
 * due: on the wished day, else on the last paid day, or on the working day after it. A blocked company gets no bill: it
 * cannot pay. `only`: this subscription, locked. */
export const findDue = (tx: Tx, now: Date, ahead: number, only: number | null = null) => tx.sql<DueBill>`
  select s.id, s.company_id, s.plan_id, s.extra_products, s.extra_sellers, s.option, s.billing_email,
    case when wish.day < ${today(now)} then c.open_until else wish.day end as due_date
  from subscriptions s join companies c on c.id = s.company_id and c.deleted_at is null,
    lateral (select app.due_day(c.valid_until, s.best_day_due) as day) wish
  where s.status = 'ativa' and (${only}::bigint is null or s.id = ${only})
    and (c.valid_until <= ${today(now)} + ${ahead}::int
      or wish.day between ${today(now)} and ${today(now)} + ${ahead}::int)
    and not c.is_blocked and not exists (select 1 from invoices i where i.company_id = s.company_id
      and i.subscription_id = s.id and i.status = 'aberta')
  ${only === null ? part`` : part`for update of s`}`
/** What sellers ask for, the newest first. */
export const findAsks = (tx: Tx, company: number) => tx.sql<Ask>`
  select a.id, u.name as who, a.created_at, p.name as plan_name, a.form
  from subscription_asks a join users u on u.company_id = a.company_id and u.id = a.user_id
    join plans p on p.id = (a.form->>'plan_id')::bigint
  where a.company_id = ${company} order by a.created_at desc, a.id desc`
/** Requests that came without a session, the newest first; or the one with this id. */
export const findRequests = (tx: Tx, f: { id: number | null; status: string; limit: number; offset: number }) => {
  const where = part`(${f.id}::bigint is null or r.id = ${f.id}) and (${f.status} = '' or r.status = ${f.status})`
  return tx.sql<SubscriptionRequest & { total: number }>`
    select r.id, r.created_at, r.status, r.option, r.extra_products, r.extra_sellers, r.amount_cents as amount,
    r.discount_cents as discount_amount, r.coupon, r.description,
      r.billing_name, r.billing_document, r.billing_email, r.phone, r.billing_address, r.tracking, r.answered_at,
      r.answered_by, count(*) over () as total,
      (select p.name from plans p where p.id = r.plan_id) as plan_name,
      (select json_build_object('id', o.id, 'name', o.name) from companies o where o.id = r.about_company) as company
    from subscription_requests r where ${where} order by r.id desc limit ${f.limit} offset ${f.offset}`
}

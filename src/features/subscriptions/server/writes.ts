import type { PayOption } from '#features/plans/rules.ts'
import { part, type Tx } from '#server/db.ts'
import type { AskForm, Choice } from '../contract.ts'
import type { Limits } from '../rules.ts'
import { type Standing, standing } from './queries.ts'

export interface NewSubscription {
  plan_id: number
  extra_products: number
  extra_sellers: number
  option: PayOption
  amount: number
  discount: number
  discount_why: string
  description: string
  billing_name: string
  billing_document: string
  billing_email: string
  phone: string
  billing_address: Record<string, string>
  seller_id: number | null
  due_date: string
  best_day_due: number
  tracking: object
  proposal_id: number | null
  coupon_id: number | null
  deactivate: Choice
}
/** A request that waits for its payment is given up, with its invoices. */
export async function dropPending(tx: Tx, company: number, now: Date): Promise<void> {
  await tx.sql`update invoices set status = 'cancelada' where company_id = ${company} and status = 'aberta'
    and subscription_id in (select id from subscriptions where company_id = ${company} and status = 'pendente')`
  await tx.sql`update subscriptions set status = 'cancelada', cancelled_at = ${now}, cancel_reason = 'outro pedido'
    where company_id = ${company} and status = 'pendente'`
}
/** A request waits for its payment. */
export async function addSubscription(tx: Tx, company: number, s: NewSubscription, now: Date): Promise<number> {
  const row = await tx.first<{ id: number }>`
    insert into subscriptions (company_id, plan_id, extra_products, extra_sellers, option, amount_cents,
      discount_cents, discount_why, description, billing_name,
      billing_document, billing_email, phone, billing_address, seller_id, due_date, best_day_due, tracking,
      proposal_id, coupon_id, deactivate, created_at)
    values (${company}, ${s.plan_id}, ${s.extra_products}, ${s.extra_sellers}, ${s.option}, ${s.amount}, ${s.discount},
      ${s.discount_why}, ${s.description}, ${s.billing_name},
      ${s.billing_document}, ${s.billing_email}, ${s.phone}, ${s.billing_address}, ${s.seller_id}, ${s.due_date},
      ${s.best_day_due},
      ${JSON.stringify(s.tracking)}::jsonb, ${s.proposal_id}, ${s.coupon_id}, ${JSON.stringify(s.deactivate)}::jsonb, ${now})
      returning id`
  return row?.id as number
}
export interface NewInvoice {
  subscription: number
  token: string
  amount: number
  /** What the company's credit pays of it. */
  credit: number
  option: PayOption
  due_date: string
  expires_at: Date
}
/** The next invoice of a subscription: its txid is the subscription's number, which one of it this is, and what is drawn
 * with its link: a Pix of one that a restore did not bring back is no other's. Pix takes 25 letters and digits. */
export const addInvoice = async (tx: Tx, company: number, i: NewInvoice, now: Date) =>
  (await tx.first<{ id: number; txid: string }>`
    insert into invoices (company_id, subscription_id, token, txid, amount_cents, credit_cents, option, due_date,
      expires_at, created_at)
    select ${company}, ${i.subscription}, ${i.token}, 'MO' || ${i.subscription}::bigint || 'N' || (select count(*) + 1
      from invoices where company_id = ${company} and subscription_id = ${i.subscription})
      || 'X' || app.mark_of(${i.token}::text, 8),
      ${i.amount}, ${i.credit}, ${i.option}, ${i.due_date}, ${i.expires_at}, ${now} returning id, txid`) as {
    id: number
    txid: string
  }
export const setPix = (tx: Tx, id: number, pix: string, expires: Date) =>
  tx.sql`update invoices set pix = ${pix}, expires_at = ${expires} where id = ${id}`
export interface LockedInvoice {
  id: number
  company_id: number
  subscription_id: number
  token: string
  txid: string
  amount: number
  credit: number
  option: PayOption
  status: 'aberta' | 'paga' | 'cancelada'
  due_date: string
}
export const lockInvoice = (tx: Tx, id: number) => tx.first<LockedInvoice>`
  select id, company_id, subscription_id, token, txid, amount_cents as amount, credit_cents as credit, option, status,
    due_date
  from invoices where id = ${id} for update`
export interface LockedSubscription {
  id: number
  plan_id: number
  extra_products: number
  extra_sellers: number
  option: PayOption
  status: string
  amount: number
  discount: number
  billing_email: string
  billing_name: string
  deactivate: Choice
  proposal_id: number | null
  /** The code of its coupon; '' without one. */
  coupon: string
}
export const lockSubscription = (tx: Tx, id: number) => tx.first<LockedSubscription>`
  select id, plan_id, extra_products, extra_sellers, option, status, amount_cents as amount,
  discount_cents as discount, billing_email, billing_name, deactivate, proposal_id,
  coalesce((select code from coupons c where c.id = coupon_id), '') as coupon
  from subscriptions where id = ${id} for update`
export const markPaid = (
  tx: Tx,
  id: number,
  p: { at: Date; by: string; from: string; until: string; worth: number },
) => tx.sql`
  update invoices set status = 'paga', worth_cents = ${p.worth}, paid_at = ${p.at}, confirmed_by = ${p.by},
  covers_from = ${p.from}, covers_until = ${p.until} where id = ${id}`
/** This subscription holds from now on, and its periods end on the day `anchor` of the month; the one before it is replaced,
 * and what it still asked for is cancelled. */
export async function activate(tx: Tx, company: number, id: number, anchor: number, now: Date): Promise<void> {
  await tx.sql`update invoices set status = 'cancelada' where company_id = ${company} and status = 'aberta'
    and subscription_id in (select id from subscriptions
      where company_id = ${company} and status = 'ativa' and id <> ${id})`
  await tx.sql`update subscriptions set status = 'trocada'
    where company_id = ${company} and status = 'ativa' and id <> ${id}`
  await tx.sql`update subscriptions set status = 'ativa', anchor_day = ${anchor}, activated_at = coalesce(activated_at, ${now})
    where company_id = ${company} and id = ${id}`
}
export interface PlanLimits extends Limits {
  plan_id: number
  admins: number
  clients: number
  files_mb: number
}
/** The company is paid for until then; with the limits of a plan when it is another one. A block by a person stays. */
export const openUntil = (tx: Tx, company: number, until: string, p: PlanLimits | null) => tx.sql`
  update companies set trial = false, valid_until = ${until}, ${
    p
      ? part`plan_id = ${p.plan_id}, max_products = ${p.products}, max_users_seller = ${p.sellers},
        max_price_tables = ${p.price_tables}, max_users_admin = ${p.admins}, max_users_client = ${p.clients},
        max_files_mb = ${p.files_mb},`
      : part``
  } version = version + 1 where id = ${company}`
export const cancelActive = async (tx: Tx, company: number, reason: string, now: Date) =>
  (
    await tx.first<{
      id: number
    }>`update subscriptions set status = 'cancelada', cancelled_at = ${now}, cancel_reason = ${reason}
    where company_id = ${company} and status in ('ativa', 'pendente') returning id`
  )?.id
/**
 * The company, for whoever changes what it pays for: one at a time reads what is paid, credited and
 * given and writes what becomes of it. Comes before every lock of an invoice or a subscription.
 */
export const lockStanding = (tx: Tx, company: number) => tx.first<Standing>`
  ${standing} where id = ${company} and deleted_at is null for no key update`
/** Keeps the money that came for a cancelled invoice; false when it is kept already. */
export const addCredit = async (
  tx: Tx,
  i: LockedInvoice,
  { amount, by, now }: { amount: number; by: string; now: Date },
) =>
  (
    await tx.sql`insert into credits (company_id, invoice_id, txid, amount_cents, at, confirmed_by)
      values (${i.company_id}, ${i.id}, ${i.txid}, ${amount}, ${now}, ${by})
    on conflict do nothing returning 1`
  ).length > 0
export const cancelInvoice = (tx: Tx, id: number) =>
  tx.sql`update invoices set status = 'cancelada' where id = ${id} and status = 'aberta'`
/** A renewal takes over the paid days of the subscription that it goes on from: they stay money for another plan. */
export const passPeriods = (tx: Tx, company: number, from: number, to: number, today: string) => tx.sql`
  update invoices set subscription_id = ${to} where company_id = ${company} and subscription_id = ${from}
    and status = 'paga' and covers_until > ${today}::date`
export const cancelInvoices = (tx: Tx, company: number) =>
  tx.sql`update invoices set status = 'cancelada' where company_id = ${company} and status = 'aberta'`

/** Notes what a payment service told; false when this event is known. */
export const addEvent = async (tx: Tx, e: { id: string; txid: string; amount: number; result: string; now: Date }) =>
  (
    await tx.sql`insert into payment_events (event_id, at, txid, amount_cents, result)
      values (${e.id}, ${e.now}, ${e.txid}, ${e.amount}, ${e.result}) on conflict do nothing returning 1`
  ).length > 0
export const setAmount = (tx: Tx, id: number, amount: number, discount: number) => tx.sql`
  update subscriptions set amount_cents = ${amount}, discount_cents = ${discount}, discount_why = case
  when ${discount} > 0 then 'forma de pagamento' else '' end where id = ${id}`

export interface NewRequest {
  company: number | null
  plan_id: number
  option: string
  extra_products: number
  extra_sellers: number
  amount: number
  discount: number
  coupon: string
  proposal_id: number | null
  description: string
  billing_name: string
  billing_document: string
  billing_email: string
  phone: string
  billing_address: Record<string, string>
  tracking: object
}
export const addRequest = async (tx: Tx, r: NewRequest, now: Date) =>
  (
    await tx.first<{ id: number }>`
    insert into subscription_requests (created_at, about_company, plan_id, option, extra_products, extra_sellers,
      amount_cents, discount_cents, coupon, proposal_id, description,
      billing_name, billing_document, billing_email, phone, billing_address, tracking)
    values (${now}, (select id from companies
      where id = ${r.company} and deleted_at is null), ${r.plan_id}, ${r.option}, ${r.extra_products},
      ${r.extra_sellers}, ${r.amount},
      ${r.discount}, ${r.coupon}, ${r.proposal_id}, ${r.description}, ${r.billing_name}, ${r.billing_document},
      ${r.billing_email}, ${r.phone}, ${r.billing_address},
      ${JSON.stringify(r.tracking)}::jsonb) returning id`
  )?.id as number
export const answerRequest = (tx: Tx, id: number, status: string, by: string, now: Date) => tx.sql`
  update subscription_requests set status = ${status}, answered_at = case
  when ${status} = 'atendido' then ${now}::timestamptz end,
    answered_by = case when ${status} = 'atendido' then ${by} else '' end where id = ${id}`
/** Keeps what a seller asks for; a second request of the same seller replaces the first. */
export const putAsk = (tx: Tx, company: number, user: number, form: AskForm, now: Date) => tx.sql`
  insert into subscription_asks (company_id, user_id, form, created_at)
  values (${company}, ${user}, ${JSON.stringify(form)}::jsonb, ${now})
  on conflict (company_id, user_id) do update set form = excluded.form, created_at = excluded.created_at`
export const dropAsk = async (tx: Tx, company: number, id: number) =>
  (await tx.sql`delete from subscription_asks where company_id = ${company} and id = ${id} returning id`).length > 0
export const dropOldAsks = (tx: Tx, before: Date) => tx.sql`delete from subscription_asks where created_at < ${before}`

// Money arrived: the invoice is paid once, its subscription holds, the company is open until
// then, what does not fit rests. Money for a cancelled invoice is credit; money that opens
// nothing is told to the operators.
import { queueMail, tellOperators } from '#features/mails/server/index.ts'
import type { Plan } from '#features/plans/contract.ts'
import { findPlan } from '#features/plans/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { addDays, daysBetween, showDay } from '#shared/day.ts'
import { Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { coverage, creditOf, daysLeft, limitsWith } from '../rules.ts'
import { invoiceHref, operatorHref } from './links.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

export type Confirmed = 'paga' | 'repetida' | 'outro_valor' | 'cancelada'
/** Marks the invoice paid when the amount is its own; the same payment again changes nothing. That of a company that was
 * deleted is cancelled by its money. Works inside the invoice's company. */
export async function confirm(
  kit: Kit,
  tx: Tx,
  invoice: { id: number; company_id: number },
  amount: number,
  by: string,
  now: Date,
): Promise<Confirmed> {
  const company = await w.lockStanding(tx, invoice.company_id)
  const i = await w.lockInvoice(tx, invoice.id)
  if (!i) throw new Refusal('not_found')
  if (i.status === 'paga') return 'repetida'
  if (i.status === 'cancelada') return keepAsCredit(kit, tx, i, amount, by, now)
  if (i.amount !== amount) return 'outro_valor'
  if (!company) {
    await w.cancelInvoices(tx, i.company_id)
    return keepAsCredit(kit, tx, i, amount, by, now)
  }
  await pay(kit, tx, company, i.id, by, now)
  return 'paga'
}
async function keepAsCredit(
  kit: Kit,
  tx: Tx,
  i: w.LockedInvoice,
  amount: number,
  by: string,
  now: Date,
): Promise<Confirmed> {
  if (!(await w.addCredit(tx, i, amount, by, now))) return 'repetida'
  const company = (await q.findInvoice(tx, i.id))?.company ?? ''
  await tellOperators(tx, {
    key: `credito-${i.token}`,
    template: 'credit',
    params: { company, amount: showCents(amount), txid: i.txid },
    href: operatorHref(kit),
  })
  return 'cancelada'
}
/** An invoice of a company that is locked is paid, by whom or what: its subscription holds, and its receipt says for how
 * long. */
export async function pay(kit: Kit, tx: Tx, c: q.Standing, invoice: number, by: string, now: Date): Promise<void> {
  const i = await w.lockInvoice(tx, invoice)
  if (!i) throw new Refusal('not_found')
  const { from, until, worth, subscription: s } = await settle(tx, c, i, now)
  await w.markPaid(tx, i.id, { at: now, by, from, until, worth })
  if (i.amount + i.credit === 0) return
  await queueMail(tx, i.company_id, {
    key: `pago-${i.token}`,
    to: s.billing_email,
    template: 'paid',
    params: { company: c.name, amount: showCents(i.amount + i.credit), until: showDay(until) },
    rows: [
      ['Valor', showCents(i.amount + i.credit)],
      ['Identificação', i.txid],
      ['Em nome de', s.billing_name],
    ],
    href: invoiceHref(kit, i.token),
  })
}
/**
 * Makes a subscription hold; no day that was paid or given is lost. Where it goes on, or is
 * the first, the paid time begins when the days that are there end. Where it takes another's place, the other's paid
 * days are money for this one, and days that nobody paid for are added at the end.
 */
async function settle(tx: Tx, c: q.Standing, i: w.LockedInvoice, now: Date) {
  const s = await w.lockSubscription(tx, i.subscription_id)
  const plan = s && (await findPlan(tx, s.plan_id))
  if (!s || !plan) throw new Refusal('not_found')
  const today = dayIn(c.time_zone, now)
  const days = Math.max(0, daysBetween(today, c.valid_until))
  const before = c.trial ? undefined : await q.findBefore(tx, c.id, today)
  const goesOn = before?.id === s.id
  // A subscription that costs nothing has no use for money: the days stay days.
  const replaced = before && !goesOn && s.amount > 0 ? await q.findPaid(tx, c.id, before.id, today) : null
  const given = replaced ? Math.max(0, days - daysLeft(replaced, today)) : 0
  const from = replaced ? today : addDays(today, days)
  // What was promised with the invoice holds, also when fewer days are left of the old plan by now.
  const worth = Math.max(s.amount, i.amount + i.credit + creditOf(replaced ?? [], today))
  const until = coverage(from, s.option, s.amount, worth).until
  await w.activate(tx, c.id, s.id, now)
  // Whoever goes on keeps the limits that there are: an operator may have given more, the plan may hold less by now.
  await w.openUntil(tx, c.id, addDays(until, given), goesOn ? null : await applyPlan(tx, c.id, s, plan))
  return { from, until, worth, subscription: s }
}
/** What the plan holds with the extras that are bought; what does not fit rests, as was chosen. */
async function applyPlan(tx: Tx, company: number, s: w.LockedSubscription, plan: Plan): Promise<w.PlanLimits> {
  const limits = limitsWith(plan, { products: s.extra_products, sellers: s.extra_sellers })
  if (s.deactivate.products) await w.restProducts(tx, company, limits.products, s.deactivate.products)
  if (s.deactivate.keep_sellers) await w.restSellers(tx, company, s.deactivate.keep_sellers)
  if (s.deactivate.price_tables) await w.dropTables(tx, company, limits.price_tables)
  return { plan_id: plan.id, ...limits, admins: plan.admins, clients: plan.clients }
}

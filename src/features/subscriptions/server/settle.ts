// An invoice is paid: its subscription holds, the company is good until then, what does not fit the plan rests.
import { queueMail } from '#features/mails/server/index.ts'
import type { Plan } from '#features/plans/contract.ts'
import { findPlan } from '#features/plans/server/index.ts'
import { trustedMoment } from '#server/clock-watch.ts'
import { dayIn } from '#server/clock.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { addDays, daysBetween, showDay } from '#shared/day.ts'
import { Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { anchorOf, coverage, creditOf, daysLeft, isRenewal, limitsWith } from '../rules.ts'
import { invoiceHref } from './links.ts'
import * as q from './queries.ts'
import * as excess from './excess/writes.ts'
import * as w from './writes.ts'

/** An invoice of a company that is locked is paid, by whom or what: its subscription holds, and its receipt says for how
 * long. Its days cannot be taken back: while the clock is not believed, the last believed moment dates them. */
export async function pay(kit: Kit, tx: Tx, c: q.Standing, invoice: number, by: string, read: Date): Promise<void> {
  const now = await trustedMoment(tx, kit.pool, read)
  const i = await w.lockInvoice(tx, invoice)
  if (!i) throw new Refusal('not_found')
  const { from, until, worth, subscription: s, rests } = await settle(tx, c, i, now)
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
      ...rests.map(({ what, many }): [string, string] => [`Ficaram inativos: ${what}`, many.toLocaleString('pt-BR')]),
    ],
    href: invoiceHref(kit, i.token),
  })
}
/**
 * Makes a subscription hold; no day that was paid or given is lost. Where it goes on, or is
 * the first, the paid time begins when the days that are there end. Where it takes another's place, the other's paid
 * days are money for this one, by what they are worth today, and days that nobody paid for are added at the end.
 */
async function settle(tx: Tx, c: q.Standing, i: w.LockedInvoice, now: Date) {
  const s = await w.lockSubscription(tx, i.subscription_id)
  const plan = s && (await findPlan(tx, s.plan_id))
  if (!s || !plan) throw new Refusal('not_found')
  const today = dayIn(c.time_zone, now)
  const days = Math.max(0, daysBetween(today, c.valid_until))
  const before = c.trial ? undefined : await q.findBefore(tx, c.id, today)
  const goesOn = before !== undefined && (before.id === s.id || isRenewal(before, s))
  if (goesOn && before.id !== s.id) await w.passPeriods(tx, c.id, before.id, s.id, today)
  // A subscription that costs nothing has no use for money: the days stay days.
  const replaced = before && !goesOn && s.amount > 0 ? await q.findPaid(tx, c.id, before.id, today) : null
  const given = replaced ? Math.max(0, days - daysLeft(replaced, today)) : 0
  // Paid in time, also on the working day after a weekend, a period begins where the last one ended.
  const from = replaced ? today : today <= c.open_until ? c.valid_until : today
  const worth = i.amount + i.credit + creditOf(replaced ?? [], today)
  // The anchor holds while periods join: one that is paid late begins elsewhere, also on the last day of a short month.
  const anchor = anchorOf(from, goesOn && from === c.valid_until ? before.anchor_day : null)
  const until = coverage(from, s.option, s.amount, worth, anchor)
  await w.activate(tx, c.id, s.id, anchor, now)
  // Whoever goes on keeps the limits that there are: an operator may have given more, the plan may hold less by now.
  const applied = goesOn ? null : await applyPlan(tx, c.id, s, plan)
  await w.openUntil(tx, c.id, addDays(until, given), applied?.limits ?? null)
  if (applied) await excess.wakeSignIns(tx, c.id)
  return { from, until, worth, subscription: s, rests: applied?.rests ?? [] }
}
interface Rest {
  what: string
  many: number
}
/** What the plan holds with the extras that are bought. Usage is measured at payment: what does not fit by now rests, as
 * was chosen, else the oldest products and the newest people. */
async function applyPlan(
  tx: Tx,
  company: number,
  s: w.LockedSubscription,
  plan: Plan,
): Promise<{ limits: w.PlanLimits; rests: Rest[] }> {
  const limits = limitsWith(plan, { products: s.extra_products, sellers: s.extra_sellers })
  // Before the rows are counted: an insert that began under the old limits is seen.
  await lockCompany(tx, company)
  const { products = 'oldest', keep_sellers, keep_admins, clients = 'newest' } = s.deactivate
  const people = (level: 1 | 2, most: number, keep: number[] | undefined) =>
    excess.restPeople(tx, company, { level, most: Math.min(most, keep?.length ?? most), keep: keep ?? [] })
  const rests = [
    { what: 'produtos', many: await excess.restProducts(tx, company, limits.products, products) },
    { what: 'vendedores', many: await people(2, limits.sellers, keep_sellers) },
    { what: 'administradores', many: await people(1, plan.admins, keep_admins) },
    { what: 'acessos de clientes', many: await excess.restSignIns(tx, company, plan.clients, clients) },
  ]
  await excess.dropTables(tx, company, limits.price_tables)
  return {
    limits: { plan_id: plan.id, ...limits, admins: plan.admins, clients: plan.clients, files_mb: plan.files_mb },
    rests: rests.filter((r) => r.many > 0),
  }
}

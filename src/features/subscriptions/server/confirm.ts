// Money arrived: the invoice is paid once, its subscription holds, the company is open until then, what does not fit rests.
import { showDay } from '#shared/day.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { findPlan } from '#features/plans/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { coverage, limitsWith } from '../rules.ts'
import * as q from './queries.ts'
import { invoiceHref } from './subscribe.ts'
import * as w from './writes.ts'

export type Confirmed = 'paga' | 'repetida' | 'outro_valor' | 'cancelada'
/** Marks the invoice paid when the amount is its own; the same payment again changes nothing. Works inside the invoice's company. */
export async function confirm(kit: Kit, tx: Tx, invoice: number, amount: number, by: string, now: Date): Promise<Confirmed> {
  const i = await w.lockInvoice(tx, invoice)
  if (!i) throw new Refusal('not_found')
  if (i.status === 'paga') return 'repetida'
  if (i.status === 'cancelada') return 'cancelada'
  if (i.amount !== amount) return 'outro_valor'
  const { from, until, subscription: s, company: c } = await settle(tx, i.company_id, i.subscription_id, 0, now)
  await w.markPaid(tx, i.id, { at: now, by, from, until, worth: Math.max(i.amount, s.amount) })
  await queueMail(tx, i.company_id, {
    key: `pago-${i.token}`,
    to: s.billing_email,
    template: 'paid',
    params: { company: c.name, amount: showCents(i.amount), until: showDay(until) },
    rows: [
      ['Valor', showCents(i.amount)],
      ['Identificação', i.txid],
      ['Em nome de', s.billing_name],
    ],
    href: invoiceHref(kit, i.token),
  })
  return 'paga'
}
/** Makes a subscription hold from today, or from the end of what is paid when it goes on; answers the days it covers, with both rows. */
export async function settle(tx: Tx, company: number, subscription: number, credit: number, now: Date) {
  const s = await w.lockSubscription(tx, subscription)
  const c = await q.findStanding(tx, company)
  const plan = s && (await findPlan(tx, s.plan_id))
  if (!s || !c || !plan) throw new Refusal('not_found')
  const today = dayIn(c.time_zone, now)
  // A renewal goes on where the paid time ends; so does the first payment of a company whose time an operator had given.
  const replaces = s.status === 'pendente' && (c.trial || (await q.findSubscription(tx, company, false)) !== undefined)
  const goesOn = !replaces && c.valid_until > today
  const from = goesOn ? c.valid_until : today
  const { until } = coverage(from, s.option, s.amount, credit)
  await w.activate(tx, company, subscription, now)
  const limits = limitsWith(plan, { products: s.extra_products, sellers: s.extra_sellers })
  if (s.deactivate.products) await w.restProducts(tx, company, limits.products, s.deactivate.products)
  if (s.deactivate.keep_sellers) await w.restSellers(tx, company, s.deactivate.keep_sellers)
  if (s.deactivate.price_tables) await w.dropTables(tx, company, limits.price_tables)
  await w.applyPlan(tx, company, { plan_id: plan.id, ...limits, admins: plan.admins, clients: plan.clients, until })
  return { from, until, subscription: s, company: c }
}

// Money arrived: the invoice is paid once. Money for a cancelled invoice, a blocked company or an offer that has ended
// is credit; money that opens nothing is told to the operators.
import { queueMail, tellOperators } from '#features/mails/server/index.ts'
import { trustedMoment } from '#server/clock-watch.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { bill } from './invoices.ts'
import { operatorHref } from './links.ts'
import { reprice } from './offers.ts'
import * as q from './queries.ts'
import { pay } from './settle.ts'
import * as w from './writes.ts'

export type Confirmed = 'paga' | 'repetida' | 'outro_valor' | 'cancelada'
interface Money {
  amount: number
  by: string
  now: Date
}
/** Marks the invoice paid when the amount is its own; the same payment again changes nothing. That of a company that was
 * deleted or blocked is cancelled by its money. Works inside the invoice's company. A clock that is not believed dates
 * nothing: the last believed moment does. */
export async function confirm(
  kit: Kit,
  tx: Tx,
  invoice: { id: number; company_id: number },
  paid: Money,
): Promise<Confirmed> {
  const money = { ...paid, now: await trustedMoment(tx, kit.pool, paid.now) }
  const company = await w.lockStanding(tx, invoice.company_id)
  const i = await w.lockInvoice(tx, invoice.id)
  if (!i) throw new Refusal('not_found')
  if (i.status === 'paga') return 'repetida'
  if (i.status === 'cancelada') return keepAsCredit(kit, tx, i, money)
  if (i.amount !== money.amount) return 'outro_valor'
  if (!company) {
    await w.cancelInvoices(tx, i.company_id)
    return keepAsCredit(kit, tx, i, money)
  }
  // Only what lack of money closed, money opens.
  if (company.is_blocked) {
    await w.cancelInvoice(tx, i.id)
    return keepAsCredit(kit, tx, i, money)
  }
  const s = await w.lockSubscription(tx, i.subscription_id)
  if (s?.status === 'pendente' && i.due_date < dayIn(company.time_zone, money.now))
    return payEndedOffer(kit, tx, company, i, s, money)
  await pay(kit, tx, company, i.id, money.by, money.now)
  return 'paga'
}
/** An offer that has ended is worked out with today's price, discount and credit. The plan begins when the money is
 * enough for that; the money, or what is left of it, is credit. */
async function payEndedOffer(
  kit: Kit,
  tx: Tx,
  c: q.Standing,
  i: w.LockedInvoice,
  s: w.LockedSubscription,
  money: Money,
): Promise<Confirmed> {
  await w.cancelInvoice(tx, i.id)
  await w.addCredit(tx, i, money)
  const { price, charge } = await reprice(tx, c, s, money.now)
  const begins = (await q.findCredit(tx, c.id)) >= charge
  if (begins) {
    await w.setAmount(tx, s.id, price.total, price.full - price.total)
    const due_date = dayIn(c.time_zone, money.now)
    await bill(
      kit,
      tx,
      c,
      { subscription: s.id, due: charge, option: s.option, due_date, email: s.billing_email },
      money.now,
    )
  } else await w.dropPending(tx, c.id, money.now)
  if (!begins || (await q.findCredit(tx, c.id)) > 0) await tellCredit(kit, tx, i, money)
  return begins ? 'paga' : 'cancelada'
}
async function keepAsCredit(kit: Kit, tx: Tx, i: w.LockedInvoice, money: Money): Promise<Confirmed> {
  if (!(await w.addCredit(tx, i, money))) return 'repetida'
  await tellCredit(kit, tx, i, money)
  return 'cancelada'
}
/** Operators and payer read that the money is credit. */
async function tellCredit(kit: Kit, tx: Tx, i: w.LockedInvoice, { amount }: Money): Promise<void> {
  const company = (await q.findInvoice(tx, i.id))?.company ?? ''
  const params = { company, amount: showCents(amount), txid: i.txid }
  await tellOperators(tx, { key: `credito-${i.token}`, template: 'credit', params, href: operatorHref(kit) })
  const s = await w.lockSubscription(tx, i.subscription_id)
  if (s)
    await queueMail(tx, i.company_id, {
      key: `guardado-${i.token}`,
      to: s.billing_email,
      template: 'kept',
      params,
      href: `${kit.config.publicUrl}/session/assinar`,
    })
}

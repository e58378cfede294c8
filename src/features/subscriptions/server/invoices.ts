// How a company is asked for money: its credit pays first, the rest is an invoice with a Pix code, or nothing at all.
import { randomBytes } from 'node:crypto'
import { askConfirmation, queueMail } from '#features/mails/server/index.ts'
import { findPlatform } from '#features/plans/server/index.ts'
import type { PayOption } from '#features/plans/rules.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { pixCode } from '../pix.ts'
import { isPix } from '../rules.ts'
import { invoiceHref } from './links.ts'
import { findCredit, type Standing } from './queries.ts'
import { pay } from './settle.ts'
import * as w from './writes.ts'

/** How long a Pix code is shown before it is made anew. */
export const PIX_HOLDS = 3 * 86_400_000

interface Bill {
  subscription: number
  /** Cents that are still to pay, before the company's credit. */
  due: number
  option: PayOption
  due_date: string
  email: string
}
/** Asks a company that is locked for money; where nothing is left to pay the subscription holds at once. Answers the
 * invoice. */
export async function bill(
  kit: Kit,
  tx: Tx,
  company: Standing,
  b: Bill,
  now: Date,
): Promise<{ token: string; amount: number }> {
  const credit = Math.min(b.due, await findCredit(tx, company.id))
  const amount = b.due - credit
  const token = randomBytes(18).toString('base64url')
  const expires = new Date(now.getTime() + PIX_HOLDS)
  const { id, txid } = await w.addInvoice(
    tx,
    company.id,
    {
      subscription: b.subscription,
      token,
      amount,
      credit,
      option: b.option,
      due_date: b.due_date,
      expires_at: expires,
    },
    now,
  )
  if (amount === 0) {
    await pay(kit, tx, company, id, 'crédito', now)
    return { token, amount }
  }
  const platform = await findPlatform(tx)
  if (isPix(b.option) && platform.pix_key) await w.setPix(tx, id, pixCode(platform, amount, txid), expires)
  await queueMail(tx, company.id, {
    key: `cobranca-${token}`,
    to: b.email,
    template: 'invoice',
    params: { company: company.name, amount: showCents(amount), due: showDay(b.due_date) },
    href: invoiceHref(kit, token),
  })
  await askConfirmation(kit, tx, { company: company.id, now }, [b.email])
  return { token, amount }
}

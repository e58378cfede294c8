// A request to subscribe becomes a pending subscription with one invoice. Amounts are computed here, whatever was sent.
import { addDays, showDay } from '#shared/day.ts'
import { randomBytes } from 'node:crypto'
import { decideOffer, findPlan, findPlatform, useCoupon } from '#features/plans/server/index.ts'
import { type PayOption, priceOf, type Extras } from '#features/plans/rules.ts'
import type { ProposalTerms } from '#features/proposals/rules.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { dayIn, HOME_ZONE } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { isPhone, phoneDigits } from '#shared/phone.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { Said } from '#shared/sentence.ts'
import type { subscribe } from '../contract.ts'
import { pixCode } from '../pix.ts'
import { coverage, creditOf, fits, isPix, limitsWith, overBy } from '../rules.ts'
import { settle } from './confirm.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

export type Form = BodyOf<typeof subscribe>
/** How long a Pix code is shown before it is made anew. */
export const PIX_HOLDS = 3 * 86_400_000
const newInvoiceToken = () => randomBytes(18).toString('base64url')

/** What is wrong with the form, whoever sends it. */
function checked(form: Form, today: string) {
  const errors: Record<string, Said> = {}
  if (form.frequency !== 'monthly') errors.frequency = 'A assinatura é sempre mensal (monthly).'
  const email = form.billing_email.toLowerCase()
  if (!EMAIL.test(email)) errors.billing_email = 'E-mail inválido.'
  const document = bareDocument(form.billing_document)
  const issue = documentIssue(document, { cpf: true, cnpj: true })
  if (issue) errors.billing_document = issue
  const phone = phoneDigits(form.phone ?? '')
  if (phone && !isPhone(phone)) errors.phone = 'Faltou o DDD no telefone. Ex.: (11) 91234-5678.'
  const extras: Extras = { products: form.extra_products ?? 0, sellers: form.extra_sellers ?? 0 }
  if (extras.products < 0 || extras.products > 1000) errors.extra_products = 'Informe um número entre 0 e 1.000.'
  if (extras.sellers < 0 || extras.sellers > 1000) errors.extra_sellers = 'Informe um número entre 0 e 1.000.'
  const best_day_due = form.best_day_due ?? Math.min(28, Number(today.slice(8)))
  if (best_day_due < 1 || best_day_due > 28) errors.best_day_due = 'Escolha um dia de 1 a 28.'
  const due_date = form.due_date ?? addDays(today, 3)
  if (due_date < today || due_date > addDays(today, 30)) errors.due_date = 'Escolha um vencimento nos próximos 30 dias.'
  if (Object.keys(errors).length) throw invalid(errors)
  return { email, document, phone, extras, best_day_due, due_date }
}
/** What the request will cost, without storing anything; also who asks for an unknown company is answered by it. */
export async function quote(tx: Tx, company: number | null, form: Form, proposal: ProposalTerms | null, now: Date) {
  // A proposal's prices hold while it does, also when the plan costs something else by now.
  const found = await findPlan(tx, proposal?.plan.id ?? form.plan_id)
  if (!found?.active) throw invalid({ plan_id: 'Escolha um plano da lista.' })
  const plan = { ...found, ...proposal?.plan }
  const option: PayOption = form.option ?? 'mensal'
  const extras: Extras = proposal ? proposal.extras : { products: form.extra_products ?? 0, sellers: form.extra_sellers ?? 0 }
  const { offer } = await decideOffer(tx, company, form.desconto ?? '', now)
  const holds = offer && (offer.plan_id === null || offer.plan_id === plan.id) ? offer : null
  const price = priceOf(plan, extras, option, holds)
  return { plan, option, extras, offer: holds, price }
}
export interface Made {
  invoice: string | null
  amount: number
  discount: number
}
/** Stores it in the company that the transaction works in; a credit that covers everything activates it at once.
 * `decides`: the sender is asked what rests when the plan is smaller than what is used. */
export async function makeSubscription(kit: Kit, tx: Tx, company: number, form: Form, proposal: ProposalTerms | null, now: Date, decides = true): Promise<Made> {
  const c = await q.findStanding(tx, company)
  if (!c) throw new Refusal('not_found')
  const today = dayIn(c.time_zone, now)
  const f = checked(form, today)
  const { plan, option, extras, offer, price } = await quote(tx, company, form, proposal, now)
  const limits = limitsWith(plan, extras)
  const over = overBy(await q.findUsed(tx, company), limits)
  const choice = form.deactivate ?? {}
  const undecided = (over.products > 0 && !choice.products) || (over.sellers > 0 && !choice.keep_sellers) || (over.price_tables > 0 && !choice.price_tables)
  if (decides && !fits(over) && undecided) throw new Refusal('over_limit', { over, plan: plan.name, sellers: await q.findActiveSellers(tx, company) })
  if (choice.keep_sellers && choice.keep_sellers.length > limits.sellers)
    throw invalid({ 'deactivate.keep_sellers': { text: 'Escolha até {n} vendedores.', values: { n: limits.sellers } } })
  if (offer?.coupon && !(await useCoupon(tx, offer.coupon))) throw invalid({ desconto: 'Este cupom acabou de se esgotar.' })
  const current = await q.findSubscription(tx, company, false)
  const credit = current && !c.trial ? creditOf((await q.findPaid(tx, company)) ?? null, today) : 0
  const { charge } = coverage(today, option, price.total, credit)
  const id = await w.addSubscription(
    tx,
    company,
    {
      plan_id: plan.id,
      extra_products: extras.products,
      extra_sellers: extras.sellers,
      option,
      amount: price.total,
      discount: price.full - price.total,
      discount_why: [offer?.why, price.off_option > 0 && 'forma de pagamento'].filter(Boolean).join(' + '),
      description: form.description ?? '',
      billing_name: form.billing_name,
      billing_document: f.document,
      billing_email: f.email,
      phone: f.phone,
      billing_address: {
        street: form.billing_address_street ?? '',
        number: form.number ?? '',
        complement: form.complement ?? '',
        district: form.district ?? '',
        city: form.city ?? '',
        state: form.state ?? '',
        postal_code: form.postal_code ?? '',
      },
      seller_id: form.seller_id ?? null,
      due_date: f.due_date,
      best_day_due: f.best_day_due,
      tracking: form.tracking ?? {},
      proposal_id: proposal?.id ?? null,
      deactivate: choice,
    },
    now,
  )
  const result = { amount: charge, discount: price.full - price.total }
  if (charge === 0) {
    // The days that were left pay for it: it holds now, and its receipt says for how long.
    const { from, until } = await settle(tx, company, id, credit, now)
    const token = await openInvoice(tx, company, { subscription: id, amount: 0, option, due_date: today }, now)
    const made = await q.findInvoiceByToken(tx, token)
    await w.markPaid(tx, made?.id ?? 0, { at: now, by: 'crédito', from, until, worth: credit })
    return { ...result, invoice: token }
  }
  const token = await openInvoice(tx, company, { subscription: id, amount: charge, option, due_date: f.due_date }, now)
  await queueMail(tx, company, {
    key: `cobranca-${token}`,
    to: f.email,
    template: 'invoice',
    params: { company: c.name, amount: showCents(charge), due: showDay(f.due_date) },
    href: invoiceHref(kit, token),
  })
  return { ...result, invoice: token }
}
export const invoiceHref = (kit: Kit, token: string) => `${kit.config.publicUrl}/session/assinar?cobranca=${token}`
/** An invoice with its Pix code, where Pix is the way and the platform has a key; answers its token. */
export async function openInvoice(tx: Tx, company: number, i: { subscription: number; amount: number; option: PayOption; due_date: string }, now: Date): Promise<string> {
  const token = newInvoiceToken()
  const expires = new Date(now.getTime() + PIX_HOLDS)
  const { id, txid } = await w.addInvoice(tx, company, { ...i, token, expires_at: expires }, now)
  const platform = await findPlatform(tx)
  if (isPix(i.option) && platform.pix_key && i.amount > 0) await w.setPix(tx, id, pixCode(platform, i.amount, txid), expires)
  return token
}
/** A signed-out form is checked like any other before anything is said. */
export const checkForm = (form: Form, now: Date) => checked(form, dayIn(HOME_ZONE, now))

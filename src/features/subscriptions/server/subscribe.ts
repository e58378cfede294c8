// A request to subscribe becomes a pending subscription with one invoice. Amounts are computed here, whatever was sent.
import { addDays } from '#shared/day.ts'
import { findOffers, findPlan, findUsed, useCoupon } from '#features/plans/server/index.ts'
import { type PayOption, priceOf, type Extras } from '#features/plans/rules.ts'
import type { ProposalTerms } from '#features/proposals/rules.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { Said } from '#shared/sentence.ts'
import type { subscribe } from '../contract.ts'
import { coverage, creditOf, fits, limitsWith, overBy } from '../rules.ts'
import { bill } from './invoices.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

type Form = BodyOf<typeof subscribe>

/** What is wrong with the form, whoever sends it. */
export function checked(form: Form, today: string) {
  const errors: Record<string, Said> = {}
  if (form.frequency !== 'monthly') errors.frequency = 'A assinatura é sempre mensal (monthly).'
  const email = form.billing_email.toLowerCase()
  if (!EMAIL.test(email)) errors.billing_email = 'E-mail inválido.'
  const document = bareDocument(form.billing_document)
  const issue = documentIssue(document, { cpf: true, cnpj: true })
  if (issue) errors.billing_document = issue
  const phone = phoneDigits(form.phone ?? '')
  const wrong = phoneIssue(form.phone ?? '')
  if (wrong) errors.phone = wrong
  const extras: Extras = { products: form.extra_products ?? 0, sellers: form.extra_sellers ?? 0 }
  if (extras.products < 0 || extras.products > 1000) errors.extra_products = 'Informe um número entre 0 e 1.000.'
  if (extras.sellers < 0 || extras.sellers > 1000) errors.extra_sellers = 'Informe um número entre 0 e 1.000.'
  const best_day_due = form.best_day_due ?? Math.min(28, Number(today.slice(8)))
  if (best_day_due < 1 || best_day_due > 28) errors.best_day_due = 'Escolha um dia de 1 a 28.'
  const due_date = form.due_date ?? addDays(today, 3)
  if (due_date < today || due_date > addDays(today, 30)) errors.due_date = 'Escolha um vencimento nos próximos 30 dias.'
  if (Object.keys(errors).length) throw invalid(errors)
  const address = {
    street: form.billing_address_street ?? '',
    number: form.number ?? '',
    complement: form.complement ?? '',
    district: form.district ?? '',
    city: form.city ?? '',
    state: form.state ?? '',
    postal_code: form.postal_code ?? '',
  }
  return { email, document, phone, extras, best_day_due, due_date, address }
}
/** What the request will cost, without storing anything; also who asks for an unknown company is answered by it. */
export async function quote(tx: Tx, company: number | null, form: Form, proposal: ProposalTerms | null, now: Date) {
  // A proposal's prices hold while it does, also when the plan costs something else or is off sale by now.
  const found = await findPlan(tx, proposal?.plan.id ?? form.plan_id)
  if (!found || !(found.active || proposal)) throw invalid({ plan_id: 'Escolha um plano da lista.' })
  const plan = { ...found, ...proposal?.plan }
  const option: PayOption = form.option ?? 'mensal'
  const extras: Extras = proposal
    ? proposal.extras
    : { products: form.extra_products ?? 0, sellers: form.extra_sellers ?? 0 }
  const { offers } = await findOffers(tx, company, form.desconto ?? '', now)
  return { plan, option, extras, price: priceOf(plan, extras, option, offers) }
}
export interface Made {
  invoice: string
  amount: number
  discount: number
}
/** Stores it in the company that the transaction works in; a credit that covers everything activates it at once. */
export async function makeSubscription(
  kit: Kit,
  tx: Tx,
  company: number,
  form: Form,
  proposal: ProposalTerms | null,
  now: Date,
): Promise<Made> {
  const c = await w.lockStanding(tx, company)
  if (!c) throw new Refusal('not_found')
  const today = dayIn(c.time_zone, now)
  const f = checked(form, today)
  const { plan, option, extras, price } = await quote(tx, company, form, proposal, now)
  const { offer } = price
  const limits = limitsWith(plan, extras)
  const over = overBy(await findUsed(tx, company), limits)
  const choice = form.deactivate ?? {}
  const undecided =
    (over.products > 0 && !choice.products) ||
    (over.sellers > 0 && !choice.keep_sellers) ||
    (over.price_tables > 0 && !choice.price_tables)
  if (!fits(over) && undecided)
    throw new Refusal('over_limit', { over, plan: plan.name, sellers: await q.findActiveSellers(tx, company) })
  if (choice.keep_sellers && choice.keep_sellers.length > limits.sellers)
    throw invalid({ 'deactivate.keep_sellers': { text: 'Escolha até {n} vendedores.', values: { n: limits.sellers } } })
  // The one that waited gives its coupon back first.
  await w.dropPending(tx, company, now)
  const coupon_id = offer?.coupon ? await useCoupon(tx, offer.coupon) : null
  if (coupon_id === undefined) throw invalid({ desconto: 'Este cupom acabou de se esgotar.' })
  const before = c.trial ? undefined : await q.findBefore(tx, company, today)
  const credit = before ? creditOf(await q.findPaid(tx, company, before.id, today), today) : 0
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
      billing_address: f.address,
      seller_id: form.seller_id ?? null,
      due_date: f.due_date,
      best_day_due: f.best_day_due,
      tracking: form.tracking ?? {},
      proposal_id: proposal?.id ?? null,
      coupon_id,
      deactivate: choice,
    },
    now,
  )
  const { token, amount } = await bill(
    kit,
    tx,
    c,
    { subscription: id, due: charge, option, due_date: charge === 0 ? today : f.due_date, email: f.email },
    now,
  )
  return { invoice: token, amount, discount: price.full - price.total }
}

// A request to subscribe becomes a pending subscription with one invoice. Amounts are computed here, whatever was sent.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { findPlan, findPlatform, findUsed, useCoupon } from '#features/plans/server/index.ts'
import type { Extras, PayOption } from '#features/plans/rules.ts'
import type { ProposalTerms } from '#features/proposals/rules.ts'
import { takeProposal } from '#features/proposals/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { Said } from '#shared/sentence.ts'
import { askForm, type subscribe } from '../contract.ts'
import { limitsWith, overBy } from '../rules.ts'
import { bill } from './invoices.ts'
import { workOut } from './offers.ts'
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
/** What is wanted: the plan with its prices, extras and the way of paying. */
export async function readWanted(tx: Tx, form: Form, proposal: ProposalTerms | null) {
  // A proposal's prices hold while it does, also when the plan costs something else or is off sale by now.
  const found = await findPlan(tx, proposal?.plan.id ?? form.plan_id)
  if (!found || !(found.active || proposal)) throw invalid({ plan_id: 'Escolha um plano da lista.' })
  const plan = { ...found, ...proposal?.plan }
  const option: PayOption = form.option ?? 'mensal'
  const extras: Extras = proposal
    ? proposal.extras
    : { products: form.extra_products ?? 0, sellers: form.extra_sellers ?? 0 }
  return { plan, option, extras, coupon: form.desconto ?? '' }
}
/** "Fale com o Mostruário", with whom to talk to. */
export async function blockedRefusal(tx: Tx): Promise<Refusal> {
  const { consultant_name: name, consultant_phone: phone } = await findPlatform(tx)
  return new Refusal('company_blocked', { consultant: { name, phone } })
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
  if (c.is_blocked) throw await blockedRefusal(tx)
  const today = dayIn(c.time_zone, now)
  const f = checked(form, today)
  const wanted = await readWanted(tx, form, proposal)
  const { plan, option, extras } = wanted
  // The one that waited gives its coupon back first.
  await w.dropPending(tx, company, now)
  const { price, charge, renewal } = await workOut(tx, c, wanted, now)
  const { offer } = price
  const limits = limitsWith(plan, extras)
  const people = await q.countPeople(tx, company)
  const over = {
    ...overBy(await findUsed(tx, company), limits),
    admins: Math.max(0, people.admins - plan.admins),
    clients: Math.max(0, people.clients - plan.clients),
  }
  const choice = form.deactivate ?? {}
  const undecided =
    (over.products > 0 && !choice.products) ||
    (over.sellers > 0 && !choice.keep_sellers) ||
    (over.price_tables > 0 && !choice.price_tables) ||
    (over.admins > 0 && !choice.keep_admins) ||
    (over.clients > 0 && !choice.clients)
  if (!renewal && undecided)
    throw new Refusal('over_limit', {
      over,
      plan: plan.name,
      sellers: await q.findActiveSellers(tx, company),
      admins: await q.findActiveAdmins(tx, company),
      most_admins: plan.admins,
    })
  if (choice.keep_sellers && choice.keep_sellers.length > limits.sellers)
    throw invalid({ 'deactivate.keep_sellers': { text: 'Escolha até {n} vendedores.', values: { n: limits.sellers } } })
  if (choice.keep_admins && (choice.keep_admins.length < 1 || choice.keep_admins.length > plan.admins))
    throw invalid({
      'deactivate.keep_admins': { text: 'Escolha de 1 a {n} administradores.', values: { n: plan.admins } },
    })
  const coupon_id = offer?.coupon ? await useCoupon(tx, offer.coupon, company, f.document) : null
  if (coupon_id === undefined)
    throw invalid({
      desconto: 'Este cupom se esgotou ou já foi usado por este CPF ou CNPJ. Envie de novo sem o cupom.',
    })
  // Before the bill: one that credit pays begins at once, and uses the proposal up.
  if (proposal) await takeProposal(tx, proposal.token, company, now)
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
/** A seller's request waits for an admin of the company: nothing is chosen to rest, no credit is spent, no coupon used. */
export async function askAdmins(
  tx: Tx,
  who: { company: number; user: number },
  form: Form,
  proposal: ProposalTerms | null,
  now: Date,
) {
  const c = await q.findStanding(tx, who.company)
  if (!c) throw new Refusal('not_found')
  if (c.is_blocked) throw await blockedRefusal(tx)
  checked(form, dayIn(c.time_zone, now))
  const wanted = await readWanted(tx, form, proposal)
  const { price } = await workOut(tx, c, wanted, now)
  await w.putAsk(
    tx,
    who.company,
    who.user,
    z.encode(askForm, { ...form, plan_id: wanted.plan.id, option: wanted.option }),
    now,
  )
  return {
    status: 'pendente' as const,
    amount: price.total,
    discount_amount: price.full - price.total,
    invoice: null,
    message: 'Seu pedido espera um administrador da empresa. Até ele confirmar, nada muda e nada é cobrado.',
  }
}

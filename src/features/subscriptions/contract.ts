import * as z from 'zod/mini'
import { PAY_OPTIONS } from '#features/plans/rules.ts'
import { blank, cents, day, endpoint, id, json, moment, page, text, whole } from '#shared/wire.ts'

const option = z.enum(PAY_OPTIONS)
const status = z.enum(['pendente', 'ativa', 'atrasada', 'cancelada', 'trocada'])
const invoiceShape = z.object({
  id,
  token: z.string(),
  txid: z.string(),
  amount: cents,
  option,
  status: z.enum(['aberta', 'paga', 'cancelada']),
  due_date: z.string(),
  paid_at: z.nullable(moment),
  covers_from: z.nullable(z.string()),
  covers_until: z.nullable(z.string()),
  created_at: moment,
})
export type Invoice = z.output<typeof invoiceShape>
const subscriptionShape = z.object({
  id,
  status,
  plan_id: id,
  plan_name: z.string(),
  extra_products: z.int(),
  extra_sellers: z.int(),
  frequency: z.literal('monthly'),
  option,
  amount: cents,
  discount_amount: cents,
  discount_why: z.string(),
  description: z.string(),
  billing_name: z.string(),
  billing_document: z.string(),
  billing_email: z.string(),
  phone: z.string(),
  billing_address: z.record(z.string(), z.string()),
  due_date: z.string(),
  best_day_due: z.int(),
  tracking: z.record(z.string(), z.unknown()),
  created_at: moment,
  activated_at: z.nullable(moment),
  cancelled_at: z.nullable(moment),
})
export type Subscription = z.output<typeof subscriptionShape>
const used = z.object({ products: z.int(), sellers: z.int(), price_tables: z.int() })
const keptShape = z.object({
  files_mb: z.int(),
  max_files_mb: z.int(),
  cards: z.int(),
  max_cards: z.int(),
  categories: z.int(),
})
const choice = z.object({
  products: z.optional(z.enum(['oldest', 'unsold'])),
  keep_sellers: z.optional(z.array(id)),
  price_tables: z.optional(z.literal('first')),
  keep_admins: z.optional(z.array(id)),
  /** Whose sign-ins rest: of the newest cards, or of those whose last order is longest ago. */
  clients: z.optional(z.enum(['newest', 'idle'])),
})
export type Choice = z.output<typeof choice>

/** What a seller asks for, as typed. */
export const askForm = z.object({
  plan_id: id,
  option,
  extra_products: z.optional(z.int()),
  extra_sellers: z.optional(z.int()),
  billing_name: z.string(),
  billing_document: z.string(),
  billing_email: z.string(),
  phone: z.optional(z.string()),
  billing_address_street: z.optional(z.string()),
  number: z.optional(z.string()),
  complement: z.optional(z.string()),
  district: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  postal_code: z.optional(z.string()),
  desconto: z.optional(z.string()),
  proposta: z.optional(z.string()),
})
export type AskForm = z.input<typeof askForm>
const askShape = z.object({ id, who: z.string(), created_at: moment, plan_name: z.string(), form: askForm })
export type Ask = z.output<typeof askShape>

export const subscribe = endpoint('POST /api/v2/subscription/', {
  does: 'Pedir a assinatura. Valores são recalculados aqui; nada fica ativo antes do pagamento. De um vendedor fica um pedido que um administrador confirma; sem sessão fica um pedido para a operação e nada da empresa muda',
  levels: [0, 1, 2],
  anonymous: true,
  whileClosed: true,
  body: z.object({
    frequency: z.string(),
    plan_id: id,
    option: blank(option),
    extra_products: blank(whole),
    extra_sellers: blank(whole),
    description: z.optional(text(300)),
    billing_name: text(160, 2),
    billing_document: text(20),
    billing_email: text(254),
    phone: z.optional(text(20)),
    billing_address_street: z.optional(text(160)),
    number: z.optional(text(20)),
    complement: z.optional(text(80)),
    district: z.optional(text(80)),
    city: z.optional(text(80)),
    state: z.optional(text(40)),
    postal_code: z.optional(text(10)),
    amount: blank(cents),
    discount_amount: blank(cents),
    seller_id: blank(id),
    due_date: blank(day),
    best_day_due: blank(whole),
    desconto: blank(text(40)),
    proposta: blank(text(60)),
    tracking: z.optional(json(z.looseObject({}))),
    deactivate: z.optional(json(choice)),
    /** The seller's request that an admin confirms with this. */
    ask: blank(id),
  }),
  data: z.object({
    status: z.literal('pendente'),
    amount: cents,
    discount_amount: cents,
    invoice: z.nullable(z.string()),
    message: z.string(),
  }),
})
/** What the people of a company see of what it pays. */
export const readSubscription = endpoint('GET /api/v2/subscription/', {
  does: 'A assinatura da empresa, suas cobranças, quanto usa e o crédito dos dias que restam',
  levels: [0, 1],
  whileClosed: true,
  data: z.object({
    current: z.nullable(subscriptionShape),
    pending: z.nullable(subscriptionShape),
    invoices: z.array(invoiceShape),
    used,
    limits: used,
    space: keptShape,
    credit: cents,
    /** Of the credit, the money that is kept; a renewal takes only this. */
    kept: cents,
    /** What sellers ask for and an admin confirms or declines. */
    asks: z.array(askShape),
    /** By the operator: nothing can be paid. */
    blocked: z.boolean(),
    sellers: z.array(z.object({ id, name: z.string() })),
    valid_until: z.string(),
  }),
})
export const declineAsk = endpoint('DELETE /api/v2/subscription/asks/:id', {
  does: 'Recusar o pedido de assinatura de um vendedor',
  levels: [1],
  whileClosed: 'admin',
  params: z.object({ id }),
})
export const cancelSubscription = endpoint('POST /api/v2/subscription/cancel', {
  does: 'Cancelar: vale até o fim do que foi pago; nada é apagado antes de 30 dias depois',
  levels: [1],
  whileClosed: 'admin',
  body: z.object({ reason: z.optional(text(300)) }),
  data: subscriptionShape,
})
export const readInvoice = endpoint('GET /api/v2/invoices/:token', {
  does: 'Uma cobrança, para quem tem o link: código Pix enquanto aberta, recibo depois de paga',
  levels: 'anyone',
  params: z.object({ token: text(60, 20) }),
  data: z.object({
    ...invoiceShape.shape,
    company: z.string(),
    /** The company's: the reader of a link may have none. */
    time_zone: z.string(),
    plan_name: z.string(),
    pix: z.string(),
    /** The platform has a Pix key: a code can be made. */
    payable: z.boolean(),
    /** A request that was not paid until its due date: money that comes later is worked out by the prices of its day. */
    ended: z.boolean(),
    /** The company is blocked: nothing can be paid. */
    blocked: z.boolean(),
    /** After this moment the code is made anew. */
    expires_at: moment,
    now: moment,
    billing_name: z.string(),
    consultant: z.object({ name: z.string(), phone: z.string() }),
  }),
})
export type OpenInvoice = z.output<typeof readInvoice.options.data>
export const renewInvoice = endpoint('POST /api/v2/invoices/:token/renew', {
  does: 'Gerar de novo o código de uma cobrança vencida, com o mesmo valor',
  levels: 'anyone',
  params: z.object({ token: text(60, 20) }),
})
export const listSubscriptions = endpoint('GET /api/v2/subscriptions', {
  does: 'Assinaturas da plataforma, com a cobrança mais nova de cada uma',
  levels: [0],
  query: z.object({ ...page, status: blank(status), text: blank(z.string()) }),
  data: z.array(
    z.object({
      ...subscriptionShape.shape,
      /** `days`: how many the company is still good for; below 0, since how many it is not. */
      company: z.object({ id, name: z.string(), valid_until: z.nullable(z.string()), days: z.int() }),
      invoice: z.nullable(invoiceShape),
    }),
  ),
  list: true,
})
/** Of the operator's list, as one. */
export const readStanding = endpoint('GET /api/v2/subscriptions/standing', {
  does: 'Assinaturas por situação, quanto rendem por mês e o que está em aberto e vencido',
  levels: [0],
  data: z.object({
    /** What those that hold bring in a month; a prepaid year counts a twelfth. */
    monthly: cents,
    open: cents,
    /** Of what is open, past its day. */
    overdue: cents,
    /** Requests that were not paid until their due date, and what they came to: nothing of it is owed. */
    ended: z.int(),
    ended_amount: cents,
    counts: z.record(z.string(), z.int()),
  }),
})
export type Standing = z.output<typeof readStanding.options.data>
export const confirmInvoice = endpoint('POST /api/v2/subscriptions/invoices/:id/confirm', {
  does: 'O operador confirma que o dinheiro chegou; duas vezes é uma, outro valor é recusado, o de uma cobrança cancelada vira crédito',
  levels: [0],
  params: z.object({ id }),
  body: z.object({ amount: cents }),
  data: z.object({ result: z.enum(['paga', 'repetida', 'cancelada']), valid_until: z.string() }),
})
export const pixWebhook = endpoint('POST /api/v2/subscription/webhook', {
  does: 'O serviço de pagamento avisa que um Pix chegou (assinado, cada evento uma vez)',
  levels: 'anyone',
  signed: true,
  body: z.object({ event_id: text(100, 4), txid: text(35, 1), amount: cents }),
  data: z.object({ result: z.enum(['paga', 'repetida', 'outro_valor', 'desconhecida', 'cancelada']) }),
})
const requestStatus = z.enum(['novo', 'atendido'])
/** What somebody asked for without a session. */
const requestShape = z.object({
  id,
  created_at: moment,
  status: requestStatus,
  /** The company that was named, where there is one. */
  company: z.nullable(z.object({ id, name: z.string() })),
  plan_name: z.string(),
  option,
  extra_products: z.int(),
  extra_sellers: z.int(),
  amount: cents,
  discount_amount: cents,
  coupon: z.string(),
  description: z.string(),
  billing_name: z.string(),
  billing_document: z.string(),
  billing_email: z.string(),
  phone: z.string(),
  billing_address: z.record(z.string(), z.string()),
  tracking: z.record(z.string(), z.unknown()),
  answered_at: z.nullable(moment),
  answered_by: z.string(),
})
export type SubscriptionRequest = z.output<typeof requestShape>
export const listRequests = endpoint('GET /api/v2/subscription_requests', {
  does: 'Pedidos de assinatura feitos sem sessão, o mais novo primeiro',
  levels: [0],
  query: z.object({ ...page, status: blank(requestStatus) }),
  data: z.array(requestShape),
  list: true,
})
export const answerRequest = endpoint('POST /api/v2/subscription_requests/:id', {
  does: 'Marcar um pedido como atendido, ou como novo outra vez',
  levels: [0],
  params: z.object({ id }),
  body: z.object({ status: requestStatus }),
  data: requestShape,
})

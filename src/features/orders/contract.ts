import * as z from 'zod/mini'
import { specs } from '#features/products/contract.ts'
import { blank, cents, code, day, endpoint, flag, id, json, moment, page, percent, text, whole } from '#shared/wire.ts'
import { optionalText } from '#shared/wire.ts'
import { ANSWERS } from './quote.ts'
import { paymentFields } from './payment-fields.ts'
import { EVENT_KINDS, MOST_REASON, STATUSES } from './status.ts'

const status = z.enum(STATUSES)
const line = z.object({
  line: z.int(),
  product_id: id,
  variation_id: z.nullable(id),
  code: z.string(),
  name: z.string(),
  specs,
  ean: z.string(),
  photo: z.string(),
  quantity: z.int(),
  price: z.optional(cents),
  /** Of this line alone; `total` is after it. */
  discount_percent: percent,
  discount: z.optional(cents),
  total: z.optional(cents),
})
export type OrderLine = z.output<typeof line>
/** A step of the status (`kind` ''), or what happened beside it (`to` null), with what changed or was said as its reason.
 * A request for an adjustment that was taken back (`ajuste_retirado`) names the status that the order has again. */
const event = z.object({
  at: moment,
  who: z.string(),
  kind: z.enum(EVENT_KINDS),
  from: z.nullable(status),
  to: z.nullable(status),
  reason: z.string(),
})
/** A request for an adjustment: `ours` by the company, not by the client; `who` is for the company's people only. */
const adjustment = z.object({ at: moment, ours: z.boolean(), who: z.string(), text: z.string() })
/** A price that was another when the cart was filled. */
const difference = z.object({ product_id: id, name: z.string(), specs, was: cents, now: cents })

const summary = {
  id,
  company_id: id,
  number: z.nullable(z.int()),
  status,
  reasons: z.array(z.string()),
  name: z.string(),
  company_name: z.string(),
  seller_id: z.nullable(id),
  seller_name: z.string(),
  client_id: z.nullable(id),
  origin: z.string(),
  currency: z.string(),
  items_count: z.int(),
  total: z.optional(cents),
  taken_at: z.nullable(moment),
  received_at: moment,
  updated_at: moment,
  /** Of a quote: its last day. */
  valid_until: z.nullable(day),
  /** How often its lines were offered or changed: a move names the one that its sender saw. */
  revision: z.int(),
  /** What the client said last and when; `mudou`: changed since, and not accepted again. */
  answer: z.enum(ANSWERS),
  answered_at: z.nullable(moment),
}
const orderSummary = z.object(summary)
export type OrderSummary = z.output<typeof orderSummary>

/** What the holder of a receipt's link sees as well. */
const order = {
  ...summary,
  phone: z.string(),
  document: z.string(),
  description: z.string(),
  payment_term: z.string(),
  subtotal: z.optional(cents),
  discount_percent: percent,
  discount: z.optional(cents),
  freight: z.optional(cents),
  delivery_date: z.nullable(day),
  diff: z.optional(z.array(difference)),
  lines: z.array(line),
  events: z.array(event),
  /** Where the reader may move it. */
  next: z.array(status),
  /** The request for an adjustment that waits for an answer; null: none. */
  adjustment: z.nullable(adjustment),
  /** The reader may take that request back now. */
  withdrawable: z.boolean(),
}
export const orderShape = z.object({
  ...order,
  email: z.string(),
  client_code: z.string(),
  additional_field: z.string(),
  additional_name: z.string(),
  /** For the company's people only. */
  internal_note: z.optional(z.string()),
  /** Strokes of a signature on the screen (orders/signature.ts); for the company's people only. */
  signature: z.optional(z.string()),
  /** For the company's people only: when all of its money had come, null: not yet. */
  paid_at: z.optional(z.nullable(moment)),
  ...paymentFields,
  /** The reader may change quantities now. */
  editable: z.boolean(),
  receipt_path: z.string(),
})
export type Order = z.output<typeof orderShape>

/** Whom its sender may chat with about the order; '' when nobody. */
const placedOrder = z.extend(orderShape, { chat_phone: z.string() })
export type PlacedOrder = z.output<typeof placedOrder>

const cartLine = z.object({
  product_id: id,
  quantity: z.unknown(),
  specs: z.optional(z.nullable(z.union([specs, json(specs), z.literal(''), z.array(z.unknown())]))),
  price: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  discount: blank(percent),
})
export const placeOrder = endpoint('POST /api/v2/companies/:company/order_cart', {
  does: 'Enviar o carrinho como pedido; o mesmo cart_id enviado de novo dá o mesmo pedido',
  levels: [1, 2, 3],
  key: 'orders:write',
  public: true,
  params: z.object({ company: id }),
  body: z.object({
    name: text(160),
    email: optionalText(text(254)),
    client_code: optionalText(code(40)),
    phone: optionalText(text(40)),
    description: optionalText(text(2000)),
    seller_id: blank(id),
    cart_id: text(100, 8),
    product_json: json(z.array(cartLine).check(z.maxLength(1000, 'long'))),
    currency: z.optional(z.string()),
    discount: blank(percent),
    document: optionalText(text(40)),
    additional_field: optionalText(text(200)),
    client_id: blank(id),
    /** Of staff without client_id: somebody new, though a client has this phone, document or e-mail already. */
    anyway: blank(flag),
    taken_at: blank(moment),
    payment_term: z.optional(text(120)),
    delivery_date: blank(day),
    freight: blank(cents),
    signature: z.optional(z.string()),
    utm: z.optional(json(z.record(z.string(), z.string()))),
    queued: blank(flag),
    /** Offered, not ordered: holds no stock and waits for the client's answer until `valid_until`. */
    quote: blank(flag),
    valid_until: blank(day),
  }),
  data: placedOrder,
})
export const listOrders = endpoint('GET /api/v1/companies/:company/orders', {
  does: 'Pedidos: todos para o administrador, os seus para vendedor e cliente',
  levels: [1, 2, 3],
  key: 'orders:read',
  params: z.object({ company: id }),
  query: z.object({
    ...page,
    name: blank(z.string()),
    order: blank(z.string()),
    search: blank(z.string()),
    seller_id: blank(id),
    client_id: blank(id),
    status: blank(z.string()),
    /** Only what counts as sold: no drafts, quotes or cancelled ones. */
    sold: blank(flag),
    from: blank(day),
    until: blank(day),
  }),
  data: z.array(orderSummary),
  list: true,
})
export const countOrders = endpoint('GET /api/v2/companies/:company/order_counts', {
  does: 'Quantos pedidos há em cada status, e quantas conversas por ler, para quem lê',
  levels: [1, 2, 3],
  params: z.object({ company: id }),
  data: z.record(z.string(), z.int()),
})
export const readOrder = endpoint('GET /api/v1/companies/:company/orders/:id', {
  does: 'Um pedido com itens e histórico',
  levels: [1, 2, 3],
  key: 'orders:read',
  params: z.object({ company: id, id }),
  data: orderShape,
})
export const moveOrder = endpoint('PUT /api/v1/companies/:company/orders/:id', {
  does: 'Mudar o status do pedido',
  levels: [1, 2, 3],
  key: 'orders:write',
  params: z.object({ company: id, id }),
  body: z.object({ status: text(40, 1), reason: z.optional(text(MOST_REASON)), revision: blank(whole) }),
  data: orderShape,
})

export const changeLines = endpoint('PUT /api/v2/companies/:company/orders/:id/lines', {
  does: 'Mudar quantidades e desconto de um pedido ainda não confirmado; fica na história',
  levels: [1, 2],
  key: 'orders:write',
  params: z.object({ company: id, id }),
  body: z.object({
    lines: json(
      z.array(z.object({ line: whole, quantity: whole, discount: blank(percent) })).check(z.maxLength(1000, 'long')),
    ),
    discount: blank(percent),
    freight: blank(cents),
    payment_term: z.optional(text(120)),
  }),
  data: orderShape,
})
export const writeNote = endpoint('PUT /api/v2/companies/:company/orders/:id/note', {
  does: 'Anotação interna do pedido',
  levels: [1, 2],
  key: 'orders:write',
  params: z.object({ company: id, id }),
  body: z.object({ internal_note: text(2000), was: z.optional(json(z.object({ internal_note: text(2000) }))) }),
  data: orderShape,
})
export const mailAgain = endpoint('POST /api/v2/companies/:company/orders/:id/mail', {
  does: 'Enviar de novo o e-mail do pedido à empresa',
  levels: [1, 2],
  params: z.object({ company: id, id }),
})
/** Those that stay as they are, and why. */
const left = z.array(z.object({ id, number: z.nullable(z.int()), name: z.string(), reasons: z.array(z.string()) }))
export const confirmMany = endpoint('POST /api/v2/companies/:company/orders/confirm', {
  does: 'Confirmar de uma vez os pedidos novos sem pendência; os outros ficam, com o motivo',
  levels: [1],
  params: z.object({ company: id }),
  body: z.object({
    ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(500, 'long'))),
    /** By the order's id, the revision that the admin saw. */
    revisions: z.optional(json(z.record(z.string(), whole))),
  }),
  data: z.object({ confirmed: z.array(id), left }),
})
export const undoConfirm = endpoint('POST /api/v2/companies/:company/orders/undo_confirm', {
  does: 'Desfazer confirmações no minuto depois delas: voltam a novo com o motivo desfeito; o que já foi ao sistema ligado fica',
  levels: [1],
  params: z.object({ company: id }),
  body: z.object({ ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(500, 'long'))) }),
  data: z.object({ undone: z.array(id), left }),
})
/** What the holder of a receipt link sees: phone and document masked, no internal data. */
export const receiptShape = z.object({
  ...order,
  company: z.object({
    id,
    path: z.string(),
    name: z.string(),
    logo: z.string(),
    primary_color: z.string(),
    time_zone: z.string(),
    chat_phone: z.string(),
  }),
})
export type Receipt = z.output<typeof receiptShape>
export const receiptToken = z.object({ token: z.string().check(z.regex(/^[\w-]{22,64}$/, 'required')) })
export const readReceipt = endpoint('GET /api/v2/receipts/:token', {
  does: 'O pedido para quem tem o link do recibo',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  data: receiptShape,
})
export const answerReceipt = endpoint('PUT /api/v2/receipts/:token', {
  does: 'Cancelar enquanto novo, ou responder a um ajuste, pelo link do recibo',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  body: z.object({ status: text(40, 1), reason: z.optional(text(MOST_REASON)), revision: blank(whole) }),
  data: receiptShape,
})
export const exportOrder = endpoint('POST /api/v2/xls/sales/order_export', {
  does: 'Um pedido em .xlsx',
  levels: [1, 2, 3],
  whileClosed: 'admin',
  body: z.object({ order_id: id }),
  answer: 'file',
})
export const liveEvents = endpoint('GET /api/v2/events', {
  does: 'Novidades ao vivo (server-sent events)',
  levels: [1, 2, 3],
  answer: 'stream',
})
export const receiptEvents = endpoint('GET /api/v2/receipts/:token/events', {
  does: 'Novidades ao vivo do pedido ou orçamento, para quem tem o link (server-sent events)',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  answer: 'stream',
})

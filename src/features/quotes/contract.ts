import * as z from 'zod/mini'
import { ANSWERS } from '#features/orders/quote.ts'
import { specs } from '#features/products/contract.ts'
import { blank, cents, day, endpoint, flag, id, json, moment, text, whole } from '#shared/wire.ts'

const changed = { line: z.int(), name: z.string(), specs }
const quantityChange = z.object({ ...changed, was: z.int(), now: z.int() })
const priceChange = z.object({ ...changed, was: cents, now: cents })
const said = z.object({
  at: moment,
  kind: z.enum(['aceito', 'recusado', 'ajuste', 'renovar', 'oferta']),
  /** By the company, not by the client. */
  ours: z.boolean(),
  /** The client took this request back. */
  withdrawn: z.boolean(),
  /** For the company's people only. */
  who: z.string(),
  text: z.string(),
  lines: z.array(quantityChange),
  prices: z.optional(z.array(priceChange)),
})
export type Saying = z.output<typeof said>
const offer = {
  revision: z.int(),
  answer: z.enum(ANSWERS),
  answered_at: z.nullable(moment),
  valid_until: z.nullable(day),
  /** The company's calendar day. */
  today: z.string(),
  /** Its last day is over. */
  ended: z.boolean(),
  /** May still be answered, renewed or ended. */
  open: z.boolean(),
  talk: z.array(said),
  /** How each line may be asked for; `gone`: it is not sold any more. */
  lines: z.array(
    z.object({ line: z.int(), min_quantity: z.int(), multiple: z.int(), mixed: z.boolean(), gone: z.boolean() }),
  ),
}
const offerShape = z.object(offer)
export type Offer = z.output<typeof offerShape>
/** `prices`: where today's differ from what was offered, for who may know them; `hides_price`: its client may know none. */
const quoteShape = z.object({ ...offer, prices: z.optional(z.array(priceChange)), hides_price: z.boolean() })
export type Quote = z.output<typeof quoteShape>

const receiptToken = z.object({ token: z.string().check(z.regex(/^[\w-]{22,64}$/, 'required')) })
export const readOffer = endpoint('GET /api/v2/receipts/:token/quote', {
  does: 'O orçamento para quem tem o link: validade, conversa e como cada item se pede',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  data: offerShape,
})
export const answerOffer = endpoint('PUT /api/v2/receipts/:token/quote', {
  does: 'Responder ao orçamento pelo link: aceitar, recusar, pedir outras quantidades, perguntar ou pedir a renovação',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  body: z.object({
    answer: z.enum(['aceito', 'recusado', 'ajuste', 'renovar']),
    revision: whole,
    lines: z.optional(json(z.array(z.object({ line: whole, quantity: whole })).check(z.maxLength(1000, 'long')))),
    text: z.optional(text(1000)),
  }),
  data: offerShape,
})
const order = z.object({ company: id, id })
export const readQuote = endpoint('GET /api/v2/companies/:company/orders/:id/quote', {
  does: 'O orçamento para quem vende: a resposta do cliente, item por item, e os preços de hoje',
  levels: [1, 2],
  params: order,
  data: quoteShape,
})
export const acceptChanges = endpoint('POST /api/v2/companies/:company/orders/:id/quote/accept', {
  does: 'Aceitar as quantidades que o cliente pediu: o orçamento vira pedido com elas',
  levels: [1, 2],
  params: order,
  body: z.object({ revision: whole }),
  data: quoteShape,
})
export const offerAgain = endpoint('PUT /api/v2/companies/:company/orders/:id/quote', {
  does: 'Oferecer de novo: responder, mudar a validade ou renovar com os preços de hoje',
  levels: [1, 2],
  params: order,
  body: z.object({
    revision: whole,
    text: z.optional(text(1000)),
    valid_until: blank(day),
    /** With today's prices; `prices` are those that the sender saw. */
    renew: blank(flag),
    prices: z.optional(json(z.array(z.object({ line: whole, price: cents })).check(z.maxLength(1000, 'long')))),
  }),
  data: quoteShape,
})

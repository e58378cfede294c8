import * as z from 'zod/mini'
import { bit, blank, endpoint, id, json, moment, page, text } from '#shared/wire.ts'
import { EVENTS, MOST_WEBHOOKS } from './rules.ts'

const webhookShape = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENTS)),
  active: bit,
  /** What stopped it, '' when it runs. */
  problem: z.string(),
  /** The end of its secret; the secret itself is answered once. */
  last4: z.string(),
  /** Until when the secret before signs as well. */
  old_until: z.nullable(moment),
  created_by: z.string(),
  created_at: moment,
  /** When a message was last taken. */
  delivered_at: z.nullable(moment),
  /** Since when nothing is taken. */
  failing_since: z.nullable(moment),
  waiting: z.int(),
  given_up: z.int(),
  /** Taken in the last 30 days. */
  taken: z.int(),
})
export type Webhook = z.output<typeof webhookShape>
const withSecret = z.object({ webhook: webhookShape, secret: z.string() })
const one = z.object({ id })
const fields = {
  name: text(60, 1),
  url: text(500, 1),
  events: json(z.array(z.enum(EVENTS)).check(z.minLength(1, 'required'), z.maxLength(EVENTS.length, 'long'))),
}

export const listWebhooks = endpoint('GET /api/v2/webhooks', {
  does: 'Avisos para outros sistemas (webhooks) da empresa',
  levels: [1],
  data: z.array(webhookShape),
})
export const createWebhook = endpoint('POST /api/v2/webhooks', {
  does: `Avisar outro sistema; o segredo vem só desta vez; até ${MOST_WEBHOOKS} por empresa`,
  levels: [1],
  body: z.object(fields),
  data: withSecret,
})
export const updateWebhook = endpoint('PUT /api/v2/webhooks/:id', {
  does: 'Mudar nome, endereço e assuntos de um webhook, ligar e desligar',
  levels: [1],
  params: one,
  body: z.object({
    name: z.optional(fields.name),
    url: z.optional(fields.url),
    events: z.optional(fields.events),
    active: blank(bit),
  }),
  data: webhookShape,
})
export const deleteWebhook = endpoint('DELETE /api/v2/webhooks/:id', {
  does: 'Excluir um webhook; o que esperava não é mais enviado',
  levels: [1],
  params: one,
  data: z.null(),
})
export const renewSecret = endpoint('POST /api/v2/webhooks/:id/secret', {
  does: 'Trocar o segredo; o anterior também assina por mais 24 horas',
  levels: [1],
  params: one,
  data: withSecret,
})
export const testWebhook = endpoint('POST /api/v2/webhooks/:id/test', {
  does: 'Enviar uma mensagem de teste',
  levels: [1],
  params: one,
  data: z.null(),
})

const deliveryShape = z.object({
  id,
  message: z.string(),
  type: z.enum([...EVENTS, 'test']),
  /** Of the order or product. */
  object_id: z.int(),
  /** An order's number, a product's name; '' when it is gone. */
  name: z.string(),
  status: z.enum(['fila', 'entregue', 'desistiu']),
  occurred_at: moment,
  next_at: z.nullable(moment),
  /** Tries in all. */
  tried: z.int(),
  tried_at: z.nullable(moment),
  /** The other system's HTTP status; null: it has not answered. */
  answer: z.nullable(z.int()),
  reason: z.string(),
  took_ms: z.nullable(z.int()),
})
export type Delivery = z.output<typeof deliveryShape>
export const listDeliveries = endpoint('GET /api/v2/webhooks/:id/deliveries', {
  does: 'Mensagens de um webhook nos últimos 30 dias, da mais nova à mais antiga',
  levels: [1],
  params: one,
  query: z.object({ ...page, status: blank(z.enum(['fila', 'entregue', 'desistiu'])) }),
  data: z.array(deliveryShape),
  list: true,
})
export const readDelivery = endpoint('GET /api/v2/webhooks/:id/deliveries/:delivery', {
  does: 'O que uma mensagem leva: o mesmo que iria agora',
  levels: [1],
  params: z.object({ id, delivery: id }),
  data: z.object({ message: z.string(), body: z.string() }),
})
const again = { levels: [1], data: z.object({ queued: z.int() }) } as const
export const sendAgain = endpoint('POST /api/v2/webhooks/:id/deliveries/:delivery/again', {
  does: 'Enviar de novo uma mensagem, com o mesmo webhook-id',
  params: z.object({ id, delivery: id }),
  ...again,
})
export const sendAllAgain = endpoint('POST /api/v2/webhooks/:id/again', {
  does: 'Enviar de novo todas as mensagens que não chegaram',
  params: one,
  ...again,
})

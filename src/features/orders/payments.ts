// Payments of an order.
import * as z from 'zod/mini'
import { blank, cents, day, endpoint, flag, id, json, text } from '#shared/wire.ts'
import { orderShape } from './contract.ts'

export const markPaid = endpoint('PUT /api/v2/companies/:company/orders/paid', {
  does: 'Marcar pedidos como pagos (o que falta entra hoje), ou voltar atrás (o que entrou é devolvido hoje); fica na história de cada um',
  levels: [1],
  key: 'orders:write',
  params: z.object({ company: id }),
  body: z.object({
    ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(500, 'long'))),
    paid: flag,
  }),
  /** Those that changed: a quote, a draft and what was cancelled take no payment. */
  data: z.object({ changed: z.array(id) }),
})
export const addPayment = endpoint('POST /api/v2/companies/:company/orders/:id/payments', {
  does: 'Registrar um pagamento de um pedido, ou uma devolução (refund), com valor, dia e observação; com over o valor pode passar do que falta, e o resto fica a devolver',
  levels: [1],
  key: 'orders:write',
  params: z.object({ company: id, id }),
  body: z.object({
    amount: cents,
    refund: blank(flag),
    /** The amount may pass what is open: the rest is owed to the buyer. */
    over: blank(flag),
    day: blank(day),
    note: z.optional(text(300)),
    /** What was paid when the form was opened: with another amount nothing is written. */
    was: z.optional(json(z.object({ paid: cents }))),
  }),
  data: orderShape,
})

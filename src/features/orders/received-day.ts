// Correcting the day on which an order was received: a server's wrong clock dated it.
import * as z from 'zod/mini'
import { blank, day, endpoint, id, text } from '#shared/wire.ts'
import { orderShape } from './contract.ts'
import { MOST_REASON } from './status.ts'

export const correctDay = endpoint('PUT /api/v2/companies/:company/orders/:id/day', {
  does: 'Corrigir o dia em que o pedido foi recebido, com o motivo; o número fica, e números, metas e comissões em aberto seguem o dia',
  levels: [1],
  params: z.object({ company: id, id }),
  body: z.object({
    day,
    reason: text(MOST_REASON, 1),
    /** The day that the admin saw: with another one nothing is written. */
    was: blank(day),
  }),
  data: orderShape,
})

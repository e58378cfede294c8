// What the company's people read of an order's payments.
import * as z from 'zod/mini'
import { cents, day, id, moment } from '#shared/wire.ts'

const PAYMENT_STATUSES = ['nao_controlado', 'pendente', 'parcial', 'pago'] as const
/** `amount` below zero: it went back. Absent for those who see no prices. */
const payment = z.object({
  id,
  amount: z.optional(cents),
  day,
  at: moment,
  who: z.string(),
  note: z.string(),
})
/** `paid`: payments less refunds; `open`: what is missing to the total, below zero what the company has to give back. */
export const paymentFields = {
  payment_status: z.optional(z.enum(PAYMENT_STATUSES)),
  paid: z.optional(cents),
  open: z.optional(cents),
  refunded: z.optional(cents),
  payments: z.optional(z.array(payment)),
}

// A client accepts an order whose lines changed after it was accepted or signed.
import * as z from 'zod/mini'
import { endpoint, id, text, whole } from '#shared/wire.ts'
import { orderShape, receiptShape, receiptToken } from './contract.ts'

export const acceptOrder = endpoint('POST /api/v2/companies/:company/orders/:id/acceptance', {
  does: 'Aceitar de novo um pedido cujos itens mudaram depois do aceite ou da assinatura: o cliente; a equipe, com a assinatura dele',
  levels: [1, 2, 3],
  key: 'orders:write',
  params: z.object({ company: id, id }),
  body: z.object({ revision: whole, signature: z.optional(text(20_000)) }),
  data: orderShape,
})
export const acceptByLink = endpoint('POST /api/v2/receipts/:token/acceptance', {
  does: 'Aceitar de novo pelo link um pedido cujos itens mudaram depois do aceite ou da assinatura',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  body: z.object({ revision: whole }),
  data: receiptShape,
})

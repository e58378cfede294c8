// Taking a request for an adjustment back.
import * as z from 'zod/mini'
import { endpoint, id } from '#shared/wire.ts'
import { orderShape, receiptShape, receiptToken } from './contract.ts'

export const withdrawAdjustment = endpoint('DELETE /api/v2/companies/:company/orders/:id/adjustment', {
  does: 'Retirar a solicitação de ajuste, enquanto é o último acontecimento do pedido: ele volta ao status de antes. Da empresa, quem pediu ou um administrador; do cliente, ele mesmo',
  levels: [1, 2, 3],
  key: 'orders:write',
  params: z.object({ company: id, id }),
  data: orderShape,
})
export const withdrawByLink = endpoint('DELETE /api/v2/receipts/:token/adjustment', {
  does: 'Retirar pelo link a mudança que o cliente pediu no orçamento, enquanto ninguém respondeu',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  data: receiptShape,
})

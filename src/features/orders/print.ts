// An order or quote as PDF.
import * as z from 'zod/mini'
import { blank, endpoint, flag, id } from '#shared/wire.ts'
import { receiptToken } from './contract.ts'

export const printOrder = endpoint('GET /api/v2/companies/:company/orders/:id/pdf', {
  does: 'O pedido ou orçamento em PDF; com client=1 como o cliente dele pode ver',
  levels: [1, 2, 3],
  params: z.object({ company: id, id }),
  query: z.object({ client: blank(flag) }),
  answer: 'file',
})
export const printReceipt = endpoint('GET /api/v2/receipts/:token/pdf', {
  does: 'O pedido ou orçamento em PDF, para quem tem o link do recibo',
  levels: 'anyone',
  public: true,
  params: receiptToken,
  answer: 'file',
})

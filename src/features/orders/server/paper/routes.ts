// An order or quote as PDF: for its own people by number, for whoever holds the receipt's link by that.
import type { FastifyInstance } from 'fastify'
import { sendPdf } from '#server/send.ts'
import { type Kit, serve } from '#server/serve.ts'
import { printOrder, printReceipt } from '../../print.ts'
import { own, readerOf } from '../routes.ts'
import { orderFile, receiptFile } from './file.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, printOrder, async ({ params, query, caller, reply }) => {
    const { name, bytes } = await orderFile(kit, caller.company_id, {
      id: params.id,
      of: own(caller),
      reader: readerOf(caller),
      hide_price: caller.hide_price,
      client: query.client === true,
    })
    return sendPdf(reply, name, bytes)
  })
  serve(app, kit, printReceipt, async ({ params, now, reply }) => {
    reply.header('referrer-policy', 'no-referrer')
    const { name, bytes } = await receiptFile(kit, params.token, now)
    return sendPdf(reply, name, bytes)
  })
}

// An order or quote as PDF: for its own people by number, for whoever holds the receipt's link by that.
import type { FastifyInstance } from 'fastify'
import { findCompany, type FoundCompany } from '#features/companies/server/index.ts'
import { jpegOf, jpegsOf } from '#features/images/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany } from '#server/db.ts'
import { onPaper } from '#server/paper_turn.ts'
import { sendPdf } from '#server/send.ts'
import { type Kit, serve } from '#server/serve.ts'
import { showDay } from '#shared/day.ts'
import { showDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import type { Order, Receipt } from '../../contract.ts'
import { printOrder, printReceipt } from '../../print.ts'
import { isOpenQuote } from '../../quote.ts'
import * as q from '../queries.ts'
import { openReceipt, receipt } from '../receipts.ts'
import { moverOf, own, present } from '../routes.ts'
import type { Printed } from './frame.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  // Read first, drawn afterwards: a picture that takes long holds no transaction.
  serve(app, kit, printOrder, async ({ params, query, caller, reply }) => {
    const { row, company, hides } = await inCompany(kit.pool, caller.company_id, async (tx) => {
      const row = await q.findOrder(tx, params.id, own(caller))
      const company = await findCompany(tx, caller.company_id)
      if (!row || !company) throw new Refusal('not_found')
      return { row, company, hides: query.client === true && (await q.hidesPrice(tx, row)) }
    })
    // What leaves for the client has no price that the client may not know, and not the company's copy of the signature.
    const { signature, ...order } = present(row, caller.hide_price || hides, moverOf(caller.level))
    const shown = { ...order, signature: query.client ? '' : (signature ?? '') }
    return sendPdf(reply, nameOf(row), await drawn(kit, company, shown, row.receipt_token))
  })
  serve(app, kit, printReceipt, async ({ params, now, reply }) => {
    const found = await openReceipt(kit, params.token, now)
    const read = await inCompany(kit.pool, found.company_id, async (tx) => ({
      company: await findCompany(tx, found.company_id),
      order: await receipt(tx, found),
    }))
    if (!read.company) throw new Refusal('not_found')
    reply.header('referrer-policy', 'no-referrer')
    return sendPdf(reply, nameOf(read.order), await drawn(kit, read.company, read.order, params.token))
  })
}
const nameOf = (o: Pick<Order, 'number' | 'revision' | 'answer' | 'status'>) =>
  `${isOpenQuote(o) ? 'orcamento' : 'pedido'}-${o.number ?? 'rascunho'}`

function drawn(kit: Kit, company: FoundCompany, order: Order | Receipt, token: string): Promise<Buffer> {
  return onPaper(company.id, async () => {
    const origin = catalogueOrigin(kit.config, company.path)
    const printed: Printed = {
      email: '',
      client_code: '',
      additional_name: '',
      additional_field: '',
      ...order,
      signature: ('signature' in order && order.signature) || '',
      document: showDocument(order.document),
      quote: isOpenQuote(order),
      cancelled: order.status === 'cancelado',
      day: showDay(dayIn(company.time_zone, order.taken_at ?? order.received_at)),
      link: `${origin}/pedido/${token}#${order.number ?? ''}`,
    }
    const [logo, photos] = await Promise.all([
      jpegOf(kit.storage, company.logo, 200, 200, 'whole'),
      jpegsOf(
        kit.storage,
        order.lines.map((l) => l.photo),
        112,
        112,
        'whole',
      ),
    ])
    const head = {
      name: company.name,
      document: showDocument(company.document),
      phone: company.whatsapp_phone || company.seller_phone,
      place: [company.city, company.state].filter(Boolean).join(', '),
      colour: company.primary_color,
      logo,
    }
    // What draws is loaded with the first paper.
    const [{ orderPaper }, { pdfOf }] = await Promise.all([import('./draw.ts'), import('#server/paper_pdf.ts')])
    return pdfOf(orderPaper(printed, head, photos))
  })
}

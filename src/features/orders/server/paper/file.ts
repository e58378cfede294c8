// An order or quote as a PDF file, for whoever asks: its own people, who holds the receipt's link, and mails.
import { findCompany, type FoundCompany } from '#features/companies/server/index.ts'
import { jpegOf, jpegsOf } from '#features/images/server/index.ts'
import { encloses } from '#features/mails/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { believed } from '#server/device-time.ts'
import { onPaper } from '#server/paper_turn.ts'
import type { Kit } from '#server/serve.ts'
import { showDay } from '#shared/day.ts'
import { showDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import type { Order, Receipt } from '../../contract.ts'
import { isOpenQuote } from '../../quote.ts'
import * as q from '../queries.ts'
import { hidesPrice } from '../receipt/queries.ts'
import { openReceipt, receipt } from '../receipts.ts'
import { present, type Reader } from '../routes.ts'
import type { Printed } from './frame.ts'

interface File {
  name: string
  bytes: Buffer
}

// Read first, drawn afterwards: a picture that takes long holds no transaction.
/** As its own people see it. `client`: as it leaves for the client, without prices that the client may not know and
 * without the company's copy of the signature. */
export async function orderFile(
  kit: Kit,
  company_id: number,
  { id, of, reader, hide_price, client }: OwnPaper,
): Promise<File> {
  const { row, company, hides } = await inCompany(kit.pool, company_id, async (tx) => {
    const row = await q.findOrder(tx, id, of)
    const company = await findCompany(tx, company_id)
    if (!row || !company) throw new Refusal('not_found')
    return { row, company, hides: client && (await hidesPrice(tx, row)) }
  })
  const { signature, ...order } = present(row, hide_price || hides, reader)
  return drawn(kit, company, { ...order, signature: client ? '' : (signature ?? '') }, row.receipt_token)
}
interface OwnPaper {
  id: number
  /** Only among these. */
  of?: Parameters<typeof q.findOrder>[2]
  reader: Reader
  hide_price: boolean
  client: boolean
}
/** As whoever holds its link sees it. */
export async function receiptFile(kit: Kit, token: string, now: Date): Promise<File> {
  const found = await openReceipt(kit, token, now)
  const read = await inCompany(kit.pool, found.company_id, async (tx: Tx) => ({
    company: await findCompany(tx, found.company_id),
    order: await receipt(tx, found),
  }))
  if (!read.company) throw new Refusal('not_found')
  return drawn(kit, read.company, read.order, token)
}
encloses('order', (kit, company, id) =>
  enclosed(
    orderFile(kit, company, {
      id: Number(id),
      reader: { mover: 'A', user_id: null },
      hide_price: false,
      client: false,
    }),
  ),
)
encloses('receipt', (kit, _company, token) => enclosed(receiptFile(kit, token, kit.clock.now())))
const enclosed = async (file: Promise<File>) => {
  const { name, bytes } = await file
  return { name: `${name}.pdf`, bytes }
}
const nameOf = (o: Pick<Order, 'number' | 'valid_until' | 'answer' | 'status'>) =>
  `${isOpenQuote(o) ? 'orcamento' : 'pedido'}-${o.number ?? (o.status === 'rascunho' ? 'rascunho' : 'antigo')}`

/** The day received, and the day on which it was taken where that is another one. Orders of before kept what their device
 * said: it is judged here as well. */
function daysOf({ taken_at, received_at }: Pick<Order, 'taken_at' | 'received_at'>, zone: string) {
  const day = dayIn(zone, received_at)
  const at = believed(taken_at, true, received_at)
  const taken = at && dayIn(zone, at)
  return { day: showDay(day), taken: taken && taken !== day ? showDay(taken) : '' }
}
function drawn(kit: Kit, company: FoundCompany, order: Order | Receipt, token: string): Promise<File> {
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
      ...daysOf(order, company.time_zone),
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
    return { name: nameOf(order), bytes: await pdfOf(orderPaper(printed, head, photos)) }
  })
}

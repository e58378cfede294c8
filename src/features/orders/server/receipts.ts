// The receipt: who holds the link sees the order, cancels while it is new, answers an adjustment, and takes the client's
// own request for one back.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { isClosed, type Kit, serve } from '#server/serve.ts'
import { maskDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import { maskPhone } from '#shared/phone.ts'
import { acceptByLink } from '../acceptance.ts'
import { answerReceipt, readReceipt, type Receipt } from '../contract.ts'
import { withdrawByLink } from '../withdraw.ts'
import { accept } from './acceptance.ts'
import { chatPhone } from './chat.ts'
import { move } from './move.ts'
import * as q from './queries.ts'
import { findReceipt, hidesPrice } from './receipt/queries.ts'
import { present, type Reader } from './routes.ts'
import { withdraw } from './withdraw.ts'
import { byLink } from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, readReceipt, async ({ params, now, reply }) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    const found = await openReceipt(kit, params.token, now)
    return inCompany(kit.pool, found.company_id, (tx) => receipt(tx, found))
  })
  /** Something that the link's holder does to the order; answers the order as it then is. */
  async function act(
    { params, now, reply }: Opened,
    work: (tx: Tx, by: Reader & { id: number; who: string; now: Date; hide_price: boolean }) => Promise<void>,
  ): Promise<Receipt> {
    reply.header('referrer-policy', 'no-referrer')
    const found = await openReceipt(kit, params.token, now)
    return inCompany(kit.pool, found.company_id, async (tx) => {
      const company = await findCompany(tx, found.company_id)
      const order = await q.findOrder(tx, found.order_id)
      if (!company || !order) throw new Refusal('not_found')
      if (isClosed(company, now)) throw new Refusal('catalogue_closed')
      const hide_price = await hidesPrice(tx, order)
      await work(tx, { ...LINK, id: found.order_id, who: byLink(order.name), now, hide_price })
      return receipt(tx, found)
    })
  }
  serve(app, kit, answerReceipt, (call) =>
    act(call, (tx, by) => {
      const { status: word, reason = '', revision } = call.body
      return move(tx, { ...by, word, reason, revision })
    }),
  )
  serve(app, kit, acceptByLink, (call) => act(call, (tx, by) => accept(tx, { ...by, revision: call.body.revision })))
  serve(app, kit, withdrawByLink, (call) => act(call, withdraw))
}
interface Opened {
  params: { token: string }
  now: Date
  reply: FastifyReply
}
/** The holder of a link answers for the client, and is no user. */
const LINK: Reader = { mover: 'C', user_id: null }
/** Whose order the link of a receipt opens. */
export async function openReceipt(kit: Kit, token: string, now: Date) {
  const found = await findReceipt(kit.db, token, now)
  if (!found) throw new Refusal('not_found', { message: 'Este recibo não existe ou já passou da validade de 90 dias.' })
  return found
}

/** The order as whoever holds its link sees it. */
export async function receipt(tx: Tx, found: { company_id: number; order_id: number }): Promise<Receipt> {
  const row = await q.findOrder(tx, found.order_id)
  const company = await findCompany(tx, found.company_id)
  if (!row || !company) throw new Refusal('not_found')
  const hide_price = await hidesPrice(tx, row)
  const order = present(row, hide_price, LINK)
  const seller = await q.findSeller(tx, row.seller_id)
  return {
    ...order,
    phone: maskPhone(order.phone),
    document: maskDocument(order.document),
    events: order.events.map((e) => ({
      ...e,
      who: '',
      reason: e.to === 'cancelado' || e.to === 'ajuste_solicitado' ? e.reason : '',
    })),
    company: {
      id: company.id,
      path: company.path,
      name: company.name,
      logo: company.logo,
      primary_color: company.primary_color,
      time_zone: company.time_zone,
      chat_phone: chatPhone(null, company, seller),
    },
  }
}

import { findCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import type { Tasks } from '#server/jobs.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { lineWords, MOST_LINES } from '../message.ts'
import { isOpenQuote } from '../quote.ts'
import { mailChange } from './mail/change-mail.ts'
import { claimMail, findPassedOver } from './mail/queries.ts'
import { findOrder } from './queries.ts'
import { mailQuote } from './quote_mail.ts'

export const tasks: Tasks = {
  /** Mails changed lines to the client (`changed`: their revision), or a new order to the company, and to the client's own
   * seller when somebody else's link brought it;
   * once: the mark and the mails stand or fall together. */
  async order_mail({ tx, kit, payload, company_id }) {
    const id = Number(payload.order_id)
    const company = await findCompany(tx, company_id)
    const order = await findOrder(tx, id)
    if (!company || !order || order.erased) return
    if (payload.changed) return mailChange(kit, tx, { company, order, revision: Number(payload.changed) })
    // A quote is no order yet: its client gets it, the company's own mail goes when it becomes one.
    if (isOpenQuote(order))
      return order.answer === '' || payload.again
        ? mailQuote(kit, tx, company, order, payload.again === true)
        : undefined
    if (!(await claimMail(tx, id, kit.clock.now()))) return
    const own = payload.again ? undefined : await findPassedOver(tx, id)
    if (own)
      await queueMail(tx, company_id, {
        key: `carteira-${company_id}-${id}`,
        to: own.email,
        language: own.language,
        template: 'portfolio',
        params: {
          number: String(order.number ?? ''),
          name: order.name,
          own: own.name,
          seller: order.seller_name,
          company: company.name,
        },
      })
    if (!company.orders_email) return
    const more = order.lines.length - MOST_LINES
    await queueMail(tx, company_id, {
      key: payload.again
        ? `pedido-${company_id}-${id}-de-novo-${kit.clock.now().getTime()}`
        : `pedido-${company_id}-${id}`,
      to: company.orders_email,
      template: 'order',
      params: { number: String(order.number ?? ''), name: order.name, company: company.name },
      rows: [
        [order.name, order.phone && showPhone(order.phone)],
        ...order.lines
          .slice(0, MOST_LINES)
          .map((l): [string, string] => [lineWords(l), showCents(l.total, order.currency)]),
        ...(more > 0 ? [[`…e mais ${more}`, ''] as [string, string]] : []),
        ...(order.freight > 0 ? [['Frete', showCents(order.freight, order.currency)] as [string, string]] : []),
        ['Total', showCents(order.total, order.currency)],
        ...(order.description ? [['Obs.', order.description] as [string, string]] : []),
      ],
      href: `${kit.config.publicUrl}/pedido/${order.receipt_token}`,
      paper: `${kit.config.publicUrl}/api/v2/receipts/${order.receipt_token}/pdf`,
      enclosed: { kind: 'order', of: String(id) },
    })
  },
}

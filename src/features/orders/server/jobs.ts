import { findCompany } from '#features/companies/server/index.ts'
import type { Tasks } from '#server/jobs.ts'
import { orderMessage } from '../message.ts'
import { claimMail, findOrder } from './queries.ts'

export const tasks: Tasks = {
  /** Tells the company of a new order by e-mail, once: the mark and the sending stand or fall together. */
  async order_mail({ tx, kit, payload, company_id }) {
    const id = Number(payload.order_id)
    const company = await findCompany(tx, company_id)
    if (!company?.orders_email) return
    if (!(await claimMail(tx, id, kit.clock.now()))) return
    const order = await findOrder(tx, id)
    if (!order) return
    await kit.sendMail({
      key: payload.again ? `pedido-${company_id}-${id}-de-novo-${kit.clock.now().getTime()}` : `pedido-${company_id}-${id}`,
      to: company.orders_email,
      subject: `Pedido ${order.number ?? ''} de ${order.name}`,
      text: orderMessage({ ...order, total: order.total, lines: order.lines, priced: true }, company.name, `${kit.config.publicUrl}/pedido/${order.receipt_token}`),
    })
  },
}

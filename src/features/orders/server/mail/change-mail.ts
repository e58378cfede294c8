// The client reads of changed lines by mail, once for each change.
import type { FoundCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import type { OrderRow } from '../queries.ts'
import { rowsFor } from './client-rows.ts'
import { findMailReader } from './queries.ts'

/** `revision`: the one that the change made. To the address that was typed into the order, else the client's own. */
export async function mailChange(
  kit: Kit,
  tx: Tx,
  { company, order, revision }: { company: FoundCompany; order: OrderRow; revision: number },
): Promise<void> {
  const reader = await findMailReader(tx, order.client_id)
  const to = order.email || reader?.email
  if (!to) return
  const origin = catalogueOrigin(kit.config, company.path)
  await queueMail(tx, order.company_id, {
    key: `mudanca-${order.company_id}-${order.id}-${revision}`,
    to,
    template: 'order_changed',
    ...(reader && { language: reader.language }),
    params: {
      number: String(order.number ?? ''),
      name: order.company_name || order.name,
      company: company.name,
      from: order.seller_name || company.name,
    },
    rows: rowsFor(reader, order),
    href: `${origin}/pedido/${order.receipt_token}`,
    paper: `${origin}/api/v2/receipts/${order.receipt_token}/pdf`,
  })
}

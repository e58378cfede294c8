// A quote goes to its client by mail, once for each offer that its seller sends.
import type { FoundCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { showDay } from '#shared/day.ts'
import { rowsFor } from './mail/client-rows.ts'
import { findMailReader } from './mail/queries.ts'
import type { OrderRow } from './queries.ts'

export async function mailQuote(
  kit: Kit,
  tx: Tx,
  company: FoundCompany,
  order: OrderRow,
  again: boolean,
): Promise<void> {
  const reader = await findMailReader(tx, order.client_id)
  const to = order.email || reader?.email
  if (!to) return
  // What the seller writes with a new offer.
  const said = order.events.findLast((e) => e.kind === 'oferta' || e.kind === 'renovado')?.reason ?? ''
  await queueMail(tx, order.company_id, {
    key: `orcamento-${order.company_id}-${order.id}-${order.revision}${again ? `-de-novo-${kit.clock.now().getTime()}` : ''}`,
    to,
    template: 'quote',
    ...(reader && { language: reader.language }),
    params: {
      number: String(order.number ?? ''),
      name: order.company_name || order.name,
      company: company.name,
      from: order.seller_name || company.name,
      until: showDay(order.valid_until),
      said,
    },
    rows: rowsFor(reader, order),
    href: `${catalogueOrigin(kit.config, company.path)}/pedido/${order.receipt_token}`,
    paper: `${catalogueOrigin(kit.config, company.path)}/api/v2/receipts/${order.receipt_token}/pdf`,
    enclosed: { kind: 'receipt', of: order.receipt_token },
  })
}

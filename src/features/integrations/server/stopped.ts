// An ERP that is away is asked again soon. A link that somebody must look at rests until then, and the company is told
// once.
import { findCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { systemOf } from '../rules.ts'
import { findIntegration, type IntegrationRow } from './queries.ts'
import { changeIntegration } from './writes.ts'

/** Of an ERP that is away and says so at once. One that hangs keeps everybody in its line, and is asked more seldom. */
export const AWAY_SECONDS = 20

export async function stopLink(
  kit: Kit,
  tx: Tx,
  { id, company_id, type }: IntegrationRow,
  problem: string,
): Promise<void> {
  const before = await findIntegration(tx, id)
  await changeIntegration(tx, id, { problem })
  const company = await findCompany(tx, company_id)
  if (!company?.orders_email || before?.problem) return
  await queueMail(tx, company_id, {
    key: `integracao-${company_id}-${id}-${kit.clock.now().getTime()}`,
    to: company.orders_email,
    template: 'link_stopped',
    params: { system: systemOf(type).system_name, problem },
    href: `${kit.config.publicUrl}/dashboard/integrations?id=${id}`,
  })
}

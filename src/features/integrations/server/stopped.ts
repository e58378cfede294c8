// An ERP that is away is asked again soon. A link that somebody must look at rests until then, and the company is told
// once.
import { findCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { tellPeople } from '#features/notices/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { type Losses, systemOf } from '../rules.ts'
import { findIntegration, type IntegrationRow } from './queries.ts'
import { changeIntegration } from './writes.ts'

/** Of an ERP that is away and says so at once. One that hangs keeps everybody in its line, and is asked more seldom. */
export const AWAY_SECONDS = 20

const pageOf = (id: number) => `/dashboard/integrations?id=${id}`

export async function stopLink(
  kit: Kit,
  tx: Tx,
  { id, company_id, type }: IntegrationRow,
  problem: string,
): Promise<void> {
  const before = await findIntegration(tx, id)
  await changeIntegration(tx, id, { problem })
  if (!before?.problem) await mailAdmin(kit, tx, { id, company_id, type }, 'link_stopped', { problem })
}
/** Tells the admins of a held run, and by mail what it would take away. A company may have no address for mails. */
export async function tellHeld(kit: Kit, tx: Tx, integration: IntegrationRow, losses: Losses): Promise<void> {
  const { id, type } = integration
  const { system_name: name } = systemOf(type)
  const [href, key] = [pageOf(id), `run-held-${id}`]
  await tellPeople(tx, kit.clock.now(), [
    { kind: 'link', word: 'conferir', to: [], admins: true, name, href, key, again: true },
  ])
  const figures = Object.entries(losses).map(([figure, n]) => [figure, String(n)])
  await mailAdmin(kit, tx, integration, 'run_held', Object.fromEntries(figures))
}
async function mailAdmin(
  kit: Kit,
  tx: Tx,
  { id, company_id, type }: Pick<IntegrationRow, 'id' | 'company_id' | 'type'>,
  template: 'link_stopped' | 'run_held',
  params: Record<string, string>,
): Promise<void> {
  const company = await findCompany(tx, company_id)
  if (!company?.orders_email) return
  await queueMail(tx, company_id, {
    key: `integracao-${company_id}-${id}-${kit.clock.now().getTime()}`,
    to: company.orders_email,
    template,
    params: { system: systemOf(type).system_name, ...params },
    href: `${kit.config.publicUrl}${pageOf(id)}`,
  })
}

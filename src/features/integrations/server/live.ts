// Reads from an ERP while somebody waits: outside of any transaction, since it may take its time.
import { inCompany, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { contextOf } from './context.ts'
import { type Context, ErpFailure } from './erp/types.ts'
import { findSecrets, type IntegrationRow } from './queries.ts'

/** What `ask` reads there; an empty list when nothing is linked. Throws erp_failed with the ERP's sentence. */
export async function live<T>(
  kit: Kit,
  company: number,
  find: (tx: Tx) => Promise<IntegrationRow | undefined>,
  ask: (c: Context) => Promise<T>,
): Promise<T | []> {
  const found = await inCompany(kit.pool, company, async (tx) => {
    const integration = await find(tx)
    return integration && { integration, secrets: await findSecrets(tx, integration.id) }
  })
  if (!found) return []
  try {
    return await ask(contextOf(kit, found.integration, found.secrets))
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    throw new Refusal('erp_failed', { message: error.message })
  }
}

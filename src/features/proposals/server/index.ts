// Front door of proposals for other features.
import type { Kit } from '#server/serve.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { extrasFor } from '#features/plans/rules.ts'
import type { ProposalTerms } from '../rules.ts'
import { findProposal } from './queries.ts'
import { acceptProposal } from './writes.ts'

export { routes } from './routes.ts'
/** The terms of a proposal that still holds; refused when it does not. */
export async function holdingProposal(kit: Kit, token: string, now: Date): Promise<ProposalTerms> {
  const p = await findProposal(kit.db, token, now, false)
  if (!p) throw new Refusal('not_found')
  if (p.expires_at <= now) throw new Refusal('proposal_expired')
  return {
    id: p.id,
    token: p.token,
    company_id: p.company_id,
    plan: p.quote.plan,
    extras: extrasFor(p.quote.plan, { products: p.products, sellers: p.sellers }),
  }
}
export const proposalAccepted = (tx: Tx, token: string, now: Date) => acceptProposal(tx, token, now)

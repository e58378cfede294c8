// Front door of proposals for other features.
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { extrasFor } from '#features/plans/rules.ts'
import type { ProposalTerms } from '../rules.ts'
import { findProposal, findProposalById } from './queries.ts'
import { acceptProposal } from './writes.ts'

export { routes } from './routes.ts'
/** The terms of a proposal that still holds for this company (null: for a request without a session); refused when it
 * does not. */
export async function holdingProposal(
  db: Tx,
  token: string,
  company: number | null,
  now: Date,
): Promise<ProposalTerms> {
  const p = await findProposal(db, token, now, false)
  if (!p) throw new Refusal('not_found')
  if (p.expires_at <= now) throw new Refusal('proposal_expired')
  if (company !== null && p.company_id !== null && p.company_id !== company) throw new Refusal('proposal_taken')
  return {
    id: p.id,
    token: p.token,
    company_id: p.company_id,
    plan: p.quote.plan,
    extras: extrasFor(p.quote.plan, { products: p.products, sellers: p.sellers }),
  }
}
/** Takes a proposal for a company; refused when it is another's, or used up by a paid subscription. */
export async function takeProposal(tx: Tx, token: string, company: number | null, now: Date): Promise<void> {
  if (!(await acceptProposal(tx, token, company, now))) throw new Refusal('proposal_taken')
}
/** The plan's terms of a proposal that still holds, of the company that the transaction works in. */
export async function findProposalTerms(tx: Tx, id: number, now: Date): Promise<ProposalTerms['plan'] | undefined> {
  const p = await findProposalById(tx, id)
  return p && p.expires_at > now ? p.quote.plan : undefined
}

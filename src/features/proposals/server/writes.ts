import type { Tx } from '#server/db.ts'
import type { ProposalRow } from './queries.ts'

type New = Pick<
  ProposalRow,
  | 'company_id'
  | 'token'
  | 'consultant_name'
  | 'consultant_short'
  | 'consultant_phone'
  | 'prospect'
  | 'plan_id'
  | 'products'
  | 'sellers'
  | 'quote'
  | 'selected_payment'
  | 'expires_at'
>
export const addProposal = (tx: Tx, p: New & { tracking: object; created_by: number }, now: Date) => tx.sql`
  insert into proposals (company_id, token, consultant_name, consultant_short, consultant_phone, prospect, plan_id,
    products, sellers, quote, selected_payment, created_at, expires_at, tracking, created_by)
  values (${p.company_id}, ${p.token}, ${p.consultant_name}, ${p.consultant_short}, ${p.consultant_phone},
    ${p.prospect}, ${p.plan_id}, ${p.products}, ${p.sellers},
    ${JSON.stringify(p.quote)}::jsonb, ${p.selected_payment}, ${now}, ${p.expires_at},
    ${JSON.stringify(p.tracking)}::jsonb, ${p.created_by})`
export const acceptProposal = async (tx: Tx, token: string, company: number | null, now: Date) =>
  (await tx.first<{ taken: boolean }>`select app.accept_proposal(${token}, ${company}, ${now}) as taken`)?.taken ===
  true

import type { Tx } from '#server/db.ts'
import type { ProposalData } from '../rules.ts'
import type { PlanTerms } from '#features/plans/rules.ts'

/** `quote` keeps the plan's terms and the prices as they were offered. */
export interface ProposalRow {
  id: number
  company_id: number | null
  token: string
  consultant_name: string
  consultant_short: string
  consultant_phone: string
  prospect: string
  plan_id: number
  products: number
  sellers: number
  quote: { plan: PlanTerms; data: ProposalData }
  selected_payment: string
  created_at: Date
  expires_at: Date
  viewed_at: Date | null
  views: number
  accepted_at: Date | null
}
/** `seen` counts a look at it. */
export const findProposal = (db: Tx, token: string, now: Date, seen: boolean) =>
  db.first<ProposalRow>`select * from app.find_proposal(${token}, ${now}, ${seen})`
export const findProposals = (tx: Tx, limit: number, offset: number) => tx.sql<ProposalRow & { total: number }>`
  select *, count(*) over () as total from proposals order by id desc limit ${limit} offset ${offset}`
export const isCompany = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from companies where id = ${id} and deleted_at is null`) !== undefined

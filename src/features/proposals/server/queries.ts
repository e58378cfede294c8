import { type Part, part, type Tx } from '#server/db.ts'
import type { ProposalState } from '../contract.ts'
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
export const findProposalById = (tx: Tx, id: number) => tx.first<ProposalRow>`select * from proposals where id = ${id}`
const STATES: Record<ProposalState, (now: Date) => Part> = {
  aceita: () => part`accepted_at is not null`,
  valendo: (now) => part`accepted_at is null and expires_at > ${now}`,
  vencida: (now) => part`accepted_at is null and expires_at <= ${now}`,
}
interface Asked {
  text: string
  state: ProposalState | undefined
  now: Date
  limit: number
  offset: number
}
export const findProposals = (tx: Tx, { text, state, now, limit, offset }: Asked) => tx.sql<
  ProposalRow & { total: number }
>`
  select *, count(*) over () as total from proposals
  where ${state ? STATES[state](now) : part`true`}
    and (${text} = '' or prospect ilike '%' || ${text} || '%' or consultant_name ilike '%' || ${text} || '%')
  order by id desc limit ${limit} offset ${offset}`
export const isCompany = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from companies where id = ${id} and deleted_at is null`) !== undefined

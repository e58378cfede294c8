import * as z from 'zod/mini'
import { PAY_OPTIONS } from '#features/plans/rules.ts'
import { blank, cents, cleared, endpoint, id, json, moment, page, text, whole } from '#shared/wire.ts'

const option = z.enum(PAY_OPTIONS)
const annual = z.object({ total: cents, instalments: z.int(), each: cents, saving: cents })
/** The specification's proposal data, with who offers it and until when. */
const proposalShape = z.object({
  id,
  token: z.string(),
  link: z.string(),
  companyId: z.nullable(id),
  prospect: z.string(),
  consultantName: z.string(),
  consultantPhone: z.string(),
  /** With the prices that were offered, a month's. */
  recommendedPlan: z.object({
    id,
    name: z.string(),
    products: z.int(),
    sellers: z.int(),
    price_tables: z.int(),
    monthly: cents,
    extra_products: cents,
    extra_seller: cents,
  }),
  selectedProducts: z.int(),
  selectedSellers: z.int(),
  extraProducts: z.int(),
  extraSellers: z.int(),
  extraProductCost: cents,
  extraSellerCost: cents,
  totalMonthlyCost: cents,
  annual: z.object({ pix: annual, x12: annual, x6: annual, x3: annual }),
  bestSaving: cents,
  bestOption: option,
  selectedPaymentMethod: z.string(),
  created_at: moment,
  expires_at: moment,
  expired: z.boolean(),
  views: z.int(),
  viewed_at: z.nullable(moment),
  accepted_at: z.nullable(moment),
})
export type Proposal = z.output<typeof proposalShape>

/** Holds still, was accepted, ran out without. */
const PROPOSAL_STATES = ['valendo', 'aceita', 'vencida'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]
export const createProposal = endpoint('POST /api/v2/proposals', {
  does: 'Criar proposta: os preços são calculados aqui e valem 7 dias',
  levels: [0],
  body: z.object({
    selectedProducts: whole,
    selectedSellers: whole,
    plan_id: cleared(id),
    prospect: z.optional(text(120)),
    email: blank(text(254)),
    consultantName: text(80, 2),
    consultantPhone: z.optional(text(20)),
    companyId: cleared(id),
    selectedPaymentMethod: blank(option),
    tracking: z.optional(json(z.looseObject({}))),
  }),
  data: proposalShape,
})
export const listProposals = endpoint('GET /api/v2/proposals', {
  does: 'Propostas feitas, com o que aconteceu a cada uma',
  levels: [0],
  query: z.object({ ...page, text: blank(z.string()), state: blank(z.enum(PROPOSAL_STATES)) }),
  data: z.array(proposalShape),
  list: true,
})
export const readProposal = endpoint('GET /api/v2/proposals/:token', {
  does: 'A proposta, para quem recebeu o link',
  levels: 'anyone',
  params: z.object({ token: text(60, 10) }),
  data: proposalShape,
})
export const proposalPdf = endpoint('GET /api/v2/proposals/:token/pdf', {
  does: 'A proposta em PDF',
  levels: 'anyone',
  params: z.object({ token: text(60, 10) }),
  answer: 'file',
})

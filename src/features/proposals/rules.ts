// What a consultant offers: the plan that fits a need, every way of paying it, and the link
// that makes it a subscription.
import { slug } from '#shared/name.ts'
import {
  type Extras,
  extrasFor,
  type Need,
  PAY_OPTIONS,
  type PayOption,
  type PlanTerms,
  priceOf,
  recommend,
} from '#features/plans/rules.ts'

/** How the ways of paying a year are said. */
export const YEARLY_WORDS = {
  pix: 'À vista no Pix',
  x3: '3x no cartão',
  x6: '6x no cartão',
  x12: '12x sem juros',
} as const
/** Days that a proposal holds (specification §9). */
export const PROPOSAL_DAYS = 7
/** The prices of a proposal while it holds. */
export interface ProposalTerms {
  id: number
  token: string
  company_id: number | null
  plan: PlanTerms
  extras: Extras
}
/** The specification's proposal data; money in cents. */
export interface ProposalData {
  recommendedPlan: { id: number; name: string }
  selectedProducts: number
  selectedSellers: number
  /** Products and sellers beyond the plan, as they are sold. */
  extraProducts: number
  extraSellers: number
  extraProductCost: number
  extraSellerCost: number
  totalMonthlyCost: number
  annual: Record<Exclude<PayOption, 'mensal'>, { total: number; instalments: number; each: number; saving: number }>
  /** The largest saving, and on which option. */
  bestSaving: number
  bestOption: PayOption
}
/** The proposal for a need: the cheapest plan unless one is chosen. */
export function propose(
  plans: PlanTerms[],
  need: Need,
  chosen?: PlanTerms,
): { data: ProposalData; plan: PlanTerms; extras: Extras } {
  const plan = chosen ?? recommend(plans, need).plan
  const extras = extrasFor(plan, need)
  const annual = Object.fromEntries(
    PAY_OPTIONS.filter((o) => o !== 'mensal').map((o) => {
      const p = priceOf(plan, extras, o)
      return [o, { total: p.total, instalments: p.instalments, each: p.each, saving: p.full - p.total }]
    }),
  ) as ProposalData['annual']
  const best = (Object.keys(annual) as (keyof typeof annual)[]).reduce((a, b) =>
    annual[b].saving > annual[a].saving ? b : a,
  )
  return {
    plan,
    extras,
    data: {
      recommendedPlan: { id: plan.id, name: plan.name },
      selectedProducts: need.products,
      selectedSellers: need.sellers,
      extraProducts: extras.products * 100,
      extraSellers: extras.sellers,
      extraProductCost: extras.products * plan.extra_products,
      extraSellerCost: extras.sellers * plan.extra_seller,
      totalMonthlyCost: priceOf(plan, extras, 'mensal').full,
      annual,
      bestSaving: annual[best].saving,
      bestOption: best,
    },
  }
}
/** "Ana Paula de Souza" → "ana-paula": how a consultant is called in a link. */
export const shortName = (name: string) => slug(name).split('-').slice(0, 2).join('-') || 'consultor'
/** The activation link: seller count, product count, company id and the consultant's short name (specification §9). */
export function activationLink(
  base: string,
  p: { sellers: number; products: number; company_id: number | null; consultant: string; token: string },
): string {
  const query = new URLSearchParams({
    vendedores: String(p.sellers),
    produtos: String(p.products),
    consultor: p.consultant,
    proposta: p.token,
  })
  if (p.company_id !== null) query.set('company_id', String(p.company_id))
  return `${base}/session/assinar?${query}`
}

import type { PayOption } from '#features/plans/rules.ts'
import type { Ask } from '../contract.ts'
import type { Billing } from './BillingFields.tsx'

/** What is filled in on the way to a subscription. */
export interface Values extends Billing {
  plan_id: string
  option: PayOption
  extra_products: number
  extra_sellers: number
}
/** A seller's request as the form's values. */
export function valuesOf({ form }: Ask): Partial<Values> {
  const { plan_id, desconto: _, proposta: __, ...typed } = form
  const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
  return { ...filled, plan_id: String(plan_id) }
}

import type { PayOption } from '#features/plans/rules.ts'
import type { Billing } from './BillingFields.tsx'

/** What is filled in on the way to a subscription. */
export interface Values extends Billing {
  plan_id: string
  option: PayOption
  extra_products: number
  extra_sellers: number
}

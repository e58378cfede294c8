import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'

export interface WrittenRate {
  seller_id: number | null
  category_id: number | null
  product_id: number | null
  rate_bp: number | null
  since: string
}
/** From that day on this rate and no other: what was set for later days goes. One admin after another. */
export async function putRate(tx: Tx, company: number, r: WrittenRate): Promise<void> {
  await lockCompany(tx, company)
  await tx.sql`delete from commission_rates where since >= ${r.since} and seller_id is not distinct from ${r.seller_id}
    and category_id is not distinct from ${r.category_id} and product_id is not distinct from ${r.product_id}`
  await tx.sql`insert into commission_rates (company_id, seller_id, category_id, product_id, rate_bp, since)
    select ${company}, ${r.seller_id}, ${r.category_id}, ${r.product_id}, ${r.rate_bp}, ${r.since}
    where ${r.rate_bp}::int is not null or exists (select 1 from commission_rates
      where seller_id is not distinct from ${r.seller_id} and category_id is not distinct from ${r.category_id}
        and product_id is not distinct from ${r.product_id})`
}
/** The target from that month on: what was set for later months goes. */
export async function putTarget(tx: Tx, company: number, seller: number, month: string, cents: number): Promise<void> {
  await lockCompany(tx, company)
  await tx.sql`delete from sales_targets where seller_id = ${seller} and month >= ${month}`
  await tx.sql`insert into sales_targets (company_id, seller_id, month, cents)
    values (${company}, ${seller}, ${month}, ${cents})`
}

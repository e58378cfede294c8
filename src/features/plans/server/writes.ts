import type { Tx } from '#server/db.ts'
import type { Plan } from '../contract.ts'

/** Without `files_mb`: a new plan has the usual space, another one keeps its own. */
type PlanForm = Omit<Plan, 'id' | 'files_mb'> & { files_mb: number | null }
export const addPlan = async (tx: Tx, p: PlanForm) =>
  (
    await tx.first<{ id: number }>`
  insert into plans (name, products, sellers, price_tables, admins, clients, files_mb, monthly_cents, extra_products_cents,
    extra_seller_cents, active, "order")
  values (${p.name}, ${p.products}, ${p.sellers}, ${p.price_tables}, ${p.admins}, ${p.clients},
    coalesce(${p.files_mb}, 15360), ${p.monthly},
    ${p.extra_products}, ${p.extra_seller}, ${p.active}, ${p.order}) returning id`
  )?.id as number
export const changePlan = async (tx: Tx, id: number, p: PlanForm) =>
  (
    await tx.sql`
  update plans set name = ${p.name}, products = ${p.products}, sellers = ${p.sellers},
  price_tables = ${p.price_tables}, admins = ${p.admins}, clients = ${p.clients},
    files_mb = coalesce(${p.files_mb}, files_mb),
    monthly_cents = ${p.monthly}, extra_products_cents = ${p.extra_products}, extra_seller_cents = ${p.extra_seller},
    active = ${p.active}, "order" = ${p.order}
  where id = ${id} returning id`
  ).length > 0

export interface CouponForm {
  code: string
  percent_bp: number
  plan_id: number | null
  yearly_only: boolean
  valid_until: string | null
  max_uses: number | null
  active: boolean
  repeatable: boolean
}
export const addCoupon = async (tx: Tx, c: CouponForm) =>
  (
    await tx.first<{ id: number }>`
  insert into coupons (code, percent_bp, plan_id, yearly_only, valid_until, max_uses, active, repeatable)
  values (${c.code}, ${c.percent_bp}, ${c.plan_id}, ${c.yearly_only}, ${c.valid_until}, ${c.max_uses}, ${c.active},
    ${c.repeatable})
  on conflict (code) do nothing returning id`
  )?.id
export const changeCoupon = async (tx: Tx, id: number, c: CouponForm) =>
  (
    await tx.sql`
  update coupons set code = ${c.code}, percent_bp = ${c.percent_bp}, plan_id = ${c.plan_id},
  yearly_only = ${c.yearly_only}, valid_until = ${c.valid_until},
    max_uses = ${c.max_uses}, active = ${c.active}, repeatable = ${c.repeatable}
    where id = ${id} and not exists (select 1 from coupons o where o.code = ${c.code} and o.id <> ${id}) returning id`
  ).length > 0
/** Counts one use, when the coupon still holds one for this company and document; answers the coupon's number. */
export const useCoupon = async (tx: Tx, code: string, company: number, document: string) =>
  (await tx.first<{ id: number }>`select app.use_coupon(${code}, ${company}, ${document}) as id`)?.id
/** Starts the welcome offer's clock, once. */
export const startOffer = async (tx: Tx, id: number, now: Date) =>
  (
    await tx.first<{
      at: Date
    }>`update companies set offer_started_at = coalesce(offer_started_at, ${now}) where id = ${id}
      returning offer_started_at as at`
  )?.at

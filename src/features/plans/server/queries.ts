import type { Tx } from '#server/db.ts'
import type { Coupon, Plan, PlatformSettings } from '../contract.ts'
import { BYTES_OF_MB } from '#shared/space.ts'
import type { Kept, Used } from '../rules.ts'

export const findPlans = (tx: Tx, all: boolean) => tx.sql<Plan>`
  select id, name, products, sellers, price_tables, admins, clients, files_mb, monthly_cents as monthly,
  extra_products_cents as extra_products,
    extra_seller_cents as extra_seller, active, "order" from plans where active or ${all} order by "order", id`
export const findPlan = async (tx: Tx, id: number) => (await findPlans(tx, true)).find((p) => p.id === id)

const percent = (r: Omit<Coupon, 'percent'> & { percent_bp: number }): Coupon => ({ ...r, percent: r.percent_bp })
export const findCoupons = async (tx: Tx) =>
  (
    await tx.sql<Omit<Coupon, 'percent'> & { percent_bp: number }>`select * from coupons order by active desc, code`
  ).map(percent)
/** A coupon that can be used today, by its code; the use that the company's own request holds would be free again. */
export const findCoupon = (tx: Tx, company: number | null, code: string, today: string) => tx.first<{
  id: number
  code: string
  percent_bp: number
  plan_id: number | null
  yearly_only: boolean
  valid_until: string | null
}>`
  select * from coupons c where code = upper(${code}) and active
  and (valid_until is null or valid_until >= ${today}::date) and (max_uses is null or uses < max_uses
    or exists (select 1 from subscriptions s where s.company_id = ${company} and s.status = 'pendente'
      and s.coupon_id = c.id))
  and (${company}::bigint is null or not app.is_coupon_spent(c.id, ${company}, ''))`
/** Who receives the money, who advises, whether people sign up by themselves. */
export const findPlatform = async (tx: Tx) =>
  (await tx.first<PlatformSettings>`select * from platform`) as PlatformSettings
/** When a company first saw the welcome offer, with what decides whether it still holds. */
export const findOfferOf = (tx: Tx, company: number) => tx.first<{ trial: boolean; offer_started_at: Date | null }>`
  select trial, offer_started_at from companies where id = ${company}`
export const findRedirect = async (tx: Tx, company: number) =>
  (
    await tx.first<{
      link: string
    }>`select r.redirect_link as link from companies c join resellers r on r.id = c.reseller_id
      where c.id = ${company} and c.deleted_at is null`
  )?.link ?? ''
/** What a company keeps, and how much of it it may. */
export const findKept = async (tx: Tx, company: number) =>
  (await tx.first<Kept>`select ceil(u.file_bytes / ${BYTES_OF_MB}::numeric)::int as files_mb, c.max_files_mb,
      u.cards, app.most_cards(c.max_users_client) as max_cards, u.categories
    from companies c, app.usage_of(array[c.id]) u where c.id = ${company}`) as Kept
/** How much a company uses; a table is in use when somebody buys at it. */
export const findUsed = async (tx: Tx, company: number) =>
  (await tx.first<Used>`select u.products, u.sellers,
    (select coalesce(max(p.price_table), 1) from users p
      where p.company_id = ${company} and p.active and p.deleted_at is null) as price_tables
    from app.usage_of(array[${company}::bigint]) u`) as Used

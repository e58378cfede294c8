import * as z from 'zod/mini'
import { blank, cents, cleared, day, endpoint, flag, id, moment, percent, text, whole } from '#shared/wire.ts'

/** Prices are a month's. */
const planShape = z.object({
  id,
  name: z.string(),
  products: z.int(),
  sellers: z.int(),
  price_tables: z.int(),
  admins: z.int(),
  clients: z.int(),
  /** Space for files, in MB. */
  files_mb: z.int(),
  monthly: cents,
  extra_products: cents,
  extra_seller: cents,
  active: flag,
  order: z.int(),
})
export type Plan = z.output<typeof planShape>
/** What `desconto` or the welcome offer takes off; `ends_at` tells until when, `plan_id` of which plan. */
const offerShape = z.object({
  percent_bp: z.int(),
  why: z.string(),
  yearly_only: z.boolean(),
  plan_id: z.nullable(id),
  ends_at: z.nullable(z.string()),
})

export const listPlans = endpoint('GET /api/v2/plans', {
  does: 'Planos à venda e os descontos que há para quem pergunta: vale o melhor para o plano e a forma de pagar',
  levels: [0, 1, 2, 3],
  public: true,
  anonymous: true,
  whileClosed: true,
  query: z.object({ desconto: blank(text(40)), company_id: blank(id) }),
  data: z.object({
    plans: z.array(planShape),
    /** One of them holds: the best of those for a plan and a way of paying. */
    offers: z.array(offerShape),
    /** The discount that was asked for and does not hold (any more). */
    refused: z.boolean(),
    consultant: z.object({ name: z.string(), phone: z.string() }),
    pix: z.boolean(),
    /** Where a reseller's companies subscribe; '' for the others. */
    redirect: z.string(),
  }),
})
export const startOffer = endpoint('POST /api/v2/companies/:company/offer', {
  does: 'A oferta de boas-vindas foi vista: a contagem começa uma vez só, para todos os aparelhos',
  levels: [1, 2],
  personal: true,
  whileClosed: 'admin',
  params: z.object({ company: id }),
  data: z.object({ started_at: moment, now: moment }),
})
const planForm = {
  name: text(40, 2),
  products: whole,
  sellers: whole,
  price_tables: whole,
  admins: whole,
  clients: whole,
  files_mb: blank(whole),
  monthly: cents,
  extra_products: cents,
  extra_seller: cents,
  active: z.optional(flag),
  order: blank(whole),
}
export const createPlan = endpoint('POST /api/v2/plans', {
  does: 'Criar plano',
  levels: [0],
  body: z.object(planForm),
  data: planShape,
})
export const updatePlan = endpoint('PUT /api/v2/plans/:id', {
  does: 'Alterar plano; quem já assina mantém os limites que tem',
  levels: [0],
  params: z.object({ id }),
  body: z.object(planForm),
  data: planShape,
})

const couponShape = z.object({
  id,
  code: z.string(),
  percent: percent,
  plan_id: z.nullable(id),
  yearly_only: flag,
  valid_until: z.nullable(z.string()),
  max_uses: z.nullable(z.int()),
  uses: z.int(),
  active: flag,
  /** A company or document may use it more than once. */
  repeatable: flag,
})
export type Coupon = z.output<typeof couponShape>
const couponForm = z.object({
  code: text(40, 2),
  percent,
  plan_id: cleared(id),
  yearly_only: z.optional(flag),
  valid_until: cleared(day),
  max_uses: cleared(whole),
  active: z.optional(flag),
  repeatable: z.optional(flag),
})
export const listCoupons = endpoint('GET /api/v2/coupons', {
  does: 'Cupons de desconto',
  levels: [0],
  data: z.array(couponShape),
})
export const createCoupon = endpoint('POST /api/v2/coupons', {
  does: 'Criar cupom',
  levels: [0],
  body: couponForm,
  data: couponShape,
})
export const updateCoupon = endpoint('PUT /api/v2/coupons/:id', {
  does: 'Alterar cupom',
  levels: [0],
  params: z.object({ id }),
  body: couponForm,
  data: couponShape,
})

/** Who receives the money, who advises, whether people sign up by themselves and for how long they try. */
export const platformShape = z.object({
  pix_key: z.string(),
  pix_name: z.string(),
  pix_city: z.string(),
  consultant_name: z.string(),
  consultant_phone: z.string(),
  signup_open: flag,
  trial_days: z.int(),
})
export type PlatformSettings = z.output<typeof platformShape>

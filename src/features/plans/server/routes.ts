import type { FastifyInstance } from 'fastify'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { inCompany } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import type { BodyOf } from '#shared/wire.ts'
import * as c from '../contract.ts'
import { findOffers } from './offers.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listPlans, async ({ tx, query, session, company, named, now }) => {
    const operator = session?.level === 0
    // Before the call's own transaction begins: it needs another company's, and no call holds two connections.
    const redirect = await redirectOf(company ?? named)
    const { offers, refused } = await findOffers(tx, session?.company_id ?? null, query.desconto ?? '', now)
    const p = await q.findPlatform(tx)
    return {
      plans: await q.findPlans(tx, operator),
      offers,
      refused,
      consultant: { name: p.consultant_name, phone: p.consultant_phone },
      pix: p.pix_key !== '',
      redirect,
    }
  })
  const redirectOf = async (id: number | null) =>
    id === null ? '' : inCompany(kit.pool, id, (own) => q.findRedirect(own, id))
  serve(app, kit, c.startOffer, async ({ tx, caller, now }) => {
    const started_at = await w.startOffer(tx, caller.company_id, now)
    if (!started_at) throw new Refusal('not_found')
    return { started_at, now }
  })
  serve(app, kit, c.createPlan, async ({ tx, body }) => one(await q.findPlan(tx, await w.addPlan(tx, readPlan(body)))))
  serve(app, kit, c.updatePlan, async ({ tx, params, body }) => {
    if (!(await w.changePlan(tx, params.id, readPlan(body)))) throw new Refusal('not_found')
    return one(await q.findPlan(tx, params.id))
  })
  serve(app, kit, c.listCoupons, ({ tx }) => q.findCoupons(tx))
  serve(app, kit, c.createCoupon, async ({ tx, body, now }) => {
    const id = await w.addCoupon(tx, readCoupon(body, now))
    if (id === undefined) throw codeTaken()
    return one((await q.findCoupons(tx)).find((x) => x.id === id))
  })
  serve(app, kit, c.updateCoupon, async ({ tx, params, body, now }) => {
    if (!(await q.findCoupons(tx)).some((x) => x.id === params.id)) throw new Refusal('not_found')
    if (!(await w.changeCoupon(tx, params.id, readCoupon(body, now, false)))) throw codeTaken()
    return one((await q.findCoupons(tx)).find((x) => x.id === params.id))
  })
}
const one = <T>(row: T | undefined): T => {
  if (row === undefined) throw new Refusal('not_found')
  return row
}
const codeTaken = () => invalid({ code: 'Já existe um cupom com este código.' })
function readPlan(f: BodyOf<typeof c.createPlan>) {
  const errors: Record<string, string> = {}
  for (const key of ['products', 'sellers', 'price_tables', 'admins', 'clients'] as const)
    if (f[key] < 1 || f[key] > (key === 'price_tables' ? 3 : 1_000_000))
      errors[key] = key === 'price_tables' ? 'De 1 a 3 tabelas.' : 'Informe um número acima de zero.'
  if (f.files_mb !== undefined && (f.files_mb < 1 || f.files_mb > 10_000_000))
    errors.files_mb = 'Informe um número acima de zero.'
  if (f.monthly <= 0 || f.monthly > 99_999_999) errors.monthly = 'Preço inválido. Ex.: 99,90.'
  for (const key of ['extra_products', 'extra_seller'] as const)
    if (f[key] < 0 || f[key] > 99_999_999) errors[key] = 'Preço inválido. Ex.: 10,00.'
  if (Object.keys(errors).length) throw invalid(errors)
  return { ...f, files_mb: f.files_mb ?? null, active: f.active ?? true, order: f.order ?? 0 }
}
function readCoupon(f: BodyOf<typeof c.createCoupon>, now: Date, fresh = true): w.CouponForm {
  const errors: Record<string, string> = {}
  const code = f.code.toUpperCase()
  if (!/^[A-Z0-9_-]{2,40}$/.test(code)) errors.code = 'Use letras sem acento, números, - e _.'
  if (f.percent <= 0 || f.percent > 10_000) errors.percent = 'Informe uma porcentagem entre 0 e 100.'
  if (fresh && f.valid_until && f.valid_until < dayIn(HOME_ZONE, now)) errors.valid_until = 'Esta data já passou.'
  if (f.max_uses != null && f.max_uses < 1) errors.max_uses = 'Informe um número acima de zero.'
  if (Object.keys(errors).length) throw invalid(errors)
  return {
    code,
    percent_bp: f.percent,
    plan_id: f.plan_id ?? null,
    yearly_only: f.yearly_only ?? false,
    valid_until: f.valid_until ?? null,
    max_uses: f.max_uses ?? null,
    active: f.active ?? true,
    repeatable: f.repeatable ?? false,
  }
}

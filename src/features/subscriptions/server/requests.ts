// Who asks without a session leaves a request for the operator, apart from everything that a company has.
import { tellOperators } from '#features/mails/server/index.ts'
import { priceOf } from '#features/plans/rules.ts'
import { findOffers, findPlatform } from '#features/plans/server/index.ts'
import { holdingProposal, takeProposal } from '#features/proposals/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { acrossCompanies } from '#server/db.ts'
import { countTry } from '#server/count-tries.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { FastifyInstance } from 'fastify'
import * as c from '../contract.ts'
import { OPTION_WORDS } from '../rules.ts'
import { operatorHref } from './links.ts'
import * as q from './queries.ts'
import { checked, readWanted } from './subscribe.ts'
import * as w from './writes.ts'

/** Keeps the request and tells the operators; the answer is the same whether the company
 * exists, does not or is not named. */
export async function leaveRequest(
  kit: Kit,
  form: BodyOf<typeof c.subscribe>,
  from: { named: number | null; ip: string },
  now: Date,
) {
  const proposal = form.proposta ? await holdingProposal(kit.db, form.proposta, null, now) : null
  const company = proposal?.company_id ?? from.named
  const { subscribe_ip, subscribe_company } = kit.config.limits
  await countTry(
    kit,
    [
      { key: `assinar-ip:${from.ip}`, limit: subscribe_ip, seconds: 3600 },
      ...(company === null ? [] : [{ key: `assinar-co:${company}`, limit: subscribe_company, seconds: 86_400 }]),
    ],
    now,
  )
  const f = checked(form, dayIn(HOME_ZONE, now))
  return acrossCompanies(kit.pool, async (tx) => {
    const { plan, option, extras, coupon } = await readWanted(tx, form, proposal)
    const price = priceOf(plan, extras, option, (await findOffers(tx, null, coupon, now)).offers)
    const id = await w.addRequest(
      tx,
      {
        company,
        plan_id: plan.id,
        option,
        extra_products: extras.products,
        extra_sellers: extras.sellers,
        amount: price.total,
        discount: price.full - price.total,
        coupon: price.offer?.coupon ?? '',
        proposal_id: proposal?.id ?? null,
        description: form.description ?? '',
        billing_name: form.billing_name,
        billing_document: f.document,
        billing_email: f.email,
        phone: f.phone,
        billing_address: f.address,
        tracking: form.tracking ?? {},
      },
      now,
    )
    if (proposal) await takeProposal(tx, proposal.token, null, now)
    await tellOperators(tx, {
      key: `pedido-assinatura-${id}`,
      template: 'request',
      params: { name: form.billing_name, plan: plan.name },
      rows: [
        ['E-mail', f.email],
        ['Telefone', showPhone(f.phone)],
        ['Pagamento', `${OPTION_WORDS[option]}, ${showCents(price.total)}`],
      ],
      href: operatorHref(kit),
    })
    const { consultant_name } = await findPlatform(tx)
    const message = `Seu pedido chegou. ${consultant_name || 'A equipe do Mostruário'} responde em ${f.email} com a cobrança; até lá, nada muda na conta.`
    return {
      status: 'pendente' as const,
      amount: price.total,
      discount_amount: price.full - price.total,
      invoice: null,
      message,
    }
  })
}
export function requestRoutes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listRequests, async ({ tx, query, session }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const rows = await q.findRequests(tx, { id: null, status: query.status ?? '', limit, offset })
    return { rows, total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.answerRequest, async ({ tx, params, body, session, now }) => {
    await w.answerRequest(tx, params.id, body.status, session?.name ?? '', now)
    const [row] = await q.findRequests(tx, { id: params.id, status: '', limit: 1, offset: 0 })
    if (!row) throw new Refusal('not_found')
    return row
  })
}

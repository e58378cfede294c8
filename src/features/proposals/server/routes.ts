import { HOME_ZONE } from '#shared/zoned-time.ts'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '#features/mails/server/index.ts'
import { findPlans } from '#features/plans/server/index.ts'
import { escapeLike } from '#server/db.ts'
import { type Kit, paging, SENT, serve } from '#server/serve.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import * as c from '../contract.ts'
import { activationLink, PROPOSAL_DAYS, propose, shortName } from '../rules.ts'
import { findProposal, findProposals, isCompany, type ProposalRow } from './queries.ts'
import { addProposal } from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.createProposal, async ({ tx, body, session, now }) => {
    const errors: Record<string, string> = {}
    if (body.selectedProducts < 1 || body.selectedProducts > 1_000_000)
      errors.selectedProducts = 'Informe quantos produtos, de 1 a 1.000.000.'
    if (body.selectedSellers < 0 || body.selectedSellers > 10_000)
      errors.selectedSellers = 'Informe quantos vendedores, até 10.000.'
    const phone = phoneDigits(body.consultantPhone ?? '')
    const issue = phoneIssue(body.consultantPhone ?? '')
    if (issue) errors.consultantPhone = issue
    const email = body.email?.toLowerCase() ?? ''
    if (email && !EMAIL.test(email)) errors.email = 'E-mail inválido.'
    if (body.companyId != null && !(await isCompany(tx, body.companyId))) errors.companyId = 'Esta empresa não existe.'
    const plans = await findPlans(tx, false)
    const chosen = body.plan_id == null ? undefined : plans.find((p) => p.id === body.plan_id)
    if (body.plan_id != null && !chosen) errors.plan_id = 'Escolha um plano da lista.'
    if (Object.keys(errors).length) throw invalid(errors)
    const { data, plan } = propose(plans, { products: body.selectedProducts, sellers: body.selectedSellers }, chosen)
    const token = randomBytes(18).toString('base64url')
    await addProposal(
      tx,
      {
        company_id: body.companyId ?? null,
        token,
        consultant_name: body.consultantName,
        consultant_short: shortName(body.consultantName),
        consultant_phone: phone,
        prospect: body.prospect ?? '',
        plan_id: plan.id,
        products: body.selectedProducts,
        sellers: body.selectedSellers,
        quote: { plan, data },
        selected_payment: body.selectedPaymentMethod ?? data.bestOption,
        expires_at: new Date(now.getTime() + PROPOSAL_DAYS * 86_400_000),
        tracking: body.tracking ?? {},
        created_by: session?.user_id ?? 0,
      },
      now,
    )
    // In the same transaction: the function that a link goes through sees it by its token.
    const row = await findProposal(tx, token, now, false)
    if (!row) throw new Refusal('not_found')
    if (email)
      await queueMail(tx, body.companyId ?? null, {
        key: `proposta-${token}`,
        to: email,
        template: 'proposal',
        params: {
          name: row.prospect || email,
          plan: plan.name,
          consultant: row.consultant_name,
          until: row.expires_at.toLocaleDateString('pt-BR', { timeZone: HOME_ZONE }),
        },
        href: shape(row, now).link,
      })
    return shape(row, now)
  })
  serve(app, kit, c.listProposals, async ({ tx, query, session, now }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const text = escapeLike((query.text ?? '').trim())
    const rows = await findProposals(tx, { text, state: query.state, now, limit, offset })
    return { rows: rows.map((r) => shape(r, now)), total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.readProposal, async ({ params, now }) => shape(await opened(params.token, now, true), now))
  serve(app, kit, c.proposalPdf, async ({ params, now, reply }) => {
    const row = await opened(params.token, now, false)
    // Loaded with the first PDF: the server does not carry fonts about for nothing.
    const { drawProposal } = await import('./pdf.ts')
    const pdf = await drawProposal(shape(row, now))
    void reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="proposta-${row.consultant_short}-${row.id}.pdf"`)
      .send(pdf)
    return SENT
  })

  async function opened(token: string, now: Date, seen: boolean): Promise<ProposalRow> {
    const row = await findProposal(kit.db, token, now, seen)
    if (!row) throw new Refusal('not_found')
    return row
  }
  function shape(r: ProposalRow, now: Date): c.Proposal {
    const { recommendedPlan: _, ...data } = r.quote.data
    return {
      ...data,
      id: r.id,
      token: r.token,
      link: activationLink(kit.config.publicUrl, {
        sellers: r.sellers,
        products: r.products,
        company_id: r.company_id,
        consultant: r.consultant_short,
        token: r.token,
      }),
      companyId: r.company_id,
      prospect: r.prospect,
      consultantName: r.consultant_name,
      consultantPhone: r.consultant_phone,
      recommendedPlan: r.quote.plan,
      selectedPaymentMethod: r.selected_payment,
      created_at: r.created_at,
      expires_at: r.expires_at,
      expired: r.expires_at <= now,
      views: r.views,
      viewed_at: r.viewed_at,
      accepted_at: r.accepted_at,
    }
  }
}

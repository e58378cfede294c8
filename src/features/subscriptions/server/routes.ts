import { showDay } from '#shared/day.ts'
import type { FastifyInstance } from 'fastify'
import { enterCompany } from '#features/companies/server/index.ts'
import { queueMail, tellOperators } from '#features/mails/server/index.ts'
import { findKept, findPlatform, findRedirect, findUsed } from '#features/plans/server/index.ts'
import { holdingProposal } from '#features/proposals/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { acrossCompanies, escapeLike, inCompany, type Tx } from '#server/db.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { assertSigned } from '#server/signed.ts'
import { Refusal } from '#shared/errors.ts'
import { isWebLink } from '#shared/address.ts'
import { showCents } from '#shared/money.ts'
import * as c from '../contract.ts'
import { pixCode } from '../pix.ts'
import { creditOf, isPix } from '../rules.ts'
import { confirm } from './confirm.ts'
import * as q from './queries.ts'
import { PIX_HOLDS } from './invoices.ts'
import { operatorHref } from './links.ts'
import { leaveRequest, requestRoutes } from './requests.ts'
import { askAdmins, blockedRefusal, makeSubscription } from './subscribe.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  requestRoutes(app, kit)
  serve(app, kit, c.subscribe, async ({ tx, body, company, named, session, ip, now }) => {
    if (!session) return leaveRequest(kit, body, { named, ip }, now)
    if (company === null)
      throw new Refusal('invalid', { errors: { company_id: ['Diga de qual empresa é a assinatura.'] } })
    const redirect = session.level > 0 ? await findRedirect(tx, company) : ''
    if (isWebLink(redirect)) throw new Refusal('reseller_subscribes', { redirect })
    const proposal = body.proposta ? await holdingProposal(tx, body.proposta, company, now) : null
    if (session.level === 2) return askAdmins(tx, { company, user: session.user_id }, body, proposal, now)
    const made = await makeSubscription(kit, tx, company, body, proposal, now)
    if (body.ask != null) await w.dropAsk(tx, company, body.ask)
    const message =
      made.amount === 0
        ? 'O crédito que havia pagou a assinatura: o plano já vale.'
        : `Pedido feito: ${showCents(made.amount)}.`
    return {
      status: 'pendente' as const,
      amount: made.amount,
      discount_amount: made.discount,
      invoice: made.invoice,
      message,
    }
  })

  serve(app, kit, c.readSubscription, async ({ tx, company, now }) => {
    const standing = company === null ? undefined : await q.findStanding(tx, company)
    if (!standing || company === null) throw new Refusal('not_found')
    const today = dayIn(standing.time_zone, now)
    const before = await q.findBefore(tx, company, today)
    const kept = await q.findCredit(tx, company)
    return {
      current: (await q.findSubscription(tx, company, false, now)) ?? null,
      pending: (await q.findSubscription(tx, company, true, now)) ?? null,
      invoices: await q.findInvoices(tx, company),
      used: await findUsed(tx, company),
      space: await findKept(tx, company),
      limits: {
        products: standing.max_products,
        sellers: standing.max_users_seller,
        price_tables: standing.max_price_tables,
      },
      credit: (before ? creditOf(await q.findPaid(tx, company, before.id, today), today) : 0) + kept,
      kept,
      asks: await q.findAsks(tx, company),
      blocked: standing.is_blocked,
      sellers: await q.findActiveSellers(tx, company),
      valid_until: standing.valid_until,
    }
  })
  serve(app, kit, c.declineAsk, async ({ tx, params, caller }) => {
    if (!(await w.dropAsk(tx, caller.company_id, params.id))) throw new Refusal('not_found')
  })
  serve(app, kit, c.cancelSubscription, async ({ tx, body, caller, now }) => {
    const standing = await w.lockStanding(tx, caller.company_id)
    const current =
      (await q.findSubscription(tx, caller.company_id, false, now)) ??
      (await q.findSubscription(tx, caller.company_id, true, now))
    if (!current || (await w.cancelActive(tx, caller.company_id, body.reason ?? '', now)) === undefined)
      throw new Refusal('not_found', { message: 'Não há assinatura para cancelar.' })
    await w.cancelInvoices(tx, caller.company_id)
    await queueMail(tx, caller.company_id, {
      key: `cancelada-${current.id}`,
      to: current.billing_email,
      template: 'cancelled',
      params: { company: standing?.name ?? '', until: showDay(standing?.valid_until) },
      href: `${kit.config.publicUrl}/session/assinar`,
    })
    return { ...current, status: 'cancelada' as const, cancelled_at: now }
  })

  serve(app, kit, c.readInvoice, ({ params, now }) =>
    inside(params.token, async (tx, id) => {
      const invoice = await q.findInvoice(tx, id)
      if (!invoice) throw new Refusal('not_found')
      const p = await findPlatform(tx)
      const { is_blocked: blocked } = invoice
      const ended = hasEnded(invoice, now)
      const open = invoice.status === 'aberta' && invoice.expires_at > now && !ended && !blocked
      return {
        ...invoice,
        pix: open ? invoice.pix : '',
        payable: isPix(invoice.option) && p.pix_key !== '' && !ended && !blocked,
        ended,
        blocked,
        now,
        consultant: { name: p.consultant_name, phone: p.consultant_phone },
      }
    }),
  )
  serve(app, kit, c.renewInvoice, ({ params, now }) =>
    inside(params.token, async (tx, id) => {
      const found = await q.findInvoice(tx, id)
      const invoice = await w.lockInvoice(tx, id)
      if (invoice?.status !== 'aberta' || !found) throw new Refusal('invoice_closed')
      if (found.is_blocked) throw await blockedRefusal(tx)
      if (hasEnded(found, now)) throw new Refusal('offer_ended')
      const p = await findPlatform(tx)
      if (isPix(invoice.option) && p.pix_key)
        await w.setPix(tx, id, pixCode(p, invoice.amount, invoice.txid), new Date(now.getTime() + PIX_HOLDS))
    }),
  )

  serve(app, kit, c.readStanding, async ({ tx, now }) => (await q.countStanding(tx, now)) as c.Standing)
  serve(app, kit, c.listSubscriptions, async ({ tx, query, session, now }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const rows = await q.findSubscriptions(tx, {
      status: query.status ?? '',
      text: escapeLike((query.text ?? '').trim()),
      now,
      limit,
      offset,
    })
    const revived = rows.map((r) => ({
      ...r,
      invoice: r.invoice && {
        ...r.invoice,
        created_at: new Date(r.invoice.created_at),
        paid_at: r.invoice.paid_at && new Date(r.invoice.paid_at),
      },
    }))
    return { rows: revived, total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.confirmInvoice, async ({ tx, params, body, session, now }) => {
    const found = await q.findInvoice(tx, params.id)
    if (!found) throw new Refusal('not_found')
    await enterCompany(tx, found.company_id)
    const result = await confirm(kit, tx, found, {
      amount: body.amount,
      by: `${session?.name ?? ''} (operação)`,
      now,
    })
    if (result === 'outro_valor') throw new Refusal('other_amount', { expected: found.amount })
    return { result, valid_until: (await q.findStanding(tx, found.company_id))?.valid_until ?? '' }
  })
  serve(app, kit, c.pixWebhook, async ({ request, body, now }) => {
    assertSigned(request, kit.config.webhookSecret, now)
    return acrossCompanies(kit.pool, async (tx) => {
      const known = await q.findEvent(tx, body.event_id)
      if (known) return { result: known as 'paga' }
      const found = await q.findInvoiceByTxid(tx, body.txid)
      if (found) await enterCompany(tx, found.company_id)
      const result = found
        ? await confirm(kit, tx, found, { amount: body.amount, by: 'aviso do banco', now })
        : ('desconhecida' as const)
      await w.addEvent(tx, { id: body.event_id, txid: body.txid, amount: body.amount, result, now })
      // Money that opened nothing must reach somebody; that of a cancelled invoice has (confirm.ts).
      if (
        result === 'outro_valor' ||
        result === 'desconhecida' ||
        (result === 'repetida' && (await q.wasToldBefore(tx, body)))
      )
        await tellOperators(tx, {
          key: `dinheiro-${body.event_id}`,
          template: 'money',
          params: { amount: showCents(body.amount), txid: body.txid },
          href: operatorHref(kit),
        })
      return { result }
    })
  })

  /** An offer ends with its due date; a bill of a subscription that holds does not. */
  const hasEnded = (i: { status: string; is_offer: boolean; due_date: string; time_zone: string }, now: Date) =>
    i.status === 'aberta' && i.is_offer && i.due_date < dayIn(i.time_zone, now)
  /** Runs inside the company of whoever's invoice the token opens. */
  async function inside<T>(token: string, work: (tx: Tx, id: number) => Promise<T>): Promise<T> {
    const found = await q.findInvoiceByToken(kit.db, token)
    if (!found) throw new Refusal('not_found')
    return inCompany(kit.pool, found.company_id, (tx) => work(tx, found.id))
  }
}

// Who may not see prices asks for them; an admin says yes or no.
import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { createIn, findUser, personalLink, updateIn } from '#features/users/server/index.ts'
import { enqueue, type Tasks } from '#server/jobs.ts'
import { countTry } from '#server/count-tries.ts'
import { type Kit, serve } from '#server/serve.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { isPhone, phoneDigits, showPhone } from '#shared/phone.ts'
import type { Said } from '#shared/sentence.ts'
import { answerPriceRequest, askForPrices, listPriceRequests } from '../contract.ts'
import * as q from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, askForPrices, async ({ tx, body, caller, now, token, ip }) => {
    // Counted before the call's own transaction begins: no call holds two connections.
    if (caller.kind !== 'user') {
      const limits = { session: kit.config.limits.order_session, ip: kit.config.limits.order_ip }
      await countTry(
        kit,
        [
          { key: `price-session:${token.slice(-16)}`, limit: limits.session, seconds: 60 },
          { key: `price-ip:${ip}`, limit: limits.ip, seconds: 60 },
        ],
        now,
      )
    }
    const company = await findCompany(tx, caller.company_id)
    if (!company?.price_approval) throw new Refusal('not_found')
    if (!caller.hide_price) throw new Refusal('prices_shown')
    const user = caller.kind === 'user' ? await findUser(tx, caller.user_id) : undefined
    const asked = user
      ? {
          user_id: user.id,
          name: user.name,
          phone: user.phone,
          document: user.document,
          company_name: user.company_name,
        }
      : {
          user_id: null,
          name: body.name ?? '',
          phone: phoneDigits(body.phone ?? ''),
          document: bareDocument(body.document ?? ''),
          company_name: body.company_name ?? '',
        }
    const errors: Record<string, Said> = {}
    if (!user && asked.name.length < 2) errors.name = 'Informe seu nome.'
    if (!user && !isPhone(asked.phone)) errors.phone = 'Faltou o DDD no telefone. Ex.: (11) 91234-5678.'
    const document = !user && asked.document ? documentIssue(asked.document, { cpf: false, cnpj: false }) : null
    if (document) errors.document = document
    if (Object.keys(errors).length) throw invalid(errors)
    const added = await q.addRequest(tx, caller.company_id, asked, now)
    if (added) await enqueue(tx, 'price_request_mail', { id: added.id })
  })
  serve(app, kit, listPriceRequests, ({ tx }) => q.findOpenRequests(tx))
  serve(app, kit, answerPriceRequest, async ({ tx, params, body, caller, now }) => {
    const asked = await q.lockRequest(tx, params.id)
    if (!asked) throw new Refusal('not_found')
    const link = async (id: number | null) =>
      id === null ? null : (await personalLink(kit, tx, id, { ...caller, now })).url
    if (asked.answered_at) {
      if (asked.granted !== body.grant)
        throw new Refusal('conflict', {
          message: asked.granted ? 'Este pedido já foi liberado.' : 'Este pedido já foi recusado.',
        })
      return { granted: body.grant, client_id: asked.client_id, link: await link(asked.client_id) }
    }
    let client_id: number | null = null
    if (body.grant) {
      client_id = asked.user_id ?? (await q.findClientByPhone(tx, asked.phone))
      if (client_id !== null) await updateIn(tx, client_id, { hide_price: false }, caller)
      else {
        const { name, phone, document, company_name } = asked
        client_id = await createIn(tx, caller.company_id, {
          name,
          phone,
          document,
          company_name,
          level: 3,
          hide_price: false,
        })
      }
    }
    await q.answer(tx, params.id, { granted: body.grant, by: caller.user_id, client_id, now })
    return { granted: body.grant, client_id, link: await link(client_id) }
  })
}
export const tasks: Tasks = {
  /** Tells the company that somebody waits. */
  async price_request_mail({ tx, kit, payload, company_id }) {
    const company = await findCompany(tx, company_id)
    const asked = await q.lockRequest(tx, Number(payload.id))
    if (!company?.orders_email || !asked || asked.answered_at) return
    await queueMail(tx, company_id, {
      key: `preco-${company_id}-${asked.id}`,
      to: company.orders_email,
      template: 'prices',
      params: { name: asked.name },
      rows: [[[asked.name, asked.company_name].filter(Boolean).join(' · '), asked.phone && showPhone(asked.phone)]],
      href: `${kit.config.publicUrl}/dashboard/users`,
    })
  },
}

import type { FastifyInstance } from 'fastify'
import { type Kit, paging, serve } from '#server/serve.ts'
import { tokenHash } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { askConfirmation } from './addresses.ts'
import { findMails, findWaiting } from './queries.ts'
import { confirmAddress } from './writes.ts'

const SOON = 'O link acabou de ser enviado. Espere um minuto para enviar de novo.'
const TOMORROW = 'Já foram enviados muitos links hoje. Tente de novo amanhã.'
const USED = 'Este link já foi usado ou passou do prazo. Peça outro em Sua empresa.'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listMails, async ({ tx, query, company, session }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const rows = await findMails(tx, company, limit, offset)
    return { rows, total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.listWaitingAddresses, ({ tx, caller }) => findWaiting(tx, caller.company_id, caller.user_id))
  serve(app, kit, c.askAddress, async ({ tx, body, caller, now }) => {
    const waiting = await findWaiting(tx, caller.company_id, caller.user_id)
    const address = body.address.trim().toLowerCase()
    if (!waiting.some((w) => w.address === address)) throw new Refusal('not_found')
    const retry_after = await askConfirmation(kit, tx, { company: caller.company_id, now }, [address])
    if (retry_after > 0) throw new Refusal('too_many', { retry_after, message: retry_after > 60 ? TOMORROW : SOON })
  })
  // A POST: programs that open the links of a mail confirm nothing.
  serve(app, kit, c.confirmAddress, async ({ body, now }) => {
    const { company, address } = (await confirmAddress(kit.db, tokenHash(body.token), now)) ?? {}
    if (!company || !address) throw new Refusal('not_found', { message: USED })
    return { company, address }
  })
}

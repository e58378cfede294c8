import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { eventsOf } from '#features/calendar/server/index.ts'
import { addLog, logAs } from '#features/logs/server/index.ts'
import { forgetMessages, messagesOf } from '#features/messages/server/index.ts'
import { noticesOf } from '#features/notices/server/index.ts'
import { forgetWords, ordersOf } from '#features/orders/server/index.ts'
import { findCompanyByPath } from '#features/sessions/server/index.ts'
import { pathOfHost } from '#features/sessions/rules.ts'
import { visitsOf } from '#features/visits/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany } from '#server/db.ts'
import { type Kit, SENT, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { companyZip, copyOf, personZip } from './archive.ts'
import * as q from './queries.ts'
import { addConsent, eraseClient } from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.companyArchive, async ({ tx, params, caller, reply, now }) => {
    if (!(await q.isCompany(tx, params.company))) throw new Refusal('not_found')
    await logAs(tx, caller, { action: 'export', object: 'company', name: 'Todos os dados' })
    return zip(
      reply,
      `empresa-${params.company}-${dayIn(await q.timeZoneOf(tx, params.company), now)}.zip`,
      await companyZip(kit, params.company),
    )
  })
  serve(app, kit, c.keptArchive, async ({ tx, params, session, reply }) => {
    const name = copyOf(params.company)
    const copy = await kit.storage.open(name)
    if (!copy) throw new Refusal('not_found', { message: 'A cópia ainda não está pronta, ou já foi apagada.' })
    await addLog(
      tx,
      params.company,
      { id: session?.user_id ?? 0, name: session?.name ?? '' },
      { action: 'export', object: 'company', name: 'Cópia guardada' },
    )
    return zip(reply, name, copy)
  })
  serve(app, kit, c.personArchive, async ({ tx, params, caller, reply }) => {
    if (caller.level >= 2 && params.id !== caller.user_id) throw new Refusal('not_found')
    const found = await q.findPerson(tx, params.id)
    if (!found || found.level < 1) throw new Refusal('not_found')
    const json = (value: unknown) => JSON.stringify(value, null, 1)
    const parts = {
      'pessoa.json': json(caller.level >= 3 ? withoutRemarks(found.person) : found.person),
      'pedidos.json': json(await ordersOf(tx, params.id, caller)),
      'mensagens.json': json(await messagesOf(tx, params.id)),
      'avisos.json': json(await noticesOf(tx, params.id)),
      'visitas.json': json(await visitsOf(tx, params.id)),
      'agenda.json': json(await eventsOf(tx, params.id)),
      'registro.json': json(await q.findLogsOf(tx, params.id)),
      'aberturas.json': json(await q.findOpeningsOf(tx, params.id)),
    }
    await logAs(tx, caller, { action: 'export', object: 'user', object_id: params.id, name: String(found.person.name) })
    return zip(
      reply,
      `dados-${params.id}.zip`,
      await personZip(
        kit,
        {
          company: caller.company_id,
          client: params.id,
          time_zone: caller.time_zone,
          picture: String(found.person.profile_pic),
          hide_price: caller.hide_price,
        },
        parts,
      ),
    )
  })
  serve(app, kit, c.anonymise, async ({ tx, params, caller, now }) => {
    const found = await q.findPerson(tx, params.id)
    if (found?.level !== 3) throw new Refusal('not_found')
    const orders = await eraseClient(tx, params.id, now)
    await forgetWords(tx, params.id)
    await forgetMessages(tx, params.id)
    await logAs(tx, caller, { action: 'erase', object: 'user', object_id: params.id, name: `Cliente ${params.id}` })
    return { orders }
  })
  serve(app, kit, c.recordConsent, async ({ tx, body, caller, now }) => {
    await addConsent(tx, caller.company_id, body.visitor, body.granted, now)
  })
  serve(app, kit, c.readNotice, async ({ query, host }) => {
    // By its address only: numbers could be counted through.
    if (query.path && /^\d+$/.test(query.path)) throw new Refusal('not_found')
    const company = (await findCompanyByPath(kit.db, query.path?.toLowerCase() ?? pathOfHost(host)))?.company_id
    const notice =
      company === undefined ? undefined : await inCompany(kit.pool, company, (tx) => q.findNotice(tx, company))
    if (!notice) throw new Refusal('not_found')
    return { ...notice, kept: kit.config.retention }
  })
}
/** What the company's people wrote among themselves is in no copy that a client takes by itself. */
const withoutRemarks = ({ credit_note: _credit, notes: _notes, ...person }: Record<string, unknown>) => person
function zip(reply: FastifyReply, name: string, stream: Readable): typeof SENT {
  void reply.header('content-disposition', `attachment; filename="${name}"`).type('application/zip').send(stream)
  return SENT
}

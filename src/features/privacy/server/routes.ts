import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addLog, logAs } from '#features/logs/server/index.ts'
import { lockOrder } from '#features/orders/server/index.ts'
import { findCompanyByPath } from '#features/sessions/server/index.ts'
import { pathOfHost } from '#features/sessions/rules.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany } from '#server/db.ts'
import type { Person } from '#server/person.ts'
import { type Kit, SENT, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { companyZip, copyOf, personZip } from './archive.ts'
import * as q from './queries.ts'
import { erase, findByCard, findByOrder, type Found, personOf, previewOf } from './person.ts'
import { copyPerson } from './register.ts'
import { addConsent } from './writes.ts'

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
  serve(app, kit, c.personPreview, async ({ tx, params }) => {
    const found = await findByCard(tx, params.id)
    if (found?.level !== 3) throw new Refusal('not_found')
    return previewOf(tx, found)
  })
  serve(app, kit, c.personArchive, async ({ tx, params, query, caller, reply }) => {
    if (caller.level >= 2 && params.id !== caller.user_id) throw new Refusal('not_found')
    const found = await findByCard(tx, params.id)
    if (!found || found.level < 1) throw new Refusal('not_found')
    // What only resembles the own data (a phone, an e-mail) is the admin's to judge.
    const person = await personOf(tx, found, caller.level === 1 ? query : { orders: [], requests: [] })
    const parts = await copyPerson(tx, person, caller)
    await logAs(tx, caller, { action: 'export', object: 'user', object_id: params.id, name: found.name })
    const { profile_pic = '' } = JSON.parse(parts['pessoa.json'] ?? '') as { profile_pic?: string }
    return zip(reply, `dados-${params.id}.zip`, await personZip(kit, zipOf(caller, person, profile_pic), parts))
  })
  serve(app, kit, c.anonymise, async ({ tx, params, body, caller, now }) => {
    const found = await findByCard(tx, params.id)
    if (found?.level !== 3) throw new Refusal('not_found')
    const orders = await erase(tx, found, body, now)
    await logAs(tx, caller, { action: 'erase', object: 'user', object_id: params.id, name: `Cliente ${params.id}` })
    return { orders }
  })
  serve(app, kit, c.orderPersonPreview, async ({ tx, params }) => previewOf(tx, await findByOrder(tx, params.id)))
  serve(app, kit, c.orderPersonArchive, async ({ tx, params, query, caller, reply }) => {
    const found = await findByOrder(tx, params.id)
    const person = await personOf(tx, found, query)
    const { 'pessoa.json': _card, ...parts } = await copyPerson(tx, person, caller)
    await logAs(tx, caller, { action: 'export', object: 'order', object_id: params.id, name: orderName(found) })
    return zip(
      reply,
      `dados-pedido-${found.order?.number ?? params.id}.zip`,
      await personZip(kit, zipOf(caller, person, ''), parts),
    )
  })
  serve(app, kit, c.eraseOrderPerson, async ({ tx, params, body, caller, now }) => {
    await lockOrder(tx, params.id)
    const found = await findByOrder(tx, params.id)
    const orders = await erase(tx, found, body, now)
    await logAs(tx, caller, { action: 'erase', object: 'order', object_id: params.id, name: orderName(found) })
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
const orderName = ({ order }: Found) => `Pedido ${order?.number ?? order?.id ?? ''}`
const zipOf = (caller: Caller, p: Person, picture: string) => ({
  company: caller.company_id,
  orders: p.orders,
  time_zone: caller.time_zone,
  picture,
  hide_price: caller.hide_price,
})
function zip(reply: FastifyReply, name: string, stream: Readable): typeof SENT {
  void reply.header('content-disposition', `attachment; filename="${name}"`).type('application/zip').send(stream)
  return SENT
}

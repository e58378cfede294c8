import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import { isOutside } from '#server/outgoing.ts'
import { type Call, type Kit, paging, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { MOST_WEBHOOKS, OVERLAP } from '../rules.ts'
import { bodyOf } from './body.ts'
import * as q from './queries.ts'
import { newSecret } from './secrets.ts'
import * as w from './writes.ts'

type Inside = Pick<Call<typeof c.testWebhook>, 'tx' | 'caller' | 'now'>

export function routes(app: FastifyInstance, kit: Kit): void {
  const assertOutside = (url: string) => {
    if (!isOutside(url, kit.config.otherHosts))
      throw invalid({ url: 'Informe um endereço público que comece com https://, sem senha nem porta.' })
  }
  const log = ({ tx, caller }: Inside, action: string, id: number, name: string) =>
    logAs(tx, caller, { action, object: 'webhook', object_id: id, name })

  serve(app, kit, c.listWebhooks, ({ tx }) => q.findWebhooks(tx))
  serve(app, kit, c.createWebhook, async (call) => {
    const { tx, body, caller, now } = call
    assertOutside(body.url)
    await lockCompany(tx, caller.company_id)
    if ((await q.countWebhooks(tx)) >= MOST_WEBHOOKS) throw new Refusal('webhooks_full')
    const id = await w.addWebhook(tx, caller.company_id, body, {
      id: caller.user_id,
      name: caller.name,
      now,
    })
    const { secret, ...kept } = newSecret(kit.config, caller.company_id, id)
    await w.keepSecret(tx, id, { ...kept, old_until: null })
    await log(call, 'create', id, body.name)
    return { webhook: await one(tx, id), secret }
  })
  serve(app, kit, c.updateWebhook, async (call) => {
    const { tx, params, body } = call
    const was = await one(tx, params.id)
    if (body.url !== undefined) assertOutside(body.url)
    await w.changeWebhook(tx, was.id, body)
    if (body.active === false) await w.stopWebhook(tx, was.id, '')
    await log(call, 'update', was.id, body.name ?? was.name)
    return one(tx, was.id)
  })
  serve(app, kit, c.deleteWebhook, async (call) => {
    const was = await one(call.tx, call.params.id)
    await w.removeWebhook(call.tx, was.id, call.now)
    await log(call, 'delete', was.id, was.name)
    return null
  })
  serve(app, kit, c.renewSecret, async (call) => {
    const { tx, caller, now } = call
    const was = await one(tx, call.params.id)
    const { secret, ...kept } = newSecret(kit.config, caller.company_id, was.id)
    await w.keepSecret(tx, was.id, { ...kept, old_until: new Date(now.getTime() + OVERLAP) })
    await log(call, 'replace', was.id, was.name)
    return { webhook: await one(tx, was.id), secret }
  })
  serve(app, kit, c.testWebhook, async ({ tx, params, caller }) => {
    await running(tx, params.id)
    await w.addTrial(tx, caller.company_id, params.id)
    return null
  })

  serve(app, kit, c.listDeliveries, async ({ tx, params, query, caller }) => {
    await one(tx, params.id)
    const { limit, page, offset } = paging(query, 25, caller)
    const rows = await q.findDeliveries(tx, params.id, query.status ?? null, limit, offset)
    return { rows, total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.readDelivery, async ({ tx, params, caller, now }) => {
    await one(tx, params.id)
    const told = await q.findDelivery(tx, params.id, params.delivery)
    if (!told) throw new Refusal('not_found')
    return { message: `msg_${told.message}`, body: await bodyOf(tx, caller.company_id, told, now) }
  })
  serve(app, kit, c.sendAgain, async ({ tx, params }) => {
    await running(tx, params.id)
    const queued = await w.queueAgain(tx, params.id, params.delivery)
    if (queued === 0) throw new Refusal('not_found')
    return { queued }
  })
  serve(app, kit, c.sendAllAgain, async ({ tx, params }) => {
    await running(tx, params.id)
    return { queued: await w.queueAgain(tx, params.id, null) }
  })

  async function one(tx: Tx, id: number): Promise<c.Webhook> {
    const found = await q.findWebhook(tx, id)
    if (!found) throw new Refusal('not_found')
    return found
  }
  /** Nothing leaves one that is switched off. */
  async function running(tx: Tx, id: number): Promise<void> {
    if (!(await one(tx, id)).active) throw new Refusal('webhook_off')
  }
}

import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { systemOf } from '../rules.ts'
import { connectors } from './erp/index.ts'
import { live } from './live.ts'
import * as q from './queries.ts'
import { enqueueOrder } from './queue.ts'
import { theirs } from './links.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listChoices, async ({ params, caller }) => {
    const lists = await live(
      kit,
      caller.company_id,
      (tx) => theirs(tx, params.id),
      async (ctx) => {
        const out: [string, c.ErpCategory[]][] = []
        for (const [name, ask] of Object.entries(connectors[ctx.type].orders?.choices ?? {}))
          out.push([name, await ask(ctx)])
        return out
      },
    )
    return Object.fromEntries(lists)
  })
  serve(app, kit, c.readPush, ({ tx, params }) => one(tx, params.order))
  serve(app, kit, c.pushAgain, async ({ tx, params, caller }) => {
    if (await w.isErased(tx, params.order)) throw new Refusal('conflict', { message: w.ERASED })
    const queued = await w.queueAgain(tx, params.order)
    const push = await q.findPush(tx, params.order)
    if (!push) throw new Refusal('not_found')
    if (!queued) throw new Refusal('conflict')
    await enqueueOrder(tx, push.type, caller.company_id, params.order)
    return one(tx, params.order)
  })
  serve(app, kit, c.markPushed, async ({ tx, params, now }) => {
    const push = await q.findPush(tx, params.order)
    if (!push) throw new Refusal('not_found')
    if (push.status !== 'recusado' && push.status !== 'parado') throw new Refusal('conflict')
    await w.pushSent(tx, params.order, { external_id: '', number: '' }, now)
    return one(tx, params.order)
  })
}
async function one(tx: Tx, order: number): Promise<c.Push | null> {
  const push = await q.findPush(tx, order)
  if (!push) return null
  const { status, external_number, message, resume_at, sent_at } = push
  return { system_name: systemOf(push.type).system_name, status, external_number, message, resume_at, sent_at }
}

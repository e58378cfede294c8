// Updates: what the last ones did, another one, taking out what they no longer name, deciding on one that is held.
import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { type Call, type Kit, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { FULL_EVERY_MS, systemOf, type Type } from '../rules.ts'
import { retire } from './apply_numbers.ts'
import { discardRun, findHeld } from './held-runs/queries.ts'
import { its, theirs } from './links.ts'
import * as q from './queries.ts'
import { startRun } from './run.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listRuns, async ({ tx, params }) => {
    await theirs(tx, params.id)
    const rows = await q.findRuns(tx, params.id)
    return { rows, total: rows.length, page: 1, limit: 20 }
  })
  serve(app, kit, c.retireAbsent, async ({ tx, params, caller, now }) => {
    const integration = await q.findIntegration(tx, params.id)
    const run = integration && (await q.lastWhole(tx, params.id))
    if (!run || run.absent === 0) throw new Refusal('not_found')
    const gone = await q.findUnseen(tx, params.id, run.id)
    await retire(tx, { company_id: caller.company_id, run_id: run.id, integration, now }, gone)
    await w.setRetired(tx, run.id, gone.length)
    return (await q.findRun(tx, run.id)) as c.Run
  })
  /** The held run that the admin looked at, of a link that nobody else decides on meanwhile. */
  const held = async ({ tx, params }: Pick<Call<typeof c.applyHeld>, 'tx' | 'params'>) => {
    const integration = await theirs(tx, params.id)
    await q.lockIntegration(tx, integration.id)
    const run = await findHeld(tx, integration.id)
    if (run?.id !== params.run)
      throw new Refusal('conflict', {
        message: 'Esta atualização já foi decidida, ou há uma mais nova. Recarregue a página.',
      })
    return { integration, run }
  }
  const decided = (
    { tx, caller }: Pick<Call<typeof c.applyHeld>, 'tx' | 'caller'>,
    { integration, run }: Awaited<ReturnType<typeof held>>,
    word: 'aplicada' | 'descartada',
  ) =>
    logAs(tx, caller, {
      action: 'update',
      object: 'integration',
      object_id: integration.id,
      name: systemOf(integration.type).system_name,
      changes: { held: [null, word], products: [null, run.losses.products] },
    })
  serve(app, kit, c.applyHeld, async (call) => {
    const found = await held(call)
    const { integration, run } = found
    const options = { allowed: run.losses.products }
    const id = await startRun(kit, call.tx, integration, run.mode === 'full', options)
    await decided(call, found, 'aplicada')
    return (await q.findRun(call.tx, id)) as c.Run
  })
  serve(app, kit, c.discardHeld, async (call) => {
    const found = await held(call)
    await discardRun(call.tx, found.run.id)
    await decided(call, found, 'descartada')
    return (await q.findRun(call.tx, found.run.id)) as c.Run
  })

  const started =
    (type: Type, full: (body: { alltime?: boolean | undefined }) => boolean) =>
    async ({ tx, body, now }: Pick<Call<typeof c.sankhyaProducts>, 'tx' | 'body' | 'now'>) => {
      const integration = await its(tx, type, body.integration_id)
      const whole = full(body)
      const last = whole ? await q.lastFull(tx, integration.id) : undefined
      const left = last ? FULL_EVERY_MS - (now.getTime() - last.getTime()) : 0
      if (left > 0)
        throw new Refusal('too_many', {
          message: {
            text: 'Tudo de novo só uma vez por hora. Tente em {n} minutos.',
            values: { n: Math.ceil(left / 60_000) },
          },
          retry_after: Math.ceil(left / 1000),
        })
      return (await q.findRun(tx, await startRun(kit, tx, integration, whole, { asked: whole }))) as c.Run
    }
  const asked = ({ alltime }: { alltime?: boolean | undefined }) => alltime === true
  serve(app, kit, c.omieProducts, started('omie', asked))
  serve(app, kit, c.sankhyaProducts, started('sankhya', asked))
  serve(app, kit, c.tagplusProducts, started('tagplus', asked))
  serve(app, kit, c.pedidookProducts, started('pedidook', asked))
  serve(
    app,
    kit,
    c.blingUpdate,
    started('bling', () => false),
  )
  serve(
    app,
    kit,
    c.blingImport,
    started('bling', () => true),
  )
}

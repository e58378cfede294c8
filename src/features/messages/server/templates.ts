// Words that are sent again and again: the company's, which its admins write, and each seller's own.
import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import type { Tx } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { MOST_TEMPLATES, PLACES, unknownPlaces } from '../rules.ts'
import { findTemplates } from './queries.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listTemplates, ({ tx, caller }) => findTemplates(tx, caller))
  serve(app, kit, c.createTemplate, async ({ tx, body, caller }) => {
    refuseUnknown(body.text)
    if ((await w.countTemplates(tx, caller)) >= MOST_TEMPLATES)
      throw new Refusal('conflict', { message: 'São modelos demais: exclua um antes de criar outro.' })
    return noted(tx, caller, 'create', await w.addTemplate(tx, caller, body))
  })
  serve(app, kit, c.changeTemplate, async (call) => {
    const { tx, params, caller } = call
    const { name, text } = call.body
    refuseUnknown(text)
    return noted(tx, caller, 'update', await w.putTemplate(tx, caller, params.id, { name, text }))
  })
  serve(app, kit, c.deleteTemplate, async ({ tx, params, caller }) => {
    await noted(tx, caller, 'delete', await w.dropTemplate(tx, caller, params.id))
  })
}
function refuseUnknown(text: string): void {
  const [wrong] = unknownPlaces(text)
  if (wrong === undefined) return
  const known = PLACES.map((p) => `{${p}}`).join(', ')
  throw invalid({ text: { text: '“{name}” não existe. Use {list}.', values: { name: wrong, list: known } } })
}
/** In the company's log; what was not there, or is somebody else's, is not found. */
async function noted<T extends { name: string }>(
  tx: Tx,
  caller: Caller,
  action: string,
  row: T | undefined,
): Promise<T> {
  if (!row) throw new Refusal('not_found')
  const line = { action, object: 'message_template', name: row.name }
  await logAs(tx, caller, line)
  return row
}

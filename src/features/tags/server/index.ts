// Front door of tags for the server.
import type { FastifyInstance } from 'fastify'
import { addLog } from '#features/logs/server/index.ts'
import { type Kit, serve } from '#server/serve.ts'
import { invalid } from '#shared/errors.ts'
import { listTags, updateTags } from '../contract.ts'
import * as q from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listTags, ({ tx }) => q.findTags(tx))
  serve(app, kit, updateTags, async ({ tx, caller, body }) => {
    const given = typeof body.tags === 'string' ? body.tags.split(',') : (body.tags ?? [])
    const tags = [...new Set(given.map((x) => x.trim()).filter((x) => x && x !== 'empty'))]
    if (tags.length > 200 || tags.some((x) => x.length > 30)) throw invalid({ tags: 'Use até 200 etiquetas de até 30 letras.' })
    const renamed = Object.fromEntries(Object.entries(body.renamed ?? {}).map(([was, now]) => [was, now.trim()]))
    // The company's row first: who saves at the same time waits here.
    await q.storeTags(tx, tags)
    if (Object.keys(renamed).length) await q.renameTags(tx, renamed)
    const off = await q.dropOtherTags(tx, tags)
    if (off || Object.keys(renamed).length)
      await addLog(tx, caller.company_id, { id: caller.user_id, name: caller.name }, { action: 'update', object: 'company', name: 'Etiquetas' })
    return { tags }
  })
}

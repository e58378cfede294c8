// Front door of tags for the server.
import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { changeRows, lockRows, type RowChange, takeBackProducts } from '#features/products/server/index.ts'
import { keepUndo, undoes } from '#features/undos/server/index.ts'
import { type Kit, serve } from '#server/serve.ts'
import { invalid } from '#shared/errors.ts'
import { splitTags } from '#shared/tags.ts'
import { listTags, type Tag, updateTags } from '../contract.ts'
import * as q from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listTags, ({ tx }) => q.findTags(tx))
  serve(app, kit, updateTags, async ({ tx, caller, body, now }) => {
    const sent = wholeList(body.tags)
    const renamed = Object.fromEntries(Object.entries(body.renamed ?? {}).map(([was, to]) => [was, to.trim()]))
    // The company's row first: who saves at the same time waits here.
    const before = await q.lockTags(tx)
    const tags = body.was ? mergedList(sent, body.was, await q.findTags(tx)) : sent
    const same = JSON.stringify(before) === JSON.stringify(tags)
    if (!same) await q.storeTags(tx, tags)
    const found = await q.findChanges(tx, tags, renamed)
    const locked = await lockRows(
      tx,
      found.map((c) => c.id),
    )
    const changes: RowChange[] = found
      .filter((c) => locked.some((r) => r.id === c.id))
      .map((c) => ({ id: c.id, was: { tags: c.was }, now: { tags: c.now } }))
    if (changes.length > 0) {
      await changeRows(tx, caller.company_id, changes, now)
      await logAs(tx, caller, { action: 'update', object: 'company', name: 'Etiquetas' })
    }
    const undo_id = await keepUndo(
      tx,
      caller,
      'tags',
      'Etiquetas',
      changes as never,
      now,
      same ? {} : { was: before, now: tags },
    )
    return { tags, undo_id }
  })
}
/** The list that was sent; one that is absent or blank is a form's mistake, and not a wish to empty everything. */
function wholeList(sent: string[] | string | undefined): string[] {
  const words = (typeof sent === 'string' ? [sent] : (sent ?? [])).map((x) => x.trim())
  if (words.join() === 'empty') return []
  const tags = [...new Set((typeof sent === 'string' ? splitTags(sent) : words).filter((x) => x && x !== 'empty'))]
  if (tags.length === 0) throw invalid({ tags: 'Envie as etiquetas. Para tirar todas, envie a palavra empty.' })
  if (tags.length > 200 || tags.some((x) => x.length > 30))
    throw invalid({ tags: 'Use até 200 etiquetas de até 30 letras.' })
  return tags
}
/** The list as it was made, without those that others took away meanwhile and with those that they added. */
function mergedList(sent: string[], was: string[], now: Tag[]): string[] {
  const there = new Set(now.map((x) => x.tag))
  const shown = new Set(was)
  const mine = sent.filter((x) => !shown.has(x) || there.has(x))
  return [...new Set([...mine, ...[...there].filter((x) => !shown.has(x))])]
}
// The list comes back when nobody has changed it since.
undoes(
  'tags',
  'company',
  async (tx, rows: RowChange[], at: { company: number; now: Date; also: { was?: string[]; now?: string[] } }) => {
    const { was, now } = at.also
    if (was && JSON.stringify(await q.lockTags(tx)) === JSON.stringify(now)) await q.storeTags(tx, was)
    return takeBackProducts(tx, rows, at)
  },
)

// The way back from a change of many rows: [{id, was, now}] kept for a day. It knows no kind of row: the feature that
// makes changes of a kind says how they are taken back.
import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import type { Tx } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import type { Actor } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { listUndos, undoChange } from '../contract.ts'
import { addUndo, type Change, findOpenUndos, findUndo, useUndo } from './queries.ts'

export { person } from './person.ts'
export type { Change }
const DAY = 24 * 3_600_000
/** What came back, and the names of what somebody changed since and keeps, whole or in part. */
interface TakenBack {
  restored: number
  left: string[]
}
/** Takes rows back. What somebody changed since stays as it is. `also`: what was kept beside the rows. */
type TakeBack = (tx: Tx, rows: never[], at: { company: number; now: Date; also: never }) => Promise<TakenBack>
const kinds = new Map<string, { object: string; takeBack: TakeBack }>()

/** Says how changes of `kind` are taken back; `object` is what the log calls them. */
export function undoes(kind: string, object: string, takeBack: TakeBack): void {
  kinds.set(kind, { object, takeBack })
}
/** Keeps the way back for a day; answers its id, null when nothing changed. */
export async function keepUndo(
  tx: Tx,
  who: Actor,
  kind: string,
  name: string,
  changes: Change<never>[],
  now: Date,
  also: object = {},
): Promise<number | null> {
  if (changes.length === 0 && Object.keys(also).length === 0) return null
  return addUndo(tx, {
    company_id: who.company_id,
    user_id: who.user_id,
    kind,
    name,
    changes,
    also,
    now,
    expires: new Date(now.getTime() + DAY),
  })
}
/** Names that an answer lists; the count is whole. */
const NAMED = 20
export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listUndos, ({ tx, now }) => findOpenUndos(tx, now))
  serve(app, kit, undoChange, async ({ tx, params, caller, now }) => {
    const undo = await findUndo(tx, params.id)
    const kind = undo && kinds.get(undo.kind)
    if (!undo || !kind || undo.expires_at <= now) throw new Refusal('not_found')
    if (undo.used_at) throw new Refusal('conflict', { message: 'Isto já foi desfeito.' })
    const { restored, left } = await kind.takeBack(tx, undo.rows as never[], {
      company: caller.company_id,
      now,
      also: undo.also as never,
    })
    await useUndo(tx, params.id, now)
    await logAs(tx, caller, {
      action: 'undo',
      object: kind.object,
      name: undo.name,
      changes: { rows: [null, restored] },
    })
    return { restored, kept: undo.rows.length - restored, ...(left.length && { left: left.slice(0, NAMED) }) }
  })
}

// Accepting an order whose lines changed after it was accepted or signed.
import type { Tx } from '#server/db.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { isSignature } from '../signature.ts'
import type { Mover } from '../status.ts'
import * as q from './queries.ts'
import { refuseOtherRevision } from './revision.ts'
import { tellAccepted } from './tell.ts'
import * as w from './writes.ts'

export interface Acceptance {
  id: number
  mover: Mover
  /** null: by the receipt's link. */
  user_id: number | null
  revision: number
  /** Of the client, on the screen of the company's people: they accept nothing in the client's name. */
  signature?: string | undefined
  hide_price: boolean
  who: string
  now: Date
}
export async function accept(tx: Tx, a: Acceptance): Promise<void> {
  const locked = await q.lockOrder(tx, a.id)
  if (!locked) throw new Refusal('not_found')
  const { signature = '', mover } = a
  if (mover !== 'C' && !isSignature(signature))
    throw invalid({ signature: 'Peça ao cliente que assine de novo ou que aceite pelo link.' })
  refuseOtherRevision(a.revision, locked, a.hide_price)
  if (locked.answer === 'aceito') return
  if (locked.answer !== 'mudou' || locked.status === 'cancelado')
    throw new Refusal('bad_transition', { message: 'Este pedido não espera um novo aceite.', allowed: [] })
  await w.writeAcceptance(tx, { id: a.id, signature: mover === 'C' ? '' : signature, now: a.now })
  await w.addEvent(tx, [a.id], { now: a.now, who: a.who, user_id: a.user_id, kind: 'aceite' })
  await tellAccepted(tx, { ...locked, id: a.id }, a.user_id, a.now)
}

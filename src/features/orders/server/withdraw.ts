import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { isUnanswered, mayWithdraw, openRequest, withdrawnRequest } from '../adjustment.ts'
import { holdsStock, type Mover } from '../status.ts'
import * as q from './queries.ts'
import { tellWithdrawn } from './tell.ts'
import * as w from './writes.ts'

export interface Withdrawal {
  id: number
  mover: Mover
  who: string
  user_id: number | null
  now: Date
}
/** Takes the open request for an adjustment back: the order has the status of before again, and its stock. The same
 * call sent twice changes nothing the second time. */
export async function withdraw(tx: Tx, c: Withdrawal): Promise<void> {
  // Locked before it is read: an answer that came first is seen.
  const locked = await q.lockOrder(tx, c.id)
  const order = await q.findOrder(tx, c.id)
  if (!locked || !order) throw new Refusal('not_found')
  const request = openRequest(order)
  if (!request) {
    const before = withdrawnRequest(order)
    if (before && mayWithdraw(before, c)) return
    throw new Refusal('adjustment_over')
  }
  if (!mayWithdraw(request, c)) throw new Refusal('forbidden', { message: NOT_YOURS })
  if (!isUnanswered(order)) throw new Refusal('adjustment_over')
  await w.restoreStatus(tx, { ...c, request })
  if (holdsStock(request.before)) await w.moveStock(tx, { id: c.id, sign: -1, refuse: locked.refuse_without_stock })
  await tellWithdrawn(tx, { ...locked, id: c.id }, request, c.now)
}
const NOT_YOURS = 'Só quem pediu o ajuste, ou um administrador da mesma empresa, pode retirar a solicitação.'

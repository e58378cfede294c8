import type { Tx } from '#server/db.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { joined } from '#shared/sentence.ts'
import { canMove, holdsStock, type Mover, needsReason, nextStatuses, STATUS_LABELS, statusOf } from '../status.ts'
import { refuseBlocked } from './blocked.ts'
import * as q from './queries.ts'

export interface MoveRequest {
  id: number
  word: string
  reason: string
  mover: Mover
  who: string
  user_id: number | null
  now: Date
}
/** Moves an order one step: 409 with the allowed list when the step does not exist
 * for this mover. Stock goes with it. */
export async function move(tx: Tx, m: MoveRequest): Promise<void> {
  const to = statusOf(m.word)
  if (!to) throw invalid({ status: 'Este status não existe.' })
  const locked = await q.lockOrder(tx, m.id)
  if (!locked) throw new Refusal('not_found')
  const from = locked.status
  // What a sheet brought took no stock and has no number: it stays as it was.
  if (locked.origin === 'historico')
    throw new Refusal('bad_transition', {
      allowed: [],
      from,
      message: 'Este pedido veio de uma planilha de histórico e não muda mais.',
    })
  if (!canMove(from, to, m.mover)) {
    // A client may cancel or answer; anything else is not his to ask.
    if (m.mover === 'C' && !['cancelado', 'novo', 'ajuste_solicitado'].includes(to)) throw new Refusal('forbidden')
    const allowed = nextStatuses(from, m.mover)
    throw new Refusal('bad_transition', {
      allowed,
      from,
      message: joined([
        {
          text: 'Este pedido está em “{from}” e não pode passar para “{to}”.',
          values: { from: { text: STATUS_LABELS[from] }, to: { text: STATUS_LABELS[to] } },
        },
        ...(allowed.length
          ? [
              {
                text: 'Pode passar para: {list}.',
                values: {
                  list: joined(
                    allowed.map((s) => STATUS_LABELS[s]),
                    ', ',
                  ),
                },
              },
            ]
          : []),
      ]),
    })
  }
  // What is only a draft or a quote becomes no order while the client's are stopped.
  if (['rascunho', 'orcamento'].includes(from) && holdsStock(to)) refuseBlocked(locked.blocked, m.mover === 'C' ? 3 : 2)
  if (needsReason(from, to) && !m.reason) throw invalid({ reason: 'Diga o motivo desta mudança.' })
  const stock = holdsStock(from) === holdsStock(to) ? 0 : holdsStock(to) ? -1 : 1
  await q.changeStatus(tx, { id: m.id, from, to, who: m.who, user_id: m.user_id, reason: m.reason, now: m.now, stock })
}

import type { Tx } from '#server/db.ts'
import { dayIn } from '#server/clock.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { showDay } from '#shared/day.ts'
import { joined } from '#shared/sentence.ts'
import { acceptedStatus, hasEnded, isOpenQuote, type Talk } from '../quote.ts'
import { canMove, holdsStock, type Mover, needsReason, nextStatuses, STATUS_LABELS, statusOf } from '../status.ts'
import { refuseBlocked } from './blocked.ts'
import * as q from './queries.ts'
import { refuseOtherRevision } from './revision.ts'
import { tellStep } from './tell.ts'
import * as w from './writes.ts'

export interface MoveRequest {
  id: number
  word: string
  reason: string
  mover: Mover
  who: string
  user_id: number | null
  now: Date
  /** That the sender saw; absent: nothing is compared. */
  revision?: number | undefined
  /** The sender sees no prices. */
  hide_price?: boolean
  /** What the client, or whoever accepts for him, says to a quote: without it a client answers none. */
  talk?: Talk
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
  refuseOtherRevision(m.revision, locked, m.hide_price ?? false)
  const open = isOpenQuote(locked)
  const answered = !open || m.mover !== 'C' || m.talk !== undefined
  if (!canMove(from, to, m.mover) || !answered) {
    // A client may cancel or answer; anything else is not his to ask.
    if (m.mover === 'C' && !['cancelado', 'novo', 'ajuste_solicitado'].includes(to)) throw new Refusal('forbidden')
    const allowed = answered ? nextStatuses(from, m.mover) : []
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
  if (open && to !== 'cancelado' && hasEnded(locked, dayIn(locked.time_zone, m.now))) throw quoteEnded(locked)
  // What is only a draft or a quote, or comes back from an adjustment, becomes no order while the client's are stopped.
  if ((['rascunho', 'orcamento', 'ajuste_solicitado'].includes(from) || open) && holdsStock(to))
    refuseBlocked(locked.blocked, m.mover === 'C' ? 3 : 2)
  if (needsReason(from, to) && !m.reason) throw invalid({ reason: 'Diga o motivo desta mudança.' })
  // What passes the seller's limit still does when an offer, or what the admin or a changed price asked about, is accepted.
  const goal = to === 'novo' && m.mover !== 'A' ? acceptedStatus(locked.reasons) : to
  const { id, who, user_id, reason, talk, now } = m
  const event = await w.changeStatus(tx, {
    id,
    from,
    to: goal,
    who,
    user_id,
    reason,
    now,
    talk,
    byClient: m.mover === 'C',
  })
  if (holdsStock(from) !== holdsStock(goal))
    await w.moveStock(tx, { id, sign: holdsStock(goal) ? -1 : 1, refuse: locked.refuse_without_stock })
  if (open && holdsStock(goal)) await w.mailOrder(tx, id)
  await tellStep(tx, { ...locked, id }, { from, to: goal, mover: m.mover, quote: open }, { ...m, event })
}
/** A promise that is over: only a new one, or its end, remains. */
export const quoteEnded = (o: { valid_until: string | null }) =>
  new Refusal('quote_ended', {
    valid_until: o.valid_until,
    message: {
      text: 'Este orçamento venceu em {day}. Peça ao vendedor que o renove.',
      values: { day: showDay(o.valid_until) },
    },
  })

// The request for an adjustment of an order: who asked, in which words, and who may take it back
// (DECISIONS "Taking it back"). The same in browser and server.
import { isOpenQuote, type QuoteAnswer } from './quote.ts'
import type { EventKind, Mover, Status } from './status.ts'

export interface OrderEvent {
  id: number
  at: Date
  who: string
  /** null: by the receipt's link. */
  user_id: number | null
  kind: EventKind
  from: Status | null
  to: Status | null
  reason: string
  /** A message followed it in the conversation. */
  replied: boolean
}
interface Order {
  status: Status
  valid_until: string | null
  answer: QuoteAnswer
  events: OrderEvent[]
}
export interface AdjustmentRequest {
  /** Of its event. */
  id: number
  at: Date
  /** Asked by the company's people, not by the client. */
  ours: boolean
  who: string
  user_id: number | null
  text: string
  /** The status that the order had before, and has again when the request is taken back. */
  before: Status
}
/** An event as the request that it is; null: it is none. An order that began as `ajuste_solicitado` was not asked about;
 * a client who asks again in a quote under discussion changes no status. */
function requestOf(e: OrderEvent | undefined): AdjustmentRequest | null {
  if (!e) return null
  const before = e.kind === 'ajuste' ? 'ajuste_solicitado' : e.from
  if (before === null || (e.kind !== 'ajuste' && (e.kind !== '' || e.to !== 'ajuste_solicitado'))) return null
  const { id, at, who, user_id, reason: text } = e
  return { id, at, ours: e.kind === '' && before !== 'orcamento', who, user_id, text, before }
}
/** The request that the order waits for an answer to; null: none. In a quote a new offer is the answer. */
export function openRequest(o: Order): AdjustmentRequest | null {
  if (o.status !== 'ajuste_solicitado' || (isOpenQuote(o) && o.answer !== 'ajuste')) return null
  return requestOf(o.events.findLast((e) => requestOf(e) !== null))
}
/** Nothing has happened to the order since it was asked, and nobody has written. */
export const isUnanswered = ({ events }: Order): boolean => requestOf(events.at(-1)) !== null && !events.at(-1)?.replied
/** The request that the order's last event took back; null: the last event is another. */
export const withdrawnRequest = ({ events }: Order): AdjustmentRequest | null =>
  events.at(-1)?.kind === 'ajuste_retirado' ? requestOf(events.at(-2)) : null
/** Whether this person may take the request back: of the company who asked, or an admin; of the client's side anyone
 * who may answer for the client. */
export const mayWithdraw = (r: AdjustmentRequest, by: { mover: Mover; user_id: number | null }): boolean =>
  r.ours ? by.mover === 'A' || (by.mover === 'S' && by.user_id === r.user_id) : by.mover === 'C'

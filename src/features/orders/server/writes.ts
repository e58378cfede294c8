// What is written on an order that is there.
import type { Tx } from '#server/db.ts'
import type { AdjustmentRequest, OrderEvent } from '../adjustment.ts'
import type { Talk } from '../quote.ts'
import type { Totals } from '../rules.ts'
import type { EventKind, Status } from '../status.ts'
import { findOrder } from './queries.ts'
import { type Short, shortOfStock } from './stock.ts'

export interface StatusChange {
  id: number
  from: Status
  to: Status
  who: string
  user_id: number | null
  reason: string
  now: Date
  talk?: Talk | undefined
}
/** Who did something that the link of an order, or of the catalogue, opens to anybody. */
export const byLink = (name: string) => `${name} (pelo link)`
/** The step and its history; answers the number of its event. A quote that becomes an order was accepted. */
export async function changeStatus(tx: Tx, c: StatusChange): Promise<number> {
  const accepted = !['orcamento', 'ajuste_solicitado', 'cancelado'].includes(c.to)
  await tx.sql`update orders set status = ${c.to}, status_reason = ${c.reason}, updated_at = ${c.now},
    confirmed_at = case when ${c.to} = 'confirmado' then ${c.now}::timestamptz else confirmed_at end,
    cancelled_at = case when ${c.to} = 'cancelado' then ${c.now}::timestamptz else cancelled_at end,
    answer = case when ${accepted} and revision > 0 then 'aceito' else answer end,
    answered_at = case when ${accepted} and revision > 0 and answer <> 'aceito' then ${c.now}::timestamptz
      else answered_at end
    where id = ${c.id}`
  const [event] = await addEvent(tx, [c.id], c)
  return event as number
}
/** The status of before a request for an adjustment, and both in the history. A quote waits for its first answer
 * again. */
export async function restoreStatus(
  tx: Tx,
  { id, request, ...by }: { id: number; request: AdjustmentRequest; who: string; user_id: number | null; now: Date },
): Promise<void> {
  const { ours, before } = request
  await tx.sql`update orders set status = ${before}, status_reason = '', updated_at = ${by.now},
    answer = case when ${ours} then answer else '' end,
    answered_at = case when ${ours} then answered_at end where id = ${id}`
  const step = before !== 'ajuste_solicitado' && { from: 'ajuste_solicitado' as const, to: before }
  await addEvent(tx, [id], { ...by, kind: 'ajuste_retirado', ...step })
}
interface Happened {
  now: Date
  who: string
  /** null: by the receipt's link. */
  user_id: number | null
  /** Beside the steps of the status. */
  kind?: EventKind
  from?: Status
  to?: Status
  reason?: string
  /** What was said about a quote with it. */
  talk?: Talk | undefined
}
/** What happened to these orders goes into the history of each, and the open screens are told once it is committed.
 * Answers the numbers of the events. */
export async function addEvent(tx: Tx, ids: number[], e: Happened): Promise<number[]> {
  const { from = null, to = null, kind = '', reason = '' } = e
  const talk = e.talk ? JSON.stringify(e.talk) : null
  const added = await tx.sql<{ id: number }>`
    insert into order_events (company_id, order_id, at, who, user_id, kind, from_status, to_status, reason, talk)
    select company_id, id, ${e.now}, ${e.who}, ${e.user_id}, ${kind}, ${from}, ${to}, ${reason}, ${talk}::jsonb
    from orders where id = any(${ids}::bigint[]) order by id returning id`
  await tellScreens(tx, ids)
  return added.map((row) => row.id)
}
/** The first event of an order as app.place_order writes it. Its number is not read back: only requests for an
 * adjustment are found by theirs. */
export const arrivalEvent = (e: Pick<OrderEvent, 'at' | 'who' | 'user_id' | 'to'>): OrderEvent => ({
  ...e,
  id: 0,
  kind: '',
  from: null,
  reason: '',
  replied: false,
})
const tellScreens = (tx: Tx, ids: number[]) =>
  tx.sql`select pg_notify('orders', json_build_object('company_id', company_id, 'id', id, 'seller_id', seller_id,
    'client_id', client_id, 'status', status, 'created', false)::text) from orders where id = any(${ids}::bigint[])`
/** A message is about to be written about an order that waits for an answer to a request: nobody takes the request back
 * after it, and devices read the order again. Locks the order, before the conversation. */
export async function markReplied(tx: Tx, id: number): Promise<void> {
  await tx.sql`select 1 from orders where id = ${id} for update`
  const marked = await tx.first`update order_events set replied = true where not replied
    and id = (select max(id) from order_events where order_id = ${id}) returning id`
  if (!marked) return
  await tx.sql`update orders set updated_at = updated_at where id = ${id}`
  await tellScreens(tx, [id])
}
interface Moved {
  id: number
  /** -1 takes it, 1 gives back what was taken. */
  sign: -1 | 1
  /** The company sells only what is there. */
  refuse: boolean
  /** The lines as they are about to be written: only the difference is moved then. */
  lines?: { line: number; quantity: number }[]
}
/** Moves the stock of a locked order: more than there is of what it takes is refused, or said with the order until it is
 * there. */
export async function moveStock(tx: Tx, { id, sign, refuse, lines }: Moved): Promise<void> {
  const now = lines ? JSON.stringify(lines) : null
  const moved = await tx.first<{ short: (Short & { more: boolean })[] }>`
    select app.move_stock(${id}, ${sign}, ${now}::jsonb) as short`
  if (sign > 0) return
  const below = moved?.short ?? []
  const short = below.filter((s) => s.more)
  if (refuse && short.length > 0) throw shortOfStock(short, (await findOrder(tx, id))?.lines ?? [], 'Nada foi gravado.')
  if (short.length > 0) await setReason(tx, id, 'sem_estoque', true)
  else if (below.length === 0) await setReason(tx, id, 'sem_estoque', false)
}
export const setReason = (tx: Tx, id: number, reason: string, holds: boolean) =>
  tx.sql`update orders set reasons = array_remove(reasons, ${reason}) || case when ${holds} then array[${reason}]
    else '{}'::text[] end where id = ${id} and (${reason} = any(reasons)) <> ${holds}`
/** Whom it concerns is told by e-mail: the company of a quote that became an order, the client of a new offer. */
export const mailOrder = (tx: Tx, id: number) =>
  tx.sql`select app.enqueue('order_mail', jsonb_build_object('order_id', ${id}::bigint))`

/** Writes the lines of a locked order anew; what they change is taken from its stock or given back. What is changed of a
 * quote is a new offer, and waits for a new answer. */
export async function writeLines(
  tx: Tx,
  c: {
    id: number
    lines: {
      line: number
      unit_price: number
      quantity: number
      discount_bp: number
      discount: number
      total: number
    }[]
    sums: Totals
    discount_bp: number
    /** It holds stock; `refuse`: of a company that sells only what is there. */
    stock?: { refuse: boolean } | undefined
    kind: EventKind
    /** What changed, in words. */
    said: string
    talk?: Talk | undefined
    who: string
    user_id: number
    now: Date
  },
): Promise<void> {
  if (c.stock) await moveStock(tx, { id: c.id, sign: -1, lines: c.lines, ...c.stock })
  const kept = JSON.stringify(c.lines)
  await tx.sql`delete from order_lines where order_id = ${c.id} and line not in (select line
    from jsonb_to_recordset(${kept}::jsonb) as x(line int))`
  await tx.sql`update order_lines l set unit_price = x.unit_price, quantity = x.quantity, discount_bp = x.discount_bp,
    discount = x.discount, total = x.total
    from jsonb_to_recordset(${kept}::jsonb) as x(line int, unit_price bigint, quantity bigint, discount_bp int,
      discount bigint, total bigint)
    where l.order_id = ${c.id} and l.line = x.line`
  await tx.sql`update orders set subtotal = ${c.sums.subtotal}, discount = ${c.sums.discount},
    discount_bp = ${c.discount_bp}, freight = ${c.sums.freight}, total = ${c.sums.total},
    items_count = ${c.sums.pieces}, updated_at = ${c.now} where id = ${c.id}`
  if (c.talk) await offerAnew(tx, c.id)
  await addEvent(tx, [c.id], { ...c, reason: c.said })
}
/** Another offer of the same quote, unanswered. */
const offerAnew = (tx: Tx, id: number) =>
  tx.sql`update orders set revision = revision + 1, answer = '', answered_at = null where id = ${id}`
/** Signatures and free text about a client's orders go with the client who asks to be forgotten, whoever wrote them;
 * the client's name goes from what was done by session or by the link. Changes of lines are no free text. */
export async function forgetWords(tx: Tx, client: number): Promise<void> {
  await tx.sql`update orders set signature = '', status_reason = '' where client_id = ${client}
    and (signature <> '' or status_reason <> '')`
  await tx.sql`update order_events e set talk = talk || '{"text": ""}',
    reason = case when e.kind = 'itens' then e.reason else '' end,
    who = case when e.user_id = ${client} or e.who like ${byLink('%')} then ${`Cliente ${client}`} else e.who end
    from orders o where o.company_id = e.company_id and o.id = e.order_id and o.client_id = ${client}`
}
/** What is noted there; nobody else notes until the transaction ends. */
export const lockNote = async (tx: Tx, id: number) =>
  (await tx.first<{ note: string }>`select internal_note as note from orders where id = ${id} for update`)?.note
export const noteOrder = (tx: Tx, id: number, note: string) =>
  tx.sql`update orders set internal_note = ${note} where id = ${id}`
export async function mailOnceMore(tx: Tx, id: number): Promise<void> {
  await tx.sql`update orders set mailed_at = null where id = ${id}`
  await tx.sql`select app.enqueue('order_mail', jsonb_build_object('order_id', ${id}::bigint, 'again', true))`
}

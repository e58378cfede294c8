// What is written on an order that is there.
import { part, type Tx } from '#server/db.ts'
import type { AdjustmentRequest, OrderEvent } from '../adjustment.ts'
import type { Talk } from '../quote.ts'
import { type EventKind, holdsStock, type Status } from '../status.ts'
import { type Agreed, type Approval, JUDGED, type Verdict } from './judge-lines.ts'
import { findOrder, type Locked, type OrderRow } from './queries.ts'
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
  /** The client accepts what changed with it. */
  byClient?: boolean
}
/** Who did something that the link of an order, or of the catalogue, opens to anybody. */
export const byLink = (name: string) => `${name} (pelo link)`
/** The step and its history; answers the number of its event. A quote that becomes an order was accepted; the admin who
 * confirms approves discounts and freight, and percentages of commission stay as they are now. */
export async function changeStatus(tx: Tx, c: StatusChange): Promise<number> {
  const accepted = !['orcamento', 'ajuste_solicitado', 'cancelado'].includes(c.to)
  const taken = part`${accepted} and case when answer = 'mudou' then ${c.byClient ?? false} else valid_until is not null end`
  await tx.sql`update orders set status = ${c.to}, status_reason = ${c.reason}, updated_at = ${c.now},
    confirmed_at = case when ${c.to} = 'confirmado' then ${c.now}::timestamptz else confirmed_at end,
    approved_freight = case when ${c.to} = 'confirmado' then freight else approved_freight end,
    cancelled_at = case when ${c.to} = 'cancelado' then ${c.now}::timestamptz else cancelled_at end,
    answer = case when ${taken} then 'aceito' else answer end,
    answered_at = case when ${taken} and answer <> 'aceito' then ${c.now}::timestamptz else answered_at end
    where id = ${c.id}`
  if (c.to === 'confirmado') {
    await tx.sql`select app.freeze_commission(${c.id})`
    await tx.sql`update order_lines l set approved_quantity = l.quantity, agreed_quantity = null,
      approved_bp = l.discount_bp + o.discount_bp - l.discount_bp * o.discount_bp / 10000
      from orders o where o.company_id = l.company_id and o.id = l.order_id and o.id = ${c.id}`
  }
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
const setReason = (tx: Tx, id: number, reason: string, holds: boolean) =>
  tx.sql`update orders set reasons = array_remove(reasons, ${reason}) || case when ${holds} then array[${reason}]
    else '{}'::text[] end where id = ${id} and (${reason} = any(reasons)) <> ${holds}`
/** Whom it concerns is told by e-mail: the company of a quote that became an order, the client of a new offer. */
export const mailOrder = (tx: Tx, id: number) =>
  tx.sql`select app.enqueue('order_mail', jsonb_build_object('order_id', ${id}::bigint))`
/** Leaves the mail to the client about the change that made this revision. */
export const mailChanged = (tx: Tx, id: number, revision: number) =>
  tx.sql`select app.enqueue('order_mail', jsonb_build_object('order_id', ${id}::bigint, 'changed', ${revision}::int))`

/** Replaces the lines of a locked order; the difference is taken from its stock or given back. What is changed of a quote
 * is a new offer, and waits for a new answer; a signature ends. Called by `rewriteLines` alone, after the judge. */
export async function writeLines(
  tx: Tx,
  { id }: OrderRow,
  locked: Locked,
  c: Verdict<{ line: number; unit_price: number; quantity: number; discount_bp: number }> & {
    discount_bp: number
    payment_term: string
    kind: EventKind
    /** What changed, in words. */
    said: string
    talk?: Talk | undefined
    caller: { name: string; user_id: number }
    now: Date
    /** It is an open quote. */
    open: boolean
  },
): Promise<void> {
  if (holdsStock(locked.status))
    await moveStock(tx, { id, sign: -1, lines: c.lines, refuse: locked.refuse_without_stock })
  const kept = JSON.stringify(c.lines)
  await tx.sql`delete from order_lines where order_id = ${id} and line not in (select line
    from jsonb_to_recordset(${kept}::jsonb) as x(line int))`
  await tx.sql`update order_lines l set unit_price = x.unit_price, quantity = x.quantity, discount_bp = x.discount_bp,
    discount = x.discount, total = x.total, approved_bp = x.approved_bp, approved_quantity = x.approved_quantity,
    agreed_quantity = x.agreed_quantity
    from jsonb_to_recordset(${kept}::jsonb) as x(line int, unit_price bigint, quantity bigint, discount_bp int,
      discount bigint, total bigint, approved_bp int, approved_quantity bigint, agreed_quantity bigint)
    where l.order_id = ${id} and l.line = x.line`
  await tx.sql`update orders set subtotal = ${c.sums.subtotal}, discount = ${c.sums.discount},
    discount_bp = ${c.discount_bp}, freight = ${c.sums.freight}, total = ${c.sums.total},
    items_count = ${c.sums.pieces}, payment_term = ${c.payment_term}, approved_freight = ${c.approved_freight},
    reasons = array(select r from unnest(reasons) r where r <> all(${[...JUDGED]}::text[])) || ${c.reasons}::text[],
    revision = revision + 1, signature = '', updated_at = ${c.now}, answer = ${answerAfter(c.open)},
    answered_at = case ${answerAfter(c.open)} when '' then null else coalesce(answered_at, ${c.now}) end where id = ${id}`
  const by = { who: c.caller.name, user_id: c.caller.user_id, now: c.now }
  await addEvent(tx, [id], { ...by, kind: c.kind, reason: c.said, talk: c.talk })
}
/** An offer is unanswered again; what was accepted or signed waits to be accepted again. */
const answerAfter = (open: boolean) =>
  part`(case when ${open} then '' when answer = 'aceito' or signature <> '' then 'mudou' else answer end)`
export const writeAcceptance = (tx: Tx, a: { id: number; signature: string; now: Date }) =>
  tx.sql`update orders set answer = 'aceito', answered_at = ${a.now}, updated_at = ${a.now},
    signature = coalesce(nullif(${a.signature}::text, ''), signature) where id = ${a.id}`
/** What an admin gave an order's lines and freight, and the pieces that have the agreed price. */
export async function readApprovals(tx: Tx, id: number) {
  const lines = await tx.sql<Approval & Agreed & { line: number }>`
    select line, approved_bp, approved_quantity, agreed_quantity from order_lines where order_id = ${id}`
  const order = await tx.first<{ freight: number | null }>`select approved_freight as freight from orders
    where id = ${id}`
  return { lines, freight: order?.freight ?? null }
}
/** Another moment of arrival. The commission of an order that has payments stays in the month in which it was paid out,
 * which is none to come; of others the percentages are those of the new day. */
export async function writeReceivedAt(tx: Tx, { id, at, now }: { id: number; at: Date; now: Date }): Promise<void> {
  const row = await tx.first<{ kept: boolean }>`
    update orders o set received_at = ${at}, updated_at = ${now}, commission_at = case when exists (
        select 1 from order_payments p where p.company_id = o.company_id and p.order_id = o.id) and coalesce(o.commission_at, o.received_at) <= ${now}
      then coalesce(o.commission_at, o.received_at) end
    where o.id = ${id} returning commission_at is not null as kept`
  if (row && !row.kept) await tx.sql`select app.refreeze_commission(${id})`
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

import type { LineChange, Talk } from '#features/orders/quote.ts'
import type { Tx } from '#server/db.ts'

interface TalkRow {
  at: Date
  who: string
  ours: boolean
  talk: Talk
  /** A request for an adjustment that its client took back. */
  withdrawn: boolean
}
/** What was said about a quote, the oldest first. */
export const findTalk = (tx: Tx, order: number) =>
  tx.sql<TalkRow>`select at, who, user_id is not null as ours, talk, next = 'ajuste_retirado' as withdrawn
    from (select e.*, coalesce(lead(kind) over (order by id), '') as next from order_events e
      where order_id = ${order}) e
    where talk is not null order by id`

export interface Answer {
  id: number
  answer: Talk['kind']
  now: Date
}
/** What the client said last. */
export const writeAnswer = (tx: Tx, a: Answer) =>
  tx.sql`update orders set answer = ${a.answer}, answered_at = ${a.now}, updated_at = ${a.now} where id = ${a.id}`
export const writeEnd = (tx: Tx, id: number, day: string) =>
  tx.sql`update orders set valid_until = ${day} where id = ${id}`
export const sameLines = (a: LineChange[], b: LineChange[]) =>
  a.length === b.length && a.every((x) => b.some((y) => y.line === x.line && y.now === x.now))

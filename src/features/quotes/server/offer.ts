// A quote as it stands: what was said, how each line may be asked for, and today's prices beside what was offered.
import { hasEnded, isOpenQuote } from '#features/orders/quote.ts'
import type { OrderRow } from '#features/orders/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Offer } from '../contract.ts'
import type { LineRule } from '#features/orders/line-rules.ts'
import * as q from './queries.ts'

export interface Seller {
  tx: Tx
  company: { id: number; time_zone: string }
  now: Date
}
/** The lines of products that are not sold any more. */
export const goneLines = (order: OrderRow, rules: LineRule[]) =>
  order.lines
    .filter((l) => rules.some((r) => r.line === l.line && r.gone))
    .map(({ line, product_id, specs, name }) => ({
      line,
      product_id,
      specs,
      name,
      reason: 'Este produto não está mais no catálogo.',
    }))
/** Lines that an order would need and that are not sold any more are named, all at once. */
export function refuseGone(order: OrderRow, rules: LineRule[], wanted: (line: number) => number): void {
  const gone = goneLines(order, rules).filter((l) => wanted(l.line) > 0)
  if (gone.length === 0) return
  throw new Refusal('lines_refused', {
    lines: gone,
    message: {
      text: 'Não está mais à venda: {names}. Peça sem estes itens ou fale com o vendedor.',
      values: { names: gone.map((l) => l.name).join(', ') },
    },
  })
}
export async function offerOf({ tx, company, now }: Seller, order: OrderRow, rules: LineRule[]): Promise<Offer> {
  const today = dayIn(company.time_zone, now)
  const { revision, answer, answered_at, valid_until } = order
  const talk = await q.findTalk(tx, order.id)
  return {
    revision,
    answer,
    answered_at,
    valid_until,
    today,
    ended: isOpenQuote(order) && hasEnded(order, today),
    open: isOpenQuote(order),
    talk: talk.map(({ at, who, ours, withdrawn, talk: { kind, text, lines, prices } }) => ({
      at,
      who,
      ours,
      withdrawn,
      kind,
      text,
      lines,
      prices,
    })),
    lines: rules,
  }
}

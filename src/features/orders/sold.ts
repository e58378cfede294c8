// What counts as an order (DECISIONS, "What counts as an order"): on the client's card, in the list of the day, habits,
// the first-order minimum, the map, indicators, goals and commissions. `app.counts_as_order` (migration 0164) is the same
// rule for SQL; src/features/orders/server/sold.test.ts compares both.
import { isOpenQuote, type QuoteAnswer } from './quote.ts'
import type { Status } from './status.ts'

const NEVER: readonly Status[] = ['rascunho', 'orcamento', 'cancelado']
/** Whether it counts: no draft, no cancelled order, no quote, and no quote under discussion. */
export const isSold = (o: { status: Status; revision: number; answer: QuoteAnswer }): boolean =>
  !NEVER.includes(o.status) && !isOpenQuote(o)

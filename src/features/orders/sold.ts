// What counts as an order (DECISIONS, "What counts as an order"): on the client's card, in the list of the day, habits,
// the first-order minimum, the map, indicators, goals and commissions. `app.counts_as_order` (migration 0254) is the same
// rule for SQL; src/features/orders/server/sold.test.ts compares both.
import { isOpenQuote, type QuoteAnswer } from './quote.ts'
import type { Status } from './status.ts'

const NEVER: readonly Status[] = ['rascunho', 'orcamento', 'cancelado']
/** Whether it counts: no draft, no cancelled order, no quote, and no quote under discussion. */
export const isSold = (o: { status: Status; valid_until: string | null; answer: QuoteAnswer }): boolean =>
  !NEVER.includes(o.status) && !isOpenQuote(o)
/** What its buyer owes for it in cents: nothing for a draft, a quote or a cancelled order. */
export const owedOf = (o: Parameters<typeof isSold>[0] & { total: number }) => (isSold(o) ? o.total : 0)

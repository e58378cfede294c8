// What a quote is: an order that is offered until a day, and that its client answers. The same in browser and server.
import type { Status } from './status.ts'

/** What a client says to an offer; '' nothing yet, `renovar`: it has ended, and a new one is asked for. `mudou`: accepted or
 * signed once, and its lines changed since. */
export const ANSWERS = ['', 'aceito', 'recusado', 'ajuste', 'renovar', 'mudou'] as const
export type QuoteAnswer = (typeof ANSWERS)[number]
/** The longest that a quote may hold, in days. */
export const MOST_QUOTE_DAYS = 365

/** A line whose quantity, or price in cents, is asked or offered otherwise; 0 pieces: without it. */
export interface LineChange {
  line: number
  name: string
  specs: Record<string, string>
  was: number
  now: number
}
/** What was said about a quote: the client's answers, the seller's new offers and words. Prices only where they changed. */
export interface Talk {
  kind: 'aceito' | 'recusado' | 'ajuste' | 'renovar' | 'oferta'
  text: string
  lines: LineChange[]
  prices?: LineChange[]
}
interface Offered {
  status: Status
  /** null: never a quote. */
  valid_until: string | null
  answer: QuoteAnswer
}
/** Still offered: what was accepted once is an order like any other. */
export const isOpenQuote = (o: Offered) =>
  o.valid_until !== null &&
  o.answer !== 'aceito' &&
  o.answer !== 'mudou' &&
  (o.status === 'orcamento' || o.status === 'ajuste_solicitado')
/** Its last day is over, by the company's calendar. */
export const hasEnded = (o: { valid_until: string | null }, today: string) =>
  o.valid_until !== null && o.valid_until < today
/** By rule what passes the seller's limit waits for the admin, however the quote became an order. */
export const acceptedStatus = (reasons: string[]): Status =>
  reasons.includes('desconto_acima') ? 'aguardando_aprovacao' : 'novo'

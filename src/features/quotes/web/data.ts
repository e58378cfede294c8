import { useQuery } from '@tanstack/react-query'
import type { Order } from '#features/orders/contract.ts'
import { call } from '#web/api.ts'
import { type Quote, readQuote } from '../contract.ts'

/** A quote as its seller reads it; anew with each offer and answer, and until that is there as it was: what is being
 * written beside it stays. */
export const useQuote = (company: number, order: Order) =>
  useQuery({
    queryKey: ['order', order.id, 'quote', order.revision, order.answer],
    queryFn: () => call(readQuote, { params: { company, id: order.id } }),
    placeholderData: (before, of) => (of?.queryKey[1] === order.id ? before : undefined),
  })
/** The quantities that its client wants, while that is not answered. */
export const wantedOf = (quote: Quote) => (quote.answer === 'ajuste' ? (quote.talk.at(-1)?.lines ?? []) : [])

import type { ReactNode } from 'react'
import type { Order } from '#features/orders/contract.ts'
import { useQuote, wantedOf } from './data.ts'

interface Props {
  company: number
  order: Order
  button: (asked: ReadonlyMap<number, number> | null) => ReactNode
}
/** The button that changes a quote's items, with what its client wants of them. */
export default function Wanted({ company, order, button }: Props) {
  const { data } = useQuote(company, order)
  return button(data ? new Map(wantedOf(data).map((l) => [l.line, l.now])) : null)
}

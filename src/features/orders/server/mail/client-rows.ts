// Lines and sums of an order, as its client reads them in a mail.
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { lineWords, MOST_LINES } from '../../message.ts'
import type { OrderRow } from '../queries.ts'

const WORDS = {
  pt: { more: '…e mais {n}', freight: 'Frete', term: 'Pagamento', delivery: 'Entrega' },
  en: { more: '…and {n} more', freight: 'Freight', term: 'Payment', delivery: 'Delivery' },
  fr: { more: '…et {n} de plus', freight: 'Port', term: 'Paiement', delivery: 'Livraison' },
}
/** `reader`: the client's account, where the order has one. Without prices where it sees none. */
export function rowsFor(
  reader: { language: string; hide_price: boolean } | undefined,
  order: OrderRow,
): [string, string][] {
  const words = WORDS[(reader?.language ?? 'pt') as keyof typeof WORDS] ?? WORDS.pt
  const money = (cents: number) => (reader?.hide_price ? '' : showCents(cents, order.currency))
  const more = order.lines.length - MOST_LINES
  return [
    ...order.lines.slice(0, MOST_LINES).map((l): [string, string] => [lineWords(l), money(l.total)]),
    ...(more > 0 ? [[words.more.replace('{n}', String(more)), ''] as [string, string]] : []),
    ...(order.freight > 0 ? [[words.freight, money(order.freight)] as [string, string]] : []),
    ...(reader?.hide_price ? [] : [['Total', money(order.total)] as [string, string]]),
    ...(order.payment_term ? [[words.term, order.payment_term] as [string, string]] : []),
    ...(order.delivery_date ? [[words.delivery, showDay(order.delivery_date)] as [string, string]] : []),
  ]
}

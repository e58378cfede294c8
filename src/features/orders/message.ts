// The order as a chat message: at most 15 lines, the total and the receipt's link.
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { spokenTo } from '#shared/spoken.ts'
import type { Status } from './status.ts'

export interface MessageOrder {
  number: number | null
  name: string
  phone: string
  total: number
  discount?: number | undefined
  freight?: number | undefined
  currency: string
  description: string
  lines: { quantity: number; name: string; code: string; specs: Record<string, string>; total: number }[]
  status?: string | undefined
  /** Of a quote. */
  valid_until?: string | null | undefined
  /** False when the reader may not see prices. */
  priced: boolean
}
/** More lines than this are counted, not listed. */
export const MOST_LINES = 15
/** "3 × Vaso (P, Areia) · VJ-014" */
export function lineWords(l: { quantity: number; name: string; code: string; specs: Record<string, string> }): string {
  const specs = Object.values(l.specs).join(', ')
  return `${l.quantity} × ${l.name}${specs ? ` (${specs})` : ''}${l.code ? ` · ${l.code}` : ''}`
}

/** The order in words; a quote as the offer that it is. */
export function orderMessage(order: MessageOrder, company: string, receipt: string): string {
  const shown = order.lines.slice(0, MOST_LINES)
  const more = order.lines.length - shown.length
  const line = (l: MessageOrder['lines'][number]) =>
    `${lineWords(l)}${order.priced ? ` · ${showCents(l.total, order.currency)}` : ''}`
  const quote = order.status === 'orcamento' || order.status === 'ajuste_solicitado' ? order.valid_until : null
  const end = quote
    ? [`Válido até ${showDay(quote)}.`, `Aceite, mude quantidades ou pergunte aqui, sem senha: ${receipt}`]
    : [`Acompanhe: ${receipt}`]
  return [
    `*${quote ? 'Orçamento' : 'Pedido'} ${order.number ?? ''} · ${company}*`.replace('  ', ' '),
    `${order.name}${order.phone ? ` · ${showPhone(order.phone)}` : ''}`,
    '',
    ...shown.map(line),
    ...(more > 0 ? [`…e mais ${more} ${more === 1 ? 'item' : 'itens'}`] : []),
    '',
    ...(order.priced && order.discount ? [`Desconto: -${showCents(order.discount, order.currency)}`] : []),
    ...(order.priced && order.freight ? [`Frete: ${showCents(order.freight, order.currency)}`] : []),
    ...(order.priced ? [`*Total: ${showCents(order.total, order.currency)}*`] : []),
    ...(order.description ? [`Obs.: ${order.description}`] : []),
    ...end,
  ].join('\n')
}

/** What a client is told of a status; of a draft and a quote nothing: what is offered has a message of its own. */
const TOLD: Partial<Record<Status, string>> = {
  novo: 'recebemos o seu pedido {n} e já vamos conferir',
  aguardando_aprovacao: 'o seu pedido {n} está em aprovação',
  ajuste_solicitado: 'o seu pedido {n} precisa de um ajuste: veja e responda no link',
  confirmado: 'o seu pedido {n} foi confirmado',
  faturado: 'o seu pedido {n} foi faturado',
  enviado: 'o seu pedido {n} saiu para entrega',
  entregue: 'o seu pedido {n} foi entregue',
  cancelado: 'o seu pedido {n} foi cancelado',
}
/** An order's status in words for its client, '' when there is nothing to tell. */
export function statusMessage(
  order: { name: string; company_name: string; number: number | null; status: Status },
  receipt: string,
): string {
  const told = TOLD[order.status]
  if (!told) return ''
  const first = spokenTo(order.name, order.company_name)
  return `Olá, ${first}! Aqui é para avisar: ${told.replace(' {n}', order.number === null ? '' : ` ${order.number}`)}.\nAcompanhe: ${receipt}`
}

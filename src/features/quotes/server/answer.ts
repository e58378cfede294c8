// What the client says to an offer, by the link alone. The order is locked: of two at once the second reads what stands.
import { askIssues } from '#features/orders/line-rules.ts'
import { hasEnded, isOpenQuote, type QuoteAnswer, type Talk } from '#features/orders/quote.ts'
import {
  addEvent,
  basisOf,
  byLink,
  linesRefused,
  type Locked,
  move,
  type OrderRow,
  quoteEnded,
  rulesOf,
  tellAsked,
} from '#features/orders/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { showDay } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { changesOf } from '../rules.ts'
import { refuseGone } from './offer.ts'
import * as q from './queries.ts'

export interface Said {
  answer: 'aceito' | 'recusado' | 'ajuste' | 'renovar'
  revision: number
  lines?: { line: number; quantity: number }[] | undefined
  text?: string | undefined
}
const STANDS: Record<QuoteAnswer, string> = {
  '': '',
  aceito: 'Este orçamento já foi aceito em {day}.',
  recusado: 'Este orçamento já foi recusado em {day}.',
  ajuste: 'Já foi enviado um pedido de mudança em {day}. O vendedor vai responder.',
  renovar: 'A renovação já foi pedida em {day}. O vendedor vai responder.',
  mudou: 'Este orçamento já virou pedido e os itens mudaram depois. Abra o pedido para aceitar a mudança.',
}
export async function answer(tx: Tx, order: OrderRow, locked: Locked, said: Said, now: Date): Promise<void> {
  const lines = changesOf(order.lines, said.answer === 'ajuste' ? (said.lines ?? []) : [])
  const text = (said.text ?? '').trim()
  const talk: Talk = { kind: said.answer, text, lines }
  const who = byLink(order.name)
  const today = dayIn(locked.time_zone, now)
  const ended = hasEnded(locked, today)
  if (locked.answer !== '' && !(locked.answer === 'ajuste' && ended && said.answer === 'renovar')) {
    if (await isSame(tx, order, talk, locked)) return
    throw new Refusal('quote_answered', {
      answer: locked.answer,
      answered_at: locked.answered_at,
      message: {
        text: STANDS[locked.answer],
        values: { day: showDay(dayIn(locked.time_zone, locked.answered_at ?? now)) },
      },
    })
  }
  if (!isOpenQuote(locked))
    throw new Refusal('bad_transition', { message: 'Este orçamento foi cancelado pela empresa.', allowed: [] })
  if (said.revision !== locked.revision) throw new Refusal('quote_changed', { revision: locked.revision })
  if (said.answer === 'renovar') {
    if (!ended) throw invalid({ answer: 'Este orçamento ainda vale: responda por ele.' })
    return tell('renovar')
  }
  if (ended) throw quoteEnded(locked)
  const step = (word: string) =>
    move(tx, { id: order.id, word, reason: text, mover: 'C', who, user_id: null, now, talk })
  if (said.answer === 'aceito') {
    const rules = rulesOf(order, await basisOf(tx, order))
    refuseGone(order, rules, (line) => order.lines.find((l) => l.line === line)?.quantity ?? 0)
    return step('novo')
  }
  if (said.answer === 'recusado') {
    if (text === '') throw invalid({ text: 'Diga o motivo da recusa: ajuda o vendedor.' })
    await step('cancelado')
    return void (await q.writeAnswer(tx, { id: order.id, answer: 'recusado', now }))
  }
  await mayAsk()
  if (locked.status === 'ajuste_solicitado') return tell('ajuste')
  await step('ajuste_solicitado')
  await q.writeAnswer(tx, { id: order.id, answer: 'ajuste', now })

  /** Said without a step of the status. */
  async function tell(kind: 'ajuste' | 'renovar'): Promise<void> {
    await q.writeAnswer(tx, { id: order.id, answer: said.answer, now })
    const [event] = await addEvent(tx, [order.id], { who, user_id: null, kind, reason: text, talk, now })
    await tellAsked(tx, order, { word: kind === 'ajuste' ? 'mudanca' : 'renovar', event: event as number }, now)
  }
  async function mayAsk(): Promise<void> {
    const asked = said.lines ?? []
    if (asked.some((a) => !order.lines.some((l) => l.line === a.line)))
      throw new Refusal('quote_changed', { revision: locked.revision })
    if (lines.length === 0 && text === '') throw invalid({ text: 'Mude uma quantidade ou escreva sua pergunta.' })
    const rules = rulesOf(order, await basisOf(tx, order))
    const issues = askIssues(order.lines, asked, rules)
    const refused = order.lines.flatMap((l) => {
      const issue = issues.get(l.line)
      const { line, product_id, specs, name } = l
      return issue ? [{ line, product_id, specs, name, reason: issue.message, suggestion: issue.suggestion }] : []
    })
    if (refused.length) throw linesRefused(refused)
    const now = new Map(asked.map((a) => [a.line, a.quantity]))
    if (order.lines.every((l) => (now.get(l.line) ?? l.quantity) === 0))
      throw invalid({ lines: 'Deixe pelo menos um item, ou recuse o orçamento.' })
    if (lines.length)
      refuseGone(order, rules, (line) => (lines.some((l) => l.line === line) ? (now.get(line) ?? 0) : 0))
  }
}
/** The same answer once more: nothing happens, and it is answered alike. */
async function isSame(tx: Tx, order: OrderRow, talk: Talk, locked: Locked): Promise<boolean> {
  if (talk.kind !== locked.answer) return false
  if (talk.kind !== 'ajuste') return true
  const last = (await q.findTalk(tx, order.id)).findLast((t) => t.talk.kind === 'ajuste')?.talk
  return last?.text === talk.text && q.sameLines(last.lines, talk.lines)
}

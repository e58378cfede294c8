// Who is told what happened to an order: decided here, for orders that arrive and for every step after.
import type { Mover, Status } from './status.ts'

/** The seller of the order, every admin, its client. */
type Whom = 'seller' | 'admins' | 'client'
export interface Tells {
  kind: 'order' | 'adjustment' | 'quote' | 'status'
  word: string
  whom: readonly Whom[]
}
/** One that has just come: nobody is told of a draft, the client of a quote. */
export function arrivalTells(status: Status): Tells[] {
  if (status === 'rascunho') return []
  if (status === 'orcamento') return [{ kind: 'quote', word: 'oferta', whom: ['client'] }]
  if (status !== 'aguardando_aprovacao') return [{ kind: 'order', word: 'novo', whom: ['seller', 'admins'] }]
  return [
    { kind: 'order', word: 'aprovacao', whom: ['admins'] },
    { kind: 'order', word: 'novo', whom: ['seller'] },
  ]
}
/** A request for an adjustment that was taken back: `ours` by the company, else by the client of a quote. */
export const withdrawnTells = (ours: boolean): Pick<Tells, 'kind' | 'word'> =>
  ours ? { kind: 'adjustment', word: 'ajuste_retirado' } : { kind: 'quote', word: 'mudanca_retirada' }
const QUOTE_WORDS: Partial<Record<Status, string>> = {
  novo: 'aceito',
  aguardando_aprovacao: 'aceito',
  ajuste_solicitado: 'mudanca',
  cancelado: 'recusado',
}
const FORWARD: Status[] = ['confirmado', 'faturado', 'enviado', 'entregue']
/** A step; `quote`: of an offer that was still open. Steps back are nobody's news. */
export function stepTells(step: { from: Status; to: Status; mover: Mover; quote: boolean; sold: boolean }): Tells[] {
  const { from, to, mover, quote, sold } = step
  const becomes = to === 'novo' || to === 'aguardando_aprovacao'
  const arrival: Tells = { kind: 'order', word: to === 'novo' ? 'novo' : 'aprovacao', whom: ['admins'] }
  if (mover === 'C') {
    const word = QUOTE_WORDS[to]
    // What nobody sells for is the admins'.
    const staff: Whom[] = sold ? ['seller'] : ['admins']
    if (quote && word)
      return [{ kind: 'quote', word, whom: becomes ? ['seller'] : staff }, ...(becomes ? [arrival] : [])]
    if (from === 'ajuste_solicitado' && becomes)
      return [{ kind: 'adjustment', word: 'ajuste_aceito', whom: ['seller', 'admins'] }]
    return to === 'cancelado' ? [{ kind: 'status', word: 'desistiu', whom: ['seller', 'admins'] }] : []
  }
  if (becomes && ['rascunho', 'orcamento', 'ajuste_solicitado'].includes(from)) return [arrival]
  // A seller's change that passes the own limit.
  if (from === 'novo' && to === 'aguardando_aprovacao') return [arrival]
  if (to === 'ajuste_solicitado') return [{ kind: 'adjustment', word: 'ajuste', whom: ['client', 'seller'] }]
  if (to === 'cancelado') return [{ kind: 'status', word: 'cancelado', whom: ['client', 'seller'] }]
  if (!FORWARD.includes(to) || FORWARD.indexOf(to) < FORWARD.indexOf(from)) return []
  return [{ kind: 'status', word: to, whom: to === 'confirmado' ? ['client', 'seller'] : ['client'] }]
}

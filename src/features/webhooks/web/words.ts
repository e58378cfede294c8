import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import type { Delivery, Webhook } from '../contract.ts'

/** When it was last told something, what it took and what it never heard. */
export const lastWords = (w: Webhook): string =>
  [
    w.delivered_at ? t('Última entrega: {when}', { when: showMoment(w.delivered_at) }) : t('Nada foi entregue ainda.'),
    w.taken > 0 && tn(w.taken, '{n} entregue em 30 dias', '{n} entregues em 30 dias'),
    w.given_up > 0 && tn(w.given_up, '{n} não chegou', '{n} não chegaram'),
  ]
    .filter(Boolean)
    .join(' · ')
/** How one is doing, in a word and its colour. */
export function stateOf(w: Webhook): { word: string; pill: string } {
  if (!w.active) return w.problem ? { word: t('Parou'), pill: 'devolvida' } : { word: t('Desligado'), pill: 'excluida' }
  if (w.failing_since) return { word: t('Com falhas'), pill: 'pendente' }
  if (w.waiting > 0) return { word: tn(w.waiting, '{n} na fila', '{n} na fila'), pill: 'espera' }
  return { word: t('Ligado'), pill: 'ativa' }
}
export const deliveryState = (d: Delivery): { word: string; pill: string } =>
  ({
    fila: { word: d.tried > 0 ? t('Tentando') : t('Na fila'), pill: 'espera' },
    entregue: { word: t('Entregue'), pill: 'ativa' },
    desistiu: { word: t('Não chegou'), pill: 'devolvida' },
  })[d.status]

// How runs and links read.
import { showMoment, t, tn } from '#web/i18n.ts'
import type { Integration, Run } from '../contract.ts'
import { systemOf } from '../rules.ts'

export function runWords(r: Run): string {
  if (r.status === 'andando')
    return r.seen > 0 ? tn(r.seen, 'Lendo: {n} produto até agora', 'Lendo: {n} produtos até agora') : t('Começando…')
  if (r.status === 'espera')
    return [t(r.message), r.resume_at && t('Próxima tentativa: {when}.', { when: showMoment(r.resume_at) })]
      .filter(Boolean)
      .join(' ')
  if (r.status === 'falhou') return t(r.message)
  const changes = [
    r.created > 0 && tn(r.created, '{n} novo', '{n} novos'),
    r.changed > 0 && tn(r.changed, '{n} mudou', '{n} mudaram'),
    r.retired > 0 && tn(r.retired, '{n} saiu do catálogo', '{n} saíram do catálogo'),
  ].filter(Boolean)
  return [
    tn(r.seen, '{n} produto conferido', '{n} produtos conferidos'),
    ...(changes.length ? changes : [t('nada mudou')]),
  ].join(', ')
}
/** State of a link in a word, and the pill's colour. */
export function stateOf(i: Integration): { word: string; pill: string } {
  if (i.status === 'Inativa') return { word: t('Inativa'), pill: 'trocada' }
  if (i.problem) return { word: t('Parou'), pill: 'vencida' }
  if (needsConsent(i)) return { word: t('Falta conectar'), pill: 'espera' }
  if (isOpen(i) && i.run?.status === 'andando') return { word: t('Atualizando'), pill: 'espera' }
  return { word: t('Ativa'), pill: 'ativa' }
}
export const isOpen = (i: Integration) => i.run?.status === 'andando' || i.run?.status === 'espera'
/** Linked by consent, and nobody has given it yet. */
export const needsConsent = (i: Integration) => systemOf(i.type).asks.length === 0 && !i.token_set

import { t, tn } from '#web/i18n.ts'
import type { Feed, FeedRun } from '../../feeds/contract.ts'

export const scheduleWords = (f: Pick<Feed, 'every_hours' | 'at_hour'>) =>
  f.at_hour === null
    ? tn(f.every_hours ?? 24, 'A cada hora', 'A cada {n} horas')
    : t('Todo dia às {n}h', { n: f.at_hour })
/** How the last time went, in a word and its colour. */
export function runState(f: Feed): { word: string; pill: string } {
  if (!f.active) return f.problem ? { word: t('Parou'), pill: 'devolvida' } : { word: t('Desligado'), pill: 'excluida' }
  switch (f.run?.status) {
    case 'andando':
      return { word: t('Buscando'), pill: 'espera' }
    case 'espera':
      return { word: t('Confira'), pill: 'pendente' }
    case 'falhou':
      return { word: t('Falhou'), pill: 'devolvida' }
    default:
      return { word: t('Ligado'), pill: 'ativa' }
  }
}
/** What a run found or did. */
export function runWords(r: FeedRun): string {
  if (r.status === 'andando') return t('Buscando…')
  if (r.status === 'falhou' || r.status === 'igual') return t(r.message)
  return r.status === 'espera'
    ? t('Espera o seu sim, nada foi gravado: {what}', { what: countWords(r) })
    : countWords(r)
}
/** What a run would change, or has. */
export function countWords(r: FeedRun): string {
  const counts = [
    r.created > 0 && tn(r.created, '{n} novo', '{n} novos'),
    r.changed > 0 && tn(r.changed, '{n} alterado', '{n} alterados'),
    r.retired > 0 && tn(r.retired, '{n} sai do catálogo', '{n} saem do catálogo'),
    r.refused > 0 && tn(r.refused, '{n} recusado', '{n} recusados'),
  ].filter((x) => x !== false)
  return counts.length > 0 ? counts.join(', ') : t('Nada mudou.')
}

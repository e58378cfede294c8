import { showDate, t } from './i18n.ts'

/** A day as it stands above what happened on it, by the clock of whoever reads, like the times below it. */
export function dayHead(at: Date): string {
  const word = showDate(at)
  if (word === t('hoje') || word === t('ontem')) return word.charAt(0).toUpperCase() + word.slice(1)
  const weekday = at.toLocaleDateString(document.documentElement.lang || 'pt-BR', { weekday: 'long' })
  return `${weekday}, ${word}`
}

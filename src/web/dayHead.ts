import { t } from './i18n.ts'
import { dayOf } from './device/day.ts'
import { dayWords, showDate } from './moments.ts'

/** A day as the head of what happened on it, by the company's clock, like the times below it. */
export function dayHead(at: Date): string {
  const word = showDate(at)
  if (word === t('hoje') || word === t('ontem')) return word.charAt(0).toUpperCase() + word.slice(1)
  return `${dayWords(dayOf(at), { weekday: 'long' }, document.documentElement.lang || 'pt-BR')}, ${word}`
}

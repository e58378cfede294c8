// How visits are told; dates are Brazilian in every language.
import { t } from '#web/i18n.ts'
import { dayWords } from '#web/moments.ts'
import { REASON_WORDS, RESULT_WORDS } from '../rules.ts'
import type { Shown } from './outbox.ts'

export const longDay = (day: string) => dayWords(day, { weekday: 'long', day: 'numeric', month: 'long' })
export const shortDay = (day: string) => dayWords(day, { weekday: 'short', day: '2-digit', month: '2-digit' })
export const whenOf = (v: Pick<Shown, 'day' | 'at'>) => [shortDay(v.day), v.at].filter(Boolean).join(', ')
export type Stand = 'desmarcada' | 'feita' | 'ausente' | 'chegou' | 'planejada'
export function standOf(v: Shown): Stand {
  if (v.cancelled) return 'desmarcada'
  if (v.result !== null) return v.result === 'ausente' ? 'ausente' : 'feita'
  return v.checked_in_at === null ? 'planejada' : 'chegou'
}
/** What came of it so far. */
export function standWords(v: Shown): string {
  if (v.cancelled) return t('Desmarcada')
  if (v.result !== null)
    return [t(RESULT_WORDS[v.result]), v.reason && t(REASON_WORDS[v.reason])].filter(Boolean).join(': ')
  return v.checked_in_at === null ? t('Planejada') : t('Chegou')
}

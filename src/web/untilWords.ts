import { t, tn } from './i18n.ts'

/** How far a day is from today: "em 9 dias", "venceu há 2 dias". */
export function untilWords(days: number): string {
  if (days === 0) return t('hoje')
  return days > 0 ? tn(days, 'em {n} dia', 'em {n} dias') : tn(-days, 'venceu há {n} dia', 'venceu há {n} dias')
}

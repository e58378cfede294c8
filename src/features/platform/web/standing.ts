// Where a company stands, in words.
import type { Company } from '#features/companies/contract.ts'
import { daysBetween } from '#shared/day.ts'
import { t, tn } from '#web/i18n.ts'
import type { standingOf } from '../rules.ts'

export const STATES: Record<ReturnType<typeof standingOf>, string> = {
  ativa: 'Ativa',
  teste: 'Em teste',
  vencida: 'Vencida',
  bloqueada: 'Bloqueada',
  excluida: 'Excluída',
}
/** "em 9 dias", "venceu há 2 dias". */
export function untilWords(c: Company): string {
  const days = c.valid_until && c.today ? daysBetween(c.today, c.valid_until) : 0
  if (days === 0) return t('hoje')
  return days > 0 ? tn(days, 'em {n} dia', 'em {n} dias') : tn(-days, 'venceu há {n} dia', 'venceu há {n} dias')
}

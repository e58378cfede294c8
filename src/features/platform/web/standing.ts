// Where a company stands, in words.
import type { Company } from '#features/companies/contract.ts'
import { daysBetween } from '#shared/day.ts'
import { untilWords } from '#web/untilWords.ts'
import type { standingOf } from '../rules.ts'

export const STATES: Record<ReturnType<typeof standingOf>, string> = {
  ativa: 'Ativa',
  teste: 'Em teste',
  vencida: 'Vencida',
  bloqueada: 'Bloqueada',
  excluida: 'Excluída',
}
/** Until when a company is good. */
export const leftOf = (c: Company): string =>
  untilWords(c.valid_until && c.today ? daysBetween(c.today, c.valid_until) : 0)

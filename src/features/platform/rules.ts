// Where a company stands for the operator, and what its people are told while it is on trial.
import type { Standing } from '#features/companies/rules.ts'

/** Where a company stands, for the operator: the gravest first. */
export function standingOf(
  c: Standing & { deleted_at?: Date | null | undefined },
): 'excluida' | 'bloqueada' | 'vencida' | 'teste' | 'ativa' {
  if (c.deleted_at) return 'excluida'
  if (c.is_blocked) return 'bloqueada'
  if (c.open_until && c.today && c.open_until < c.today) return 'vencida'
  return c.trial ? 'teste' : 'ativa'
}
/** Why a company does not come back. */
export const GONE = 'Esta empresa não está excluída, ou foi há mais de 30 dias: seus dados já estão sendo apagados.'
/** What is told to a trial's people with so many days left; null on days when nothing is. A
 * step holds until the next one. */
export function noticeFor(
  days: number,
): 'trial_13' | 'trial_7' | 'trial_5' | 'trial_1' | 'trial_0' | 'keep_15' | 'keep_5' | null {
  if (days > 13 || days < -60) return null
  if (days > 7) return 'trial_13'
  if (days > 5) return 'trial_7'
  if (days > 1) return 'trial_5'
  if (days === 1) return 'trial_1'
  if (days > -15) return 'trial_0'
  return days > -25 ? 'keep_15' : 'keep_5'
}

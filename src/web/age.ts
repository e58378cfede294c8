import { t, tn } from './i18n.ts'

const MINUTE = 60_000
/** How long ago something began: "há 5 min", "há 3 h", "há 2 dias". */
export function age(since: number | undefined, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - (since ?? now)) / MINUTE))
  if (minutes < 1) return t('agora')
  if (minutes < 60) return t('há {n} min', { n: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? t('há {n} h', { n: hours }) : tn(Math.floor(hours / 24), 'há {n} dia', 'há {n} dias')
}

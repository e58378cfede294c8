import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Sold } from '../contract.ts'
import './Change.css'

/** Against the same days of the month before, in whole percent. */
export function Change({ now, before }: { now: Sold; before: Sold }) {
  const [a, b] = now.total === undefined ? [now.orders, before.orders] : [now.total, before.total ?? 0]
  if (b === 0) return <span className="xs t2">{t('nada nos mesmos dias do mês passado')}</span>
  const percent = Math.round(((a - b) * 100) / b)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return (
    <span className={`xs change${percent > 0 ? ' up' : percent < 0 ? ' down' : ''}`}>
      {percent !== 0 && <Icon name={percent > 0 ? 'up' : 'down'} size="xs" />}
      {t('{n}% contra os mesmos dias do mês passado', { n: `${sign}${Math.abs(percent)}` })}
    </span>
  )
}

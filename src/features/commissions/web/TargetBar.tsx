import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import type { SellerSums } from '../contract.ts'
import './TargetBar.css'

/** How far somebody is with the month's target: in words, and drawn. */
export function TargetBar({ sums }: { sums: Pick<SellerSums, 'name' | 'target' | 'total' | 'reached'> }) {
  const { target, total = 0, reached } = sums
  if (reached === null) return null
  const full = reached >= 100
  const words = target
    ? full
      ? t('Meta de {target} alcançada', { target: showCents(target) })
      : t('{n}% da meta, faltam {rest}', { n: reached, rest: showCents(target - total) })
    : t('{n}% da meta', { n: reached })
  return (
    <div className={`target${full ? ' full' : ''}`}>
      <span className="track" aria-hidden="true">
        {reached > 0 && <span style={{ width: `${Math.min(100, reached)}%` }} />}
      </span>
      <span className="xs t2">{words}</span>
    </div>
  )
}

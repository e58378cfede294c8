import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { REASON_LABELS } from '../status.ts'

/** Why an order waits or deserves a look. */
export function Reasons({ reasons }: { reasons: string[] }) {
  if (reasons.length === 0) return null
  return (
    <div className="note warn spaced">
      <Icon name="warn" size="s" />
      <div>
        {reasons.map((r) => (
          <p key={r}>{t(REASON_LABELS[r] ?? r)}</p>
        ))}
      </div>
    </div>
  )
}

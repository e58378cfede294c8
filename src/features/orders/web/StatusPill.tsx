import { t } from '#web/i18n.ts'
import { type Status, STATUS_LABELS } from '../status.ts'
import './StatusPill.css'

export const StatusPill = ({ status }: { status: Status }) => (
  <span className="pill" data-s={status}>
    {t(STATUS_LABELS[status])}
  </span>
)

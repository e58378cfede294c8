import { t } from '#web/i18n.ts'
import { type Status, STATUS_LABELS } from '../status.ts'
import './StatusPill.css'

export const StatusPill = ({ status }: { status: Status }) => (
  <span className="pill" data-s={status}>
    {t(STATUS_LABELS[status])}
  </span>
)
/** The status of the order that is open; a screen reader announces its changes. */
export const OrderStatus = ({ status }: { status: Status }) => (
  <output aria-label={t('Situação')}>
    <StatusPill status={status} />
  </output>
)

import { t } from '#web/i18n.ts'
import { ZoneNotice } from '#web/ui/ZoneNotice.tsx'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Receipt } from '../contract.ts'

/** `sent`: the reader has just sent the order. */
export function ReceiptHead({ order, sent }: { order: Receipt; sent: boolean }) {
  const [icon, title] =
    order.status === 'cancelado'
      ? (['close', t('Pedido cancelado')] as const)
      : order.adjustment
        ? (['edit', t('Ajuste pedido')] as const)
        : (['check', sent ? t('Pedido enviado') : t('Pedido recebido')] as const)
  return (
    <div className="row g4">
      <span className="done-mark">
        <Icon name={icon} />
      </span>
      <div>
        <h1>{title}</h1>
        <p className="sm t2">
          {t('Número {n}', { n: order.number ?? '' })} · {showMoment(order.received_at)}
        </p>
        <ZoneNotice />
      </div>
    </div>
  )
}

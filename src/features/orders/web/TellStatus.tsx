import { chatLink, shareLink } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Order } from '../contract.ts'
import { statusMessage } from '../message.ts'

/** One tap tells the client the new status, from the seller's own WhatsApp. */
export function TellStatus({ order }: { order: Order }) {
  const words = statusMessage(order, location.origin + order.receipt_path)
  if (words === '') return null
  return (
    <p className="note noprint spaced">
      <span className="grow">{t('Conte ao cliente, do seu WhatsApp.')}</span>
      <a
        className="btn wa small"
        href={order.phone ? chatLink(order.phone, words) : shareLink(words)}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="whatsapp" size="s" />
        {t('Avisar pelo WhatsApp')}
      </a>
    </p>
  )
}

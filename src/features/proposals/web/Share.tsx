import { shareLink } from '#shared/phone.ts'
import { copyLink } from '#web/copy.ts'
import { t } from '#web/i18n.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { showFullDay } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Proposal } from '../contract.ts'
import { PdfButton } from './PdfButton.tsx'

/** A fresh proposal: the link to copy or send, the PDF. */
export function Share({ proposal: p }: { proposal: Proposal }) {
  return (
    <div className="note ok spaced" role="status">
      <p>{t('A proposta está pronta e vale até {day}.', { day: showFullDay(p.expires_at, HOME_ZONE) })}</p>
      <p className="sm clip">{p.link}</p>
      <div className="row wrap spaced">
        <button type="button" className="btn sec small" onClick={() => void copyLink(p.link)}>
          <Icon name="copy" />
          {t('Copiar o link')}
        </button>
        <a
          className="btn wa small"
          href={shareLink(t('Sua proposta do Mostruário: {link}', { link: p.link }))}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="whatsapp" />
          {t('Enviar no WhatsApp')}
        </a>
        <PdfButton proposal={p} size="small" />
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shareLink } from '#shared/phone.ts'
import { copyLink } from '#web/copy.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './LinkPart.css'

interface Props {
  title: string
  /** What whoever opens it may do. */
  hint: string
  url: string
  /** The company's name, for the message. */
  company: string
  /** More that can be done with it. */
  children?: ReactNode
}
/** A link into the catalogue: to copy, to send, as a QR code. */
export function LinkPart({ title, hint, url, company, children }: Props) {
  const code = useQuery({
    queryKey: ['qr', url],
    queryFn: async () => (await import('qrcode')).toDataURL(url, { margin: 1, scale: 6 }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section className="sect">
      <h2>{title}</h2>
      <p className="t2 sm">{hint}</p>
      <div className="row g4 wrap">
        {code.data && (
          <span className="qr">
            <img src={code.data} alt={t('QR code do link')} />
          </span>
        )}
        <div className="col g3 grow">
          <code className="sm pre">{url}</code>
          <div className="row wrap">
            <button type="button" className="btn sec small" onClick={() => void copyLink(url)}>
              <Icon name="copy" />
              {t('Copiar link')}
            </button>
            <a
              className="btn wa small"
              href={shareLink(t('Catálogo de {name}: {url}', { name: company, url }))}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="whatsapp" />
              {t('Enviar')}
            </a>
            {children}
          </div>
        </div>
      </div>
    </section>
  )
}

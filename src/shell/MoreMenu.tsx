import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { keptReceipts } from '#features/orders/web/receipts.ts'
import { t } from '#web/i18n.ts'
import { lazyPart } from '#web/lazy.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { usePopup } from '#web/ui/usePopup.ts'
import { chatHref, chatPhone, sellers, socials, type Viewer } from './viewer.ts'

const LayoutDialog = lazyPart(() => import('./LayoutDialog.tsx'))
/** The three dots: chat where the bar's own button is not, the look and the language, and the way out. */
export function MoreMenu({
  viewer,
  chatShown,
  onSignOut,
}: {
  viewer: Viewer
  chatShown: boolean
  onSignOut: () => void
}) {
  const { open, setOpen, box } = usePopup()
  const [choosing, setChoosing] = useState(false)
  const list = sellers.use()
  const chat = !chatShown && viewer.level >= 2 && viewer.company && chatPhone(viewer, list) !== ''
  return (
    <div ref={box}>
      <button
        type="button"
        className="ib"
        aria-label={t('Mais opções')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div className="pop">
          {chat && (
            <a className="it" href={chatHref(viewer, list)} target="_blank" rel="noreferrer">
              <Icon name="whatsapp" />
              {t('Conversar via whatsapp')}
            </a>
          )}
          {viewer.level === 3 && viewer.orders && (!viewer.isPublic || keptReceipts().length > 0) && (
            <Link className="it" href="/pedidos/meus" onClick={() => setOpen(false)}>
              <Icon name="box" />
              {viewer.isPublic ? t('Pedidos deste aparelho') : t('Meus pedidos')}
            </Link>
          )}
          {viewer.level >= 2 &&
            socials(viewer.company).map((s) => (
              <a key={s.name} className="it smallonly" href={s.href} target="_blank" rel="noreferrer">
                <Icon name={s.name} />
                {s.label}
              </a>
            ))}
          {viewer.company && !viewer.isPublic && (
            <Link className="it" href="/conta" onClick={() => setOpen(false)}>
              <Icon name="person" />
              {t('Seus dados')}
            </Link>
          )}
          <button
            type="button"
            className="it"
            onClick={() => {
              setOpen(false)
              setChoosing(true)
            }}
          >
            <Icon name="moon" />
            {t('Aparência e idioma')}
          </button>
          {viewer.company && (
            <Link className="it" href="/aparelho" onClick={() => setOpen(false)}>
              <Icon name="phone" />
              {t('Neste aparelho')}
            </Link>
          )}
          {viewer.company && (
            <a className="it" href={`/session/privacidade?path=${viewer.company.path}`}>
              <Icon name="lock" />
              {t('Privacidade')}
            </a>
          )}
          {viewer.orders && (
            <Link className="it" href="/aguardando" onClick={() => setOpen(false)}>
              <Icon name="upload" />
              {t('Aguardando envio')}
            </Link>
          )}
          <button
            type="button"
            className="it"
            onClick={() => {
              setOpen(false)
              onSignOut()
            }}
          >
            <Icon name="exit" />
            {t('Sair')}
          </button>
        </div>
      )}
      {choosing && (
        <Suspense>
          <LayoutDialog user={viewer.isPublic ? null : viewer.user.id} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}

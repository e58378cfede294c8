import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LINK } from '#web/session.ts'
import { showLink } from './show-link.ts'
import { SAFARI_SEEN } from './viewer.ts'
import './BottomNotice.css'

/** How the catalogue gets onto the home screen. */
export default function SafariNotice() {
  const [open, setOpen] = useState(true)
  const [path] = useLocation()
  // Safari and its home screen take the page on by its address: it holds the client's personal link meanwhile.
  useEffect(() => {
    const link = localStorage.getItem(LINK)
    if (!open || !link) return
    showLink(link)
    return () => showLink(null)
  }, [open, path])
  if (!open) return null
  const inApp = /WhatsApp|Instagram|FBAN|FBAV/.test(navigator.userAgent)
  return (
    <aside className="bottomnotice" aria-label={t('Dica para iPhone')}>
      <Icon name="share" size="s" />
      <p className="grow">
        {inApp
          ? t('Para salvar este catálogo, abra no Safari.')
          : t('Use como um aplicativo: toque em Compartilhar e em Adicionar à Tela de Início.')}
      </p>
      <button
        type="button"
        className="ib"
        aria-label={t('Fechar a dica')}
        onClick={() => {
          localStorage.setItem(SAFARI_SEEN, String(Date.now()))
          setOpen(false)
        }}
      >
        <Icon name="close" size="s" />
      </button>
    </aside>
  )
}

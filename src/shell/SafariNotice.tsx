import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SAFARI_SEEN } from './viewer.ts'
import './BottomNotice.css'

/** How the catalogue gets onto the home screen. */
export default function SafariNotice() {
  const [open, setOpen] = useState(true)
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

import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { chatHref, chatPhone, sellers, type Viewer } from './viewer.ts'

/** The three dots: chat where the bar's own button is not, the look, and the way out. */
export function MoreMenu({ viewer, chatShown, onSignOut }: { viewer: Viewer; chatShown: boolean; onSignOut: () => void }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const list = sellers.use()
  useEffect(() => {
    if (!open) return
    const close = (e: Event) => {
      if (e instanceof KeyboardEvent ? e.key === 'Escape' : !box.current?.contains(e.target as Node)) setOpen(false)
    }
    addEventListener('keydown', close)
    addEventListener('pointerdown', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('pointerdown', close)
    }
  }, [open])
  const dark = document.documentElement.dataset.theme === 'dark' || (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches)
  const chat = !chatShown && viewer.level >= 2 && viewer.company && chatPhone(viewer, list) !== ''
  const look = () => {
    const next = dark ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    localStorage.setItem('mo_theme', next)
    setOpen(false)
  }
  return (
    <div ref={box}>
      <button type="button" className="ib" aria-label={t('Mais opções')} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="more" />
      </button>
      {open && (
        <div className="pop">
          {chat && (
            <a className="it" href={chatHref(viewer, list)} target="_blank" rel="noreferrer">
              <Icon name="whatsapp" />
              {t('Conversar via WhatsApp')}
            </a>
          )}
          <button type="button" className="it" onClick={look}>
            <Icon name="eye" />
            {dark ? t('Aparência clara') : t('Aparência escura')}
          </button>
          <button type="button" className="it" onClick={onSignOut}>
            <Icon name="exit" />
            {t('Sair')}
          </button>
        </div>
      )}
    </div>
  )
}

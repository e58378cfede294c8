import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Icon } from './Icon.tsx'
import { usePopup } from './usePopup.ts'
import './Menu.css'

interface Props {
  label?: string
  /** What was chosen opens a dialog of its own and needs its place: it stays open. */
  keeps?: boolean
  children: ReactNode
}
/** The three dots beside a screen's acts: what is seldom done, in words. Escape and the ground close it, and so does
 * what was chosen. */
export function Menu({ label = t('Mais ações'), keeps = false, children }: Props) {
  const { open, setOpen, giveBack, box } = usePopup()
  return (
    <div ref={box} className="menubox">
      <button
        type="button"
        className="btn sec dots"
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div className="menulist" onClick={() => (keeps ? giveBack() : setOpen(false))}>
          {children}
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useKeptNotices } from '#features/notices/web/index.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import RightPanel from './RightPanel.tsx'
import type { Viewer } from './viewer.ts'

const MOST = 99
/** How many notices are unread, and the panel where they stand. */
export default function Bell({ viewer, company }: { viewer: Viewer; company: number }) {
  const [open, setOpen] = useState(false)
  const unread = useKeptNotices()?.unread ?? 0
  return (
    <>
      <button
        type="button"
        className="ib"
        aria-label={
          unread > 0
            ? tn(unread, 'Avisos e atividade, {n} aviso não lido', 'Avisos e atividade, {n} avisos não lidos')
            : t('Avisos e atividade')
        }
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="n">{unread > MOST ? `${MOST}+` : unread}</span>}
      </button>
      {/* Not inside the bar: its fields and buttons are dressed otherwise. */}
      {open &&
        createPortal(<RightPanel viewer={viewer} company={company} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

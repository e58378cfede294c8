import { useEffect, useState } from 'react'
import { clearCarts } from '#features/carts/web/index.ts'
import { dropDrafts } from '#features/messages/web/draft.ts'
import { signOut } from '#features/sessions/contract.ts'
import { call } from '#web/api.ts'
import { atMost } from '#web/atMost.ts'
import { t } from '#web/i18n.ts'
import { accountName } from '#web/session.ts'
import { endVisit } from '#web/visit.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './TrialBar.css'

/** An operator inside a company always sees that it is somebody else's, until when, and the way out. */
export default function VisitBar({ company, until }: { company: string; until: Date }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.ceil((until.getTime() - now) / 60_000))
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const told = call(signOut).catch(() => {})
    // A storage that hangs, or a server that does not answer, holds nobody.
    await atMost(3000, Promise.all([told, clearCarts()]))
    dropDrafts(accountName())
    await endVisit()
  }
  return (
    <div className="sub warn" role="status">
      <Icon name="eye" />
      <span className="grow">
        <strong>{t('Você está vendo como {name}', { name: company })}</strong>
        <span className="lines">
          {t('O que for mudado fica no registro com o seu nome. Termina em {n} min.', { n: minutes })}
        </span>
      </span>
      <button type="button" className="btn" disabled={leaving} onClick={() => void leave()}>
        {t('Sair da visita')}
      </button>
    </div>
  )
}

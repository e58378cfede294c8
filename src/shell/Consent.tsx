import { useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { t } from '#web/i18n.ts'
import { recordConsent } from '#features/privacy/contract.ts'
import { call } from '#web/api.ts'
import { consent, giveConsent, visitorNumber } from './tags.ts'
import './BottomNotice.css'

/** Asks before the company's measuring tags load; a no is kept, and nothing is loaded before a yes. */
export default function Consent({ company }: { company: Company }) {
  const [open, setOpen] = useState(() => consent() === null)
  // The company can show what was answered; an answer that cannot be kept there still holds here.
  const answer = (granted: boolean) => {
    giveConsent(granted)
    return call(recordConsent, { body: { visitor: visitorNumber(), granted } }).catch(() => {})
  }
  if (!open) return null
  return (
    <section className="bottomnotice question" aria-label={t('Medição de visitas')}>
      <p className="grow">
        {t('{name} quer medir as visitas com serviços de terceiros. Sem o seu sim, nada é carregado.', {
          name: company.name,
        })}
      </p>
      <button
        type="button"
        className="btn sec small"
        onClick={() => {
          void answer(false)
          setOpen(false)
        }}
      >
        {t('Não')}
      </button>
      <button
        type="button"
        className="btn pri small"
        onClick={() => {
          void answer(true).then(() => location.reload())
        }}
      >
        {t('Permitir')}
      </button>
    </section>
  )
}

import { useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { t } from '#web/i18n.ts'
import { consent, giveConsent } from './tags.ts'
import '#web/styles/bars.css'

/** Asks before the company's measuring tags load; a no is kept, and nothing is loaded before a yes. */
export default function Consent({ company }: { company: Company }) {
  const [open, setOpen] = useState(() => consent() === null)
  if (!open) return null
  return (
    <section className="consent" aria-label={t('Medição de visitas')}>
      <p className="grow">{t('{name} quer medir as visitas com serviços de terceiros. Sem o seu sim, nada é carregado.', { name: company.name })}</p>
      <button
        type="button"
        className="btn sec small"
        onClick={() => {
          giveConsent(false)
          setOpen(false)
        }}
      >
        {t('Não')}
      </button>
      <button
        type="button"
        className="btn pri small"
        onClick={() => {
          giveConsent(true)
          location.reload()
        }}
      >
        {t('Permitir')}
      </button>
    </section>
  )
}

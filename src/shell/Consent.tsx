import { useEffect, useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { ANSWERED, answerConsent } from '#features/privacy/web/answer-consent.ts'
import { consent } from '#web/consent.ts'
import { t } from '#web/i18n.ts'
import TagFrame from './TagFrame.tsx'
import './BottomNotice.css'

/** Asks before the company's measuring tags load; nothing is loaded before a yes, nor after it was taken back.
 * `bar`: the cart's bar is where the question would be. */
export default function Consent({ company, bar }: { company: Company; bar: boolean }) {
  const [granted, setGranted] = useState(consent)
  useEffect(() => {
    // Another tab took it back, or this page comes back out of the browser's history.
    const read = (e: Event) => {
      if (!(e instanceof StorageEvent) || e.key === ANSWERED) setGranted(consent())
    }
    addEventListener('storage', read)
    addEventListener('pageshow', read)
    return () => {
      removeEventListener('storage', read)
      removeEventListener('pageshow', read)
    }
  }, [])
  const answer = (yes: boolean) => {
    answerConsent(yes)
    setGranted(yes)
  }
  if (granted) return <TagFrame company={company.name} />
  if (granted === false || bar) return null
  return (
    <section className="bottomnotice question" aria-label={t('Medição de visitas')}>
      <p className="grow">
        {t('{name} quer medir as visitas com serviços de terceiros. Sem o seu sim, nada é carregado.', {
          name: company.name,
        })}
      </p>
      <button type="button" className="btn sec small" onClick={() => answer(false)}>
        {t('Não')}
      </button>
      <button type="button" className="btn pri small" onClick={() => answer(true)}>
        {t('Permitir')}
      </button>
    </section>
  )
}

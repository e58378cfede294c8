import type { Company } from '#features/companies/contract.ts'
import { answerConsent, useConsent } from '#features/privacy/web/answer-consent.ts'
import { t } from '#web/i18n.ts'
import TagFrame from './TagFrame.tsx'
import './BottomNotice.css'

/** Asks before the company's measuring tags load; nothing is loaded before a yes, nor after it was taken back.
 * `bar`: the cart's bar is where the question would be. */
export default function Consent({ company, bar }: { company: Company; bar: boolean }) {
  const granted = useConsent()
  if (granted) return <TagFrame company={company.name} />
  if (granted === false || bar) return null
  return (
    <section className="bottomnotice question" aria-label={t('Medição de visitas')}>
      <p className="grow">
        {t('{name} quer medir as visitas com serviços de terceiros. Sem o seu sim, nada é carregado.', {
          name: company.name,
        })}
      </p>
      <button type="button" className="btn sec small" onClick={() => answerConsent(false)}>
        {t('Não')}
      </button>
      <button type="button" className="btn pri small" onClick={() => answerConsent(true)}>
        {t('Permitir')}
      </button>
    </section>
  )
}

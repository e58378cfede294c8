import { t } from '#web/i18n.ts'
import { answerConsent, useConsent } from './answer-consent.ts'

/** The answer about measuring visits, to be given or taken back. */
export function Measuring() {
  const granted = useConsent()
  return (
    <section className="col g2" aria-label={t('Medição de visitas')}>
      <p role="status">
        {granted === null && t('Você ainda não respondeu: nada é medido neste aparelho.')}
        {granted === true && t('Você permitiu as medições neste aparelho.')}
        {granted === false && t('Você não permite medições neste aparelho.')}
      </p>
      <p className="measuring">
        {granted !== true && (
          <button type="button" className="btn sec" onClick={() => answerConsent(true)}>
            {t('Permitir medições')}
          </button>
        )}
        {granted !== false && (
          <button type="button" className="btn sec" onClick={() => answerConsent(false)}>
            {t('Não permitir')}
          </button>
        )}
      </p>
    </section>
  )
}

import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { type ProposalData, YEARLY_WORDS } from '../rules.ts'
import './Offered.css'

/** The recommended plan with its extras, and the four ways to pay a year; the best is marked. */
export function Offered({
  data: d,
}: {
  data: Pick<ProposalData, Exclude<keyof ProposalData, 'recommendedPlan'>> & { recommendedPlan: { name: string } }
}) {
  return (
    <div className="col g3">
      <div>
        <p className="sm t2">{t('Plano recomendado')}</p>
        <p className="price big">{d.recommendedPlan.name}</p>
        <p>
          <b>{showCents(d.totalMonthlyCost)}</b> <span className="t2 sm">{t('por mês')}</span>
        </p>
        {(d.extraProducts > 0 || d.extraSellers > 0) && (
          <p className="sm t2">
            {[
              d.extraProducts > 0 &&
                t('+{n} produtos: {price}', { n: d.extraProducts, price: showCents(d.extraProductCost) }),
              d.extraSellers > 0 &&
                `${tn(d.extraSellers, '+{n} vendedor', '+{n} vendedores')}: ${showCents(d.extraSellerCost)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <ul className="ways">
        {(['pix', 'x3', 'x6', 'x12'] as const).map((key) => {
          const o = d.annual[key]
          return (
            <li key={key} className={key === d.bestOption ? 'best' : ''}>
              <span className="grow">
                <span className="sm block">{t(YEARLY_WORDS[key])}</span>
                <span className="xs t2">
                  {o.saving > 0 ? t('economia de {amount} no ano', { amount: showCents(o.saving) }) : t('sem juros')}
                </span>
              </span>
              <span className="num">
                <b>{o.instalments > 1 ? `${o.instalments}x ${showCents(o.each)}` : showCents(o.total)}</b>
                {o.instalments > 1 && (
                  <span className="xs t2 block">{t('total {amount}', { amount: showCents(o.total) })}</span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

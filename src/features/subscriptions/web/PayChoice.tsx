import type { ReactNode } from 'react'
import { type Extras, type Offer, PAY_OPTIONS, type PlanTerms, priceOf } from '#features/plans/rules.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { isPix, OPTION_WORDS } from '../rules.ts'
import type { Values } from './values.ts'

interface Props {
  plan: PlanTerms
  extras: Extras
  offers: Offer[]
  values: Pick<Values, 'option' | 'best_day_due'>
  set: <K extends 'option' | 'best_day_due'>(key: K, value: Values[K]) => void
  children: ReactNode
}
/** How it is paid, what each way costs, and on which day. */
export function PayChoice({ plan, extras, offers, values: v, set, children }: Props) {
  return (
    <fieldset className="plans">
      <legend className="h2">{t('Como você quer pagar')}</legend>
      {PAY_OPTIONS.map((o) => {
        const p = priceOf(plan, extras, o, offers)
        return (
          <label key={o} className={`plan${o === v.option ? ' on' : ''}`}>
            <input type="radio" name="option" checked={o === v.option} onChange={() => set('option', o)} />
            <span className="grow">
              <b>{t(OPTION_WORDS[o])}</b>
              <span className="sm t2 block">
                {p.full > p.total
                  ? t('economia de {amount}', { amount: showCents(p.full - p.total) })
                  : o === 'mensal'
                    ? t('sem fidelidade')
                    : t('sem juros')}
                {!isPix(o) && ` · ${t('o consultor envia o link do cartão')}`}
              </span>
            </span>
            <span className="num nowrap">
              <b>{p.instalments > 1 ? `${p.instalments}x ${showCents(p.each)}` : showCents(p.total)}</b>
              {p.instalments > 1 && <span className="xs t2 block">{showCents(p.total)}</span>}
            </span>
          </label>
        )
      })}
      <label className="field spaced">
        <span className="lb">
          {t('Melhor dia para vencer')} <span className="opt">{t('opcional')}</span>
        </span>
        <select className="in" value={v.best_day_due} onChange={(e) => set('best_day_due', e.target.value)}>
          <option value="">{t('O dia de hoje')}</option>
          {[1, 5, 10, 15, 20, 25, 28].map((d) => (
            <option key={d} value={d}>
              {t('Dia {n}', { n: d })}
            </option>
          ))}
        </select>
      </label>
      {children}
    </fieldset>
  )
}

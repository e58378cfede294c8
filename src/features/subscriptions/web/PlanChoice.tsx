import type { PlanTerms } from '#features/plans/rules.ts'
import { roomWords } from '#features/plans/web/index.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import type { Values } from './values.ts'

interface Props {
  plans: PlanTerms[]
  plan: PlanTerms
  /** Whether what is used today fits into it. */
  fits: (p: PlanTerms) => boolean
  /** A proposal has chosen already, extras too. */
  bound: boolean
  values: Pick<Values, 'extra_products' | 'extra_sellers'>
  set: <K extends 'plan_id' | 'extra_products' | 'extra_sellers'>(key: K, value: Values[K]) => void
}
/** The plans on sale, and what is added to one. */
export function PlanChoice({ plans, plan, fits, bound, values: v, set }: Props) {
  return (
    <fieldset className="plans">
      <legend className="h2">{t('Escolha o plano')}</legend>
      {plans.map((p) => (
        <label key={p.id} className={`plan${p === plan ? ' on' : ''}`}>
          <input type="radio" name="plan" checked={p === plan} onChange={() => set('plan_id', String(p.id))} />
          <span className="grow">
            <b>{p.name}</b>
            <span className="sm t2 block">{roomWords(p)}</span>
            {!fits(p) && <span className="sm block warntext">{t('Menor do que o que você usa hoje')}</span>}
          </span>
          <span className="num nowrap">
            <b>{showCents(p.monthly)}</b>
            <span className="xs t2 block">{t('por mês')}</span>
          </span>
        </label>
      ))}
      {!bound && (
        <div className="fields two spaced">
          <Extra
            label={t('+100 produtos ({price} por mês)', { price: showCents(plan.extra_products) })}
            value={v.extra_products}
            onChange={(n) => set('extra_products', n)}
          />
          <Extra
            label={t('+1 vendedor ({price} por mês)', { price: showCents(plan.extra_seller) })}
            value={v.extra_sellers}
            onChange={(n) => set('extra_sellers', n)}
          />
        </div>
      )}
    </fieldset>
  )
}
const Extra = ({ label, value, onChange }: { label: string; value: number; onChange: (n: number) => void }) => (
  <label className="field">
    <span className="lb">{label}</span>
    <input
      className="in"
      type="number"
      min={0}
      max={1000}
      inputMode="numeric"
      value={value}
      onChange={(e) => onChange(Math.max(0, Math.min(1000, Math.trunc(Number(e.target.value) || 0))))}
    />
  </label>
)

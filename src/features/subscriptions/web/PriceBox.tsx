import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Extras, type Offer, OPTIONS, type PlanTerms, type Price } from '#features/plans/rules.ts'
import { formatCents, showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { showFullDay, showTime } from '#web/moments.ts'
import { OPTION_WORDS } from '../rules.ts'
import './PriceBox.css'

/** An offer as it is shown: with its end. */
export type Shown = Offer & { ends_at: string | null }
interface Props {
  plan: PlanTerms
  extras: Extras
  price: Price<Shown>
  credit: number
  coupon: { value: string; refused: boolean }
}
/** What it costs and why, beside every step; a coupon is tried here. */
export function PriceBox({ plan, extras, price: p, credit, coupon }: Props) {
  const { offer } = p
  const [, setParams] = useSearchParams()
  const [code, setCode] = useState(coupon.value)
  const months = OPTIONS[p.option].months
  const charge = Math.max(0, p.total - credit)
  const line = (label: string, cents: number) => (
    <div className="kv">
      <dt>{label}</dt>
      <dd>{cents < 0 ? `−${showCents(-cents)}` : showCents(cents)}</dd>
    </div>
  )
  return (
    <aside className="panel pad pricebox" aria-label={t('Resumo do preço')}>
      <p className="sm t2">{t(OPTION_WORDS[p.option])}</p>
      <h2>{plan.name}</h2>
      <dl className="spaced">
        {line(months === 1 ? t('Um mês') : t('12 meses'), p.full)}
        {extras.products + extras.sellers > 0 && (
          <div className="kv">
            <dt>{t('com extras')}</dt>
            <dd>
              {[
                extras.products > 0 && t('+{n} produtos', { n: extras.products * 100 }),
                extras.sellers > 0 && tn(extras.sellers, '+{n} vendedor', '+{n} vendedores'),
              ]
                .filter(Boolean)
                .join(', ')}
            </dd>
          </div>
        )}
        {p.off > 0 &&
          offer &&
          line(
            `${offer.why === 'boas-vindas' ? t('Boas-vindas') : t('Cupom')} (${formatCents(offer.percent_bp).replace(/,00$/, '')}%)`,
            -p.off,
          )}
        {p.off_option > 0 && line(t('Desconto da forma de pagamento'), -p.off_option)}
        {credit > 0 && line(t('Crédito dos dias que restam'), -Math.min(credit, p.total))}
        <div className="kv tot">
          <dt>{t('Total')}</dt>
          <dd aria-live="polite">{showCents(charge)}</dd>
        </div>
      </dl>
      {p.instalments > 1 && (
        <p className="sm t2 num">{t('em {n} vezes de {each}', { n: p.instalments, each: showCents(p.each) })}</p>
      )}
      {credit > p.total && <p className="sm t2">{t('O crédito que sobra vira dias a mais.')}</p>}
      {offer?.ends_at && (
        <p className="sm t2">
          {t('O desconto vale até {when}.', {
            when: [
              showFullDay(new Date(offer.ends_at)),
              offer.why === 'boas-vindas' && showTime(new Date(offer.ends_at)),
            ]
              .filter(Boolean)
              .join(', '),
          })}
        </p>
      )}
      <form
        className="row spaced"
        onSubmit={(e) => {
          e.preventDefault()
          setParams((now) => {
            if (code.trim()) now.set('desconto', code.trim())
            else now.delete('desconto')
            return now
          })
        }}
      >
        <label className="grow">
          <span className="sr">{t('Cupom de desconto')}</span>
          <input
            className="in"
            placeholder={t('Cupom')}
            value={code}
            maxLength={40}
            autoComplete="off"
            aria-invalid={coupon.refused || undefined}
            aria-describedby={coupon.refused ? 'coupon-refused' : undefined}
            onChange={(e) => setCode(e.target.value)}
          />
        </label>
        <button type="submit" className="btn sec small">
          {t('Aplicar')}
        </button>
      </form>
      {coupon.refused && (
        <p className="hint err" id="coupon-refused">
          {t('Este cupom não vale.')}
        </p>
      )}
    </aside>
  )
}

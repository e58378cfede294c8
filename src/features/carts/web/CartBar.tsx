import type { Company } from '#features/companies/contract.ts'
import { missingToMinimum } from '#features/orders/rules.ts'
import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { Link } from 'wouter'
import { cart, cartTotals } from './cart.ts'
import { useFirst } from './first.ts'

/** What is missing to the company's minimum, in words and as a meter. */
export function Coach({
  total,
  company,
  currency,
  first,
}: {
  total: number
  company: Company
  currency: string
  first: boolean
}) {
  const least = first && company.min_first_order > 0 ? company.min_first_order : company.min_order
  if (least <= 0) return null
  const missing = missingToMinimum(total, company, first)
  const percent = Math.min(100, Math.round((total / least) * 100))
  return (
    <>
      <p className={`coach${missing ? '' : ' ok'}`}>
        {missing ? (
          <span className="grow" key="missing">
            <Sentence
              text={t('Faltam {v} para o pedido mínimo')}
              parts={{ v: <b>{showCents(missing, currency)}</b> }}
            />
          </span>
        ) : (
          <span className="grow row" key="reached">
            <Icon name="check" size="s" />
            <span>{t('Pedido mínimo atingido')}</span>
          </span>
        )}
        <span className="t2">{showCents(least, currency)}</span>
      </p>
      <div
        className={`meter${missing ? '' : ' ok'}`}
        role="progressbar"
        aria-label={t('Pedido mínimo')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </>
  )
}
/** The bar at the bottom, from the first item on. */
export function CartBar({
  company,
  currency,
  hide_price,
  isPublic,
}: {
  company: Company
  currency: string
  hide_price: boolean
  isPublic: boolean
}) {
  const c = cart.use()
  const first = useFirst(isPublic)
  if (c.lines.length === 0) return null
  const sum = cartTotals(c)
  return (
    <section className="cartbar" aria-label={t('Resumo do pedido')}>
      <div className="wide">
        {!hide_price && (
          <div>
            <Coach total={sum.total} company={company} currency={currency} first={first} />
          </div>
        )}
        <Link href="/dashboard/shoppingcart" className="go">
          <span className="q">{c.lines.length}</span>
          <span className="grow">{t('Ver pedido')}</span>
          <b>{hide_price ? tn(sum.pieces, '{n} peça', '{n} peças') : showCents(sum.total, currency)}</b>
        </Link>
      </div>
    </section>
  )
}

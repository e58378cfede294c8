// What is missing to the minimum order, and what this client usually buys that would close it.
import { cart, Coach } from '#features/carts/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { missingToMinimum } from '#features/orders/rules.ts'
import { specsLabel } from '#features/products/rules.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { closers, type Usual } from '../rules.ts'
import type { Choice } from '../shelf.ts'
import type { Goods } from './goods.ts'

interface Props {
  company: Company
  currency: string
  goods: Goods
  usual: readonly Usual[]
  /** This client has never ordered. */
  first: boolean
  total: number
  onAdd: (choice: Choice, quantity: number) => void
}
export function Closers({ company, currency, goods, usual, first, total, onAdd }: Props) {
  const { lines } = cart.use()
  const missing = missingToMinimum(total, company, first)
  const offers = missing > 0 && lines.length > 0 ? closers(missing, usual, goods.byId, lines) : []
  if (company.min_order <= 0 && company.min_first_order <= 0) return null
  return (
    <section className="op-coach" aria-label={t('Pedido mínimo')}>
      <Coach total={total} company={company} currency={currency} first={first} />
      {offers.length > 0 && (
        <>
          <p className="sm t2">{t('O que este cliente costuma levar e fecha o mínimo:')}</p>
          <ul className="op-offers">
            {offers.map((o) => (
              <li key={`${o.product.id}:${o.variation?.id ?? ''}`}>
                <button type="button" className="op-offer" onClick={() => onAdd(o, o.quantity)}>
                  <Icon name="plus" size="s" />
                  <span className="grow">
                    <b className="sm">
                      {o.quantity} ×{' '}
                      {[o.product.name, o.variation && specsLabel(o.variation.specs)].filter(Boolean).join(', ')}
                    </b>
                    <small className="xs t2 block">
                      {showCents(o.adds, currency)}
                      {o.closes && ` · ${t('fecha o mínimo')}`}
                    </small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

import { type ComponentProps, Suspense, useEffect } from 'react'
import Page from '#features/carts/web/CartPage.tsx'
import { useCurrency } from '#features/carts/web/index.ts'
import { lazy, lazyPart } from '#web/lazy.tsx'

// What only those who order for others have.
const QuoteButton = lazyPart(() => import('#features/quotes/web/QuoteButton.tsx'))
const Foreseen = lazyPart(() => import('#features/commissions/web/ForeseenRow.tsx'))
const Conditions = lazy(() => import('#features/pad/web/Conditions.tsx'))

type Slots = Pick<ComponentProps<typeof Page>, 'quote' | 'conditions' | 'earned'>
/** The cart; whoever sells with the digital order says how it is paid, delivered and signed for, or offers it as a
 * quote. A seller sees the commission that it would bring. */
export default function CartPage(props: Omit<ComponentProps<typeof Page>, keyof Slots>) {
  const { company, level, hide_price, user } = props.viewer
  // Where an order leads that finds no network: here before there is none.
  useEffect(() => void import('./OutboxPage.tsx').catch(() => {}), [])
  const currency = useCurrency(props.viewer.currency)
  if (!company || level > 2) return <Page {...props} />
  const earned: Slots['earned'] =
    level === 2 && !hide_price
      ? (discount_bp) => (
          <Suspense>
            <Foreseen company={company} seller_id={user.id} currency={currency} discount_bp={discount_bp} />
          </Suspense>
        )
      : undefined
  if (!company.pedido_pro) return <Page {...props} earned={earned} />
  const slots: Slots = {
    earned,
    quote: (busy, send) => (
      <Suspense>
        <QuoteButton company={company} disabled={busy} onSend={send} />
      </Suspense>
    ),
    conditions: (asked) => (
      <Suspense>
        <Conditions company={company} currency={currency} {...asked} />
      </Suspense>
    ),
  }
  return <Page {...props} {...slots} />
}

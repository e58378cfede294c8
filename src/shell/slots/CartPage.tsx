import { type ComponentProps, lazy, Suspense } from 'react'
import Page from '#features/carts/web/CartPage.tsx'
import { useCurrency } from '#features/carts/web/index.ts'

// What only those who order for others have.
const QuoteButton = lazy(() => import('#features/quotes/web/QuoteButton.tsx'))
const Conditions = lazy(() => import('#features/pad/web/Conditions.tsx'))

type Slots = Pick<ComponentProps<typeof Page>, 'quote' | 'conditions'>
/** The cart; whoever sells with the digital order says how it is paid, delivered and signed for, or offers it as a
 * quote. */
export default function CartPage(props: Omit<ComponentProps<typeof Page>, keyof Slots>) {
  const { company, level } = props.viewer
  const currency = useCurrency(props.viewer.currency)
  if (!company?.pedido_pro || level > 2) return <Page {...props} />
  const slots: Slots = {
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

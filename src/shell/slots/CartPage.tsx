import { type ComponentProps, lazy, Suspense } from 'react'
import Page from '#features/carts/web/CartPage.tsx'

// What only those who order for others have.
const QuoteButton = lazy(() => import('#features/quotes/web/QuoteButton.tsx'))

/** The cart; whoever sells offers it as a quote, too. */
export default function CartPage(props: Omit<ComponentProps<typeof Page>, 'quote'>) {
  const { company, level } = props.viewer
  const button = (busy: boolean, send: (valid_until: string) => void) =>
    company && (
      <Suspense>
        <QuoteButton company={company} disabled={busy} onSend={send} />
      </Suspense>
    )
  return <Page {...props} quote={company?.pedido_pro && level <= 2 ? button : undefined} />
}

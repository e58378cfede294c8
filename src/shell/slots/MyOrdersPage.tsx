import type { ComponentProps } from 'react'
import { RepeatOrder } from '#features/carts/web/Repeat.tsx'
import { isOpenQuote } from '#features/orders/quote.ts'
import type { Order } from '#features/orders/contract.ts'
import Page from '#features/orders/web/MyOrdersPage.tsx'
import { t } from '#web/i18n.ts'

/** A client's own orders, and the cart that one goes into again; a quote is answered on its page. */
export default function MyOrdersPage(props: Omit<ComponentProps<typeof Page>, 'repeat' | 'quote'>) {
  const quote = (order: Order) =>
    isOpenQuote(order) && (
      <a className="btn pri full spaced" href={order.receipt_path}>
        {t('Responder ao orçamento')}
      </a>
    )
  return <Page {...props} repeat={(order) => <RepeatOrder order={order} />} quote={quote} />
}

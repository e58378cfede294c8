import { type ComponentProps, Suspense } from 'react'
import { RepeatKept, RepeatOrder } from '#features/carts/web/Repeat.tsx'
import { isOpenQuote } from '#features/orders/quote.ts'
import type { Order } from '#features/orders/contract.ts'
import Page from '#features/orders/web/MyOrdersPage.tsx'
import type { Company } from '#features/companies/contract.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'

const OrderTalk = lazy(() => import('#features/messages/web/OrderTalk.tsx'))
const ClientNews = lazy(() => import('#features/messages/web/ClientNews.tsx'))
const ClientTalk = lazy(() => import('#features/messages/web/ClientTalk.tsx'))

type Props = Omit<
  ComponentProps<typeof Page>,
  'repeat' | 'repeatKept' | 'quote' | 'talk' | 'news' | 'below' | 'viewer'
> & {
  viewer: { company: Company | null; isPublic: boolean; user: { id: number } }
}
/** A client's own orders, and the cart that one goes into again; a quote is answered on its page. */
export default function MyOrdersPage({ viewer, id }: Props) {
  const quote = (order: Order) =>
    isOpenQuote(order) && (
      <a className="btn pri full spaced" href={order.receipt_path}>
        {t('Responder ao orçamento')}
      </a>
    )
  const { company } = viewer
  return (
    <Page
      viewer={viewer}
      id={id}
      repeat={(order) => <RepeatOrder order={order} />}
      repeatKept={(receipt) => <RepeatKept receipt={receipt} />}
      quote={quote}
      talk={(order) =>
        company && (
          <Suspense>
            <OrderTalk company={company} id={order.id} staff={false} />
          </Suspense>
        )
      }
      news={
        company && (
          <Suspense>
            <ClientNews company={company.id} />
          </Suspense>
        )
      }
      below={
        company && (
          <Suspense>
            <ClientTalk company={company} client={viewer.user.id} />
          </Suspense>
        )
      }
    />
  )
}

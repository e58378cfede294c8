import { type ComponentProps, Suspense } from 'react'
import { NewOrder } from '#features/carts/web/NewOrder.tsx'
import { RepeatOrder } from '#features/carts/web/Repeat.tsx'
import type { Company } from '#features/companies/contract.ts'
import { ErpState } from '#features/integrations/web/index.ts'
import type { Order } from '#features/orders/contract.ts'
import Page from '#features/orders/web/OrdersPage.tsx'
import { t } from '#web/i18n.ts'
import { lazy, lazyPart } from '#web/lazy.tsx'
import { Icon } from '#web/ui/Icon.tsx'

const AroundOrder = lazy(() => import('./AroundOrder.tsx'))
const Wanted = lazyPart(() => import('#features/quotes/web/Wanted.tsx'))
const OrderTalk = lazy(() => import('#features/messages/web/OrderTalk.tsx'))
const MonthLine = lazyPart(() => import('#features/home/web/MonthLine.tsx'))
const ExportOrders = lazyPart(() => import('#features/spreadsheets/web/ExportOrders.tsx'))
const SignAgain = lazy(() => import('#features/pad/web/SignAgain.tsx'))
const OrderPerson = lazy(() => import('#features/privacy/web/OrderPerson.tsx'))
const Desk = lazy(() => import('#features/quotes/web/Desk.tsx'))

type Props = Omit<
  ComponentProps<typeof Page>,
  | 'repeat'
  | 'elsewhere'
  | 'quote'
  | 'asked'
  | 'begin'
  | 'viewer'
  | 'talk'
  | 'month'
  | 'exports'
  | 'around'
  | 'sign'
  | 'person'
> & {
  viewer: { company: Company | null; level: number; orders: boolean }
}
/** Orders, and the cart that one goes into again; the admin sees how each stands in the linked system. */
export default function OrdersPage(props: Props) {
  const { company, level } = props.viewer
  const elsewhere = (order: Order) => <ErpState key={order.status} order={order} />
  const quote = (order: Order) =>
    company && (
      <Suspense>
        <Desk company={company} order={order} admin={level === 1} />
      </Suspense>
    )
  const asked: ComponentProps<typeof Page>['asked'] = (order, button) => (
    <Suspense fallback={button(null)}>
      <Wanted company={order.company_id} order={order} button={button} />
    </Suspense>
  )
  return (
    <Page
      {...props}
      repeat={(order) => <RepeatOrder order={order} />}
      begin={props.viewer.orders && <NewOrder className="btn pri small" />}
      month={
        <Suspense fallback={<p className="sm t2">{t('Este mês')}: …</p>}>
          <MonthLine admin={level === 1} />
        </Suspense>
      }
      exports={
        level === 1
          ? (from) => (
              <Suspense
                fallback={
                  <button type="button" className="btn sec small" disabled>
                    <Icon name="download" />
                    {'Excel'}
                  </button>
                }
              >
                <ExportOrders from={from} />
              </Suspense>
            )
          : undefined
      }
      elsewhere={level === 1 ? elsewhere : undefined}
      quote={quote}
      around={(order) => (
        <Suspense>
          <AroundOrder order={order} />
        </Suspense>
      )}
      person={
        level === 1
          ? (order) =>
              order.client_id === null &&
              order.status !== 'rascunho' && (
                <Suspense>
                  <OrderPerson company={order.company_id} id={order.id} />
                </Suspense>
              )
          : undefined
      }
      talk={(order) =>
        company && (
          <Suspense>
            <OrderTalk company={company} id={order.id} staff />
          </Suspense>
        )
      }
      asked={asked}
      sign={(order) => (
        <Suspense>
          <SignAgain order={order} />
        </Suspense>
      )}
    />
  )
}

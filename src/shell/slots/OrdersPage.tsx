import type { ComponentProps } from 'react'
import { RepeatOrder } from '#features/carts/web/Repeat.tsx'
import { ErpState } from '#features/integrations/web/index.ts'
import type { Order } from '#features/orders/contract.ts'
import Page from '#features/orders/web/OrdersPage.tsx'

/** Orders, and the cart that one goes into again; the admin sees how each stands in the linked system. */
export default function OrdersPage(props: Omit<ComponentProps<typeof Page>, 'repeat' | 'elsewhere'>) {
  const elsewhere = (order: Order) => <ErpState key={order.status} order={order} />
  return (
    <Page
      {...props}
      repeat={(order) => <RepeatOrder order={order} />}
      elsewhere={props.viewer.level === 1 ? elsewhere : undefined}
    />
  )
}

import type { ComponentProps } from 'react'
import { ErpState } from '#features/integrations/web/index.ts'
import Page from '#features/orders/web/OrdersPage.tsx'

/** Orders; the admin sees how each stands in the linked system. */
export default function OrdersPage(props: Omit<ComponentProps<typeof Page>, 'elsewhere'>) {
  return <Page {...props} elsewhere={props.viewer.level === 1 ? (order) => <ErpState key={order.status} order={order} /> : undefined} />
}

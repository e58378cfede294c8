import type { ComponentProps } from 'react'
import { RepeatOrder } from '#features/carts/web/Repeat.tsx'
import Page from '#features/orders/web/MyOrdersPage.tsx'

/** A client's own orders, and the cart that one goes into again. */
export default function MyOrdersPage(props: Omit<ComponentProps<typeof Page>, 'repeat'>) {
  return <Page {...props} repeat={(order) => <RepeatOrder order={order} />} />
}

import type { ComponentProps } from 'react'
import { useStart } from '#features/carts/web/NewOrder.tsx'
import { RepeatLast } from '#features/carts/web/Repeat.tsx'
import Page from '#features/clients/web/ClientsPage.tsx'
import OrdersOf from '#features/orders/web/OrdersOf.tsx'
import { visitTo } from '#features/visits/web/index.ts'
import VisitsOf from '#features/visits/web/VisitsOf.tsx'

type Props = Omit<ComponentProps<typeof Page>, 'orders' | 'visits' | 'onStart'> & { takesOrders: boolean }
/** Clients, with their orders, and the cart that begins for one of them. */
export default function ClientsPage({ takesOrders, ...props }: Props) {
  const start = useStart(props.admin ? 1 : 2)
  return (
    <Page
      {...props}
      orders={(client) => (
        <OrdersOf
          company={props.company.id}
          client={client.id}
          repeat={(last) => takesOrders && <RepeatLast company={props.company.id} id={last.id} />}
        />
      )}
      visits={(c) => <VisitsOf of={visitTo(c)} />}
      onStart={takesOrders ? start : null}
    />
  )
}

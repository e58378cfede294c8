import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { pickClient } from '#features/carts/web/cart.ts'
import Page from '#features/clients/web/ClientsPage.tsx'
import OrdersOf from '#features/orders/web/OrdersOf.tsx'

type Props = Omit<ComponentProps<typeof Page>, 'orders' | 'onStart'> & { takesOrders: boolean }
/** Clients, with their orders, and the cart that begins for one of them. */
export default function ClientsPage({ takesOrders, ...props }: Props) {
  const [, navigate] = useLocation()
  return (
    <Page
      {...props}
      orders={(client) => <OrdersOf company={props.company.id} client={client.id} />}
      onStart={
        takesOrders
          ? (client) => {
              pickClient(client)
              navigate('/dashboard/products?view=vitrine')
            }
          : null
      }
    />
  )
}

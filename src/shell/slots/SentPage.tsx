import type { ComponentProps } from 'react'
import { NewOrder } from '#features/carts/web/NewOrder.tsx'
import { readClient } from '#features/clients/contract.ts'
import { AskNotices } from '#features/notices/web/index.ts'
import Page from '#features/orders/web/SentPage.tsx'
import { call } from '#web/api.ts'

/** An order that has just gone, whom it may show its prices, and the way to the next one. */
export default function SentPage(props: Omit<ComponentProps<typeof Page>, 'begin' | 'asks' | 'hidesPrice'>) {
  return (
    <Page
      {...props}
      begin={<NewOrder className="btn pri full" />}
      asks={<AskNotices sells />}
      hidesPrice={async (id) => (await call(readClient, { params: { id } })).hide_price}
    />
  )
}

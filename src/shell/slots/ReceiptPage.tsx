import { Suspense } from 'react'
import { RepeatReceipt } from '#features/carts/web/Repeat.tsx'
import { AskNotices } from '#features/notices/web/index.ts'
import type { Receipt } from '#features/orders/contract.ts'
import Page from '#features/orders/web/ReceiptPage.tsx'
import { lazy } from '#web/lazy.tsx'

const ReceiptTalk = lazy(() => import('#features/messages/web/ReceiptTalk.tsx'))
const OfferPage = lazy(() => import('#features/quotes/web/OfferPage.tsx'))

/** A receipt, and the cart that its order goes into again; a quote is an offer to answer. */
export default function ReceiptPage({ token }: { token: string }) {
  const quote = (receipt: Receipt, own: boolean) => (
    <Suspense>
      <OfferPage token={token} order={receipt} own={own} />
    </Suspense>
  )
  const talk = (receipt: Receipt) => (
    <Suspense>
      <ReceiptTalk token={token} company={receipt.company.name} />
    </Suspense>
  )
  return (
    <Page
      token={token}
      repeat={(receipt) => <RepeatReceipt receipt={receipt} />}
      asks={<AskNotices sells={false} />}
      quote={quote}
      talk={talk}
    />
  )
}

import { RepeatReceipt } from '#features/carts/web/Repeat.tsx'
import Page from '#features/orders/web/ReceiptPage.tsx'

/** A receipt, and the cart that its order goes into again. */
export default function ReceiptPage({ token }: { token: string }) {
  return <Page token={token} repeat={(receipt) => <RepeatReceipt receipt={receipt} />} />
}

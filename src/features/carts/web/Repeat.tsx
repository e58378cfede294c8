import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Order, Receipt } from '#features/orders/contract.ts'
import type { KeptReceipt } from '#features/orders/web/index.ts'
import { asFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { cart } from './cart.ts'
import { orderOf, repeatKept, repeatOrder } from './repeat.ts'

interface Props {
  act: () => Promise<void>
  label?: string
  look?: 'sec' | 'sec grow' | 'sec small' | 'pri'
}
/** Puts the lines into the cart and leads there. */
export function Repeat({ act, label = t('Repetir'), look = 'sec' }: Props) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const repeat = async () => {
    setBusy(true)
    try {
      await act()
      navigate('/dashboard/shoppingcart')
    } catch (failure) {
      setBusy(false)
      notify(asFailure(failure).message)
    }
  }
  return (
    <button type="button" className={`btn ${look}`} disabled={busy} onClick={() => void repeat()}>
      <Icon name="repeat" />
      <span>{label}</span>
    </button>
  )
}
export const RepeatOrder = ({ order }: { order: Order }) => <Repeat act={() => repeatOrder(order)} />

/** The last order of a client's card, for who sells. */
export const RepeatLast = ({ company, id }: { company: number; id: number }) => (
  <Repeat
    look="sec small"
    label={t('Repetir último pedido')}
    act={async () => repeatOrder(await orderOf(company, id))}
  />
)
/** One of those that this device keeps. */
export const RepeatKept = ({ receipt }: { receipt: KeptReceipt }) => (
  <Repeat look="sec small" act={() => repeatKept(receipt)} />
)
export const RepeatReceipt = ({ receipt }: { receipt: Receipt }) => (
  <Repeat look="sec grow" act={async () => repeatOrder(await wholeOf(receipt))} />
)
/** What is masked in a receipt, the company's people read in the order itself. */
const wholeOf = (r: Receipt) => (cart.get().staff ? orderOf(r.company.id, r.id) : { ...r, email: '', client_code: '' })

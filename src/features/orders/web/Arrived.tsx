// An order that waited on this device and came in otherwise than it was meant: whoever sent it says what becomes of it.
import { useState } from 'react'
import { asFailure, call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { answerReceipt, moveOrder, type PlacedOrder } from '../contract.ts'
import { STATUS_LABELS, type Status } from '../status.ts'
import { DiffCard } from './DiffCard.tsx'

interface Props {
  order: PlacedOrder
  /** A session that strangers share: it answers by the receipt's link. */
  isPublic: boolean
  /** It has been said, here or elsewhere. */
  onDone: () => void
}
export default function Arrived({ order, isPublic, onDone }: Props) {
  const [busy, setBusy] = useState(false)
  const answer = async (status: Status) => {
    setBusy(true)
    try {
      const moved = isPublic
        ? await call(answerReceipt, {
            params: { token: order.receipt_path.split('/').pop() ?? '' },
            body: { status },
          })
        : await call(moveOrder, { params: { company: order.company_id, id: order.id }, body: { status } })
      notify(
        t('Pedido {n}: {status}.', { n: moved.number ?? '', status: t(STATUS_LABELS[moved.status]).toLowerCase() }),
      )
      onDone()
    } catch (failure) {
      notify(asFailure(failure).message)
      // Somebody else has answered meanwhile, or it is gone.
      if (isFailure(failure) && [404, 409].includes(failure.status)) onDone()
    } finally {
      setBusy(false)
    }
  }
  return <DiffCard order={order} busy={busy} onAnswer={(status) => void answer(status)} />
}

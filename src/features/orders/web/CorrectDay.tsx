import { call } from '#web/api.ts'
import { dayOf } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { notify } from '#web/ui/snack.tsx'
import type { Order } from '../contract.ts'
import { correctDay } from '../received-day.ts'
import { putOrder } from './kept.ts'

interface Props {
  order: Order
  company: number
  onClose: () => void
}
/** The admin corrects the day on which an order was received. */
export function CorrectDay({ order, company, onClose }: Props) {
  const was = dayOf(order.received_at)
  return (
    <FormDialog
      name={`day:${order.id}:${was}`}
      title={t('Corrigir o dia do pedido')}
      text={t('O número fica. Números e metas seguem o novo dia, e as comissões também, menos a que já tem pagamento.')}
      fields={[
        { key: 'day', label: t('Dia do recebimento'), first: was, kind: 'date', wide: true },
        { key: 'reason', label: t('Motivo'), first: '', wide: true },
      ]}
      save={async (typed) => {
        putOrder(await call(correctDay, { params: { company, id: order.id }, typed: { ...typed, was } }))
        renew()
        notify(t('Dia corrigido.'))
      }}
      onClose={onClose}
    />
  )
}

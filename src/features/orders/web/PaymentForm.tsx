import { formatCents, parseCents, showCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { notify } from '#web/ui/snack.tsx'
import { useForm } from '#web/useForm.ts'
import type { Order } from '../contract.ts'
import { addPayment } from '../payments.ts'
import { FormButtons } from './FormButtons.tsx'
import { putOrder } from './kept.ts'

interface Props {
  order: Order
  company: number
  refund: boolean
  onClose: () => void
}
/** An amount that came, or went back, on a day. */
export function PaymentForm({ order, company, refund, onClose }: Props) {
  const { paid = 0, open = 0 } = order
  const form = useForm(`payment:${order.id}:${refund}:${paid}`, {
    amount: formatCents(Math.max(0, refund ? (open < 0 ? -open : paid) : open)),
    day: today(),
    note: '',
  })
  const { values: v, set, error } = form
  const over = refund ? 0 : (parseCents(v.amount) ?? 0) - Math.max(0, open)
  const hint = over > 0 && t('Passa do que falta: {v} ficam a devolver.', { v: showCents(over, order.currency) })
  const save = () =>
    form.submit(async () => {
      const typed = {
        ...v,
        ...(refund ? { refund: '1' } : over > 0 && { over: '1' }),
        was: { paid: formatCents(paid) },
      }
      putOrder(await call(addPayment, { params: { company, id: order.id }, typed }))
      renew()
      notify(t(refund ? 'Devolução registrada.' : 'Pagamento registrado.'))
      onClose()
    })
  return (
    <form
      noValidate
      className="noprint col g3 spaced"
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <div className="fields two">
        <Field label={t(refund ? 'Valor devolvido' : 'Valor recebido')} error={error('amount')} {...(hint && { hint })}>
          <input className="in" inputMode="decimal" value={v.amount} onChange={(e) => set('amount', e.target.value)} />
        </Field>
        <Field label={t('Dia')} error={error('day')}>
          <input className="in" type="date" max={today()} value={v.day} onChange={(e) => set('day', e.target.value)} />
        </Field>
      </div>
      <Field label={t('Observação')} optional error={error('note')}>
        <input className="in" maxLength={300} value={v.note} onChange={(e) => set('note', e.target.value)} />
      </Field>
      <FormButtons form={form} onClose={onClose} />
    </form>
  )
}

import { useState } from 'react'
import { showCents } from '#shared/money.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import type { OrderSummary } from '../contract.ts'
import { markPaid } from '../payments.ts'
import { ConfirmMany } from './ConfirmMany.tsx'
import { confirmOrders } from './undo.tsx'

interface Props {
  company: number
  /** How many are new. */
  fresh: number
  picked: OrderSummary[]
  onDone: () => void
}
/** What an admin does with many orders: the ticked ones, else all that are new. */
export function PickBar({ company, fresh, picked, onDone }: Props) {
  const [confirming, setConfirming] = useState(false)
  const { busy, act } = useAct()
  const ids = picked.map((o) => o.id)
  const confirm = () =>
    act(async () => {
      await confirmOrders(company, picked)
      onDone()
    })
  const paid = () =>
    act(async () => {
      const { changed } = await call(markPaid, { params: { company }, body: { ids, paid: true } })
      renew()
      onDone()
      notify(tn(changed.length, '{n} pedido marcado como pago.', '{n} pedidos marcados como pagos.'))
    })
  const sums = [...new Set(picked.map((o) => o.currency))].map((currency) =>
    showCents(
      picked.reduce((n, o) => n + (o.currency === currency ? (o.total ?? 0) : 0), 0),
      currency,
    ),
  )
  if (picked.length === 0 && fresh === 0) return null
  return (
    <div className="pickbar" role="region" aria-label={t('Selecionados')}>
      {picked.length > 0 ? (
        <>
          <span className="grow sm">
            <b>{tn(picked.length, '{n} selecionado', '{n} selecionados')}</b> · {sums.join(' + ')}
          </span>
          <button type="button" className="btn sec small" disabled={busy} onClick={() => void paid()}>
            {t('Marcar pagos')}
          </button>
          <button type="button" className="btn pri small" disabled={busy} onClick={() => void confirm()}>
            {t('Confirmar {n}', { n: picked.length })}
          </button>
          <button type="button" className="ib" aria-label={t('Limpar seleção')} onClick={onDone}>
            <Icon name="close" />
          </button>
        </>
      ) : (
        <>
          <b className="grow sm">{tn(fresh, '{n} pedido novo', '{n} pedidos novos')}</b>
          <button type="button" className="btn sec small" onClick={() => setConfirming(true)}>
            <Icon name="check" />
            {t('Confirmar novos')}
          </button>
        </>
      )}
      {confirming && <ConfirmMany company={company} onClose={() => setConfirming(false)} />}
    </div>
  )
}

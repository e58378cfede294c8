import { useState } from 'react'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import { markPaid, type Order } from '../contract.ts'

/** Whether an order's money has come: the company's people read it, the admin says it. */
export function Payment({ order, company, admin }: { order: Order; company: number; admin: boolean }) {
  const [busy, setBusy] = useState(false)
  const paid = order.paid_at
  const may = admin && order.origin !== 'historico' && !['rascunho', 'orcamento', 'cancelado'].includes(order.status)
  if (!paid && !may) return null
  const mark = async () => {
    setBusy(true)
    try {
      await call(markPaid, { params: { company }, body: { ids: [order.id], paid: !paid } })
      renew()
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <div className="row between">
        <h3>{paid ? t('pago em {day}', { day: paid.toLocaleDateString('pt-BR') }) : t('ainda não foi pago')}</h3>
        {may && (
          <button type="button" className="btn sec small noprint" disabled={busy} onClick={() => void mark()}>
            {paid ? t('Desmarcar') : t('Marcar pago')}
          </button>
        )}
      </div>
    </section>
  )
}

import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { markPaid, type Order } from '../contract.ts'
import { isSold } from '../sold.ts'

/** Whether an order's money has come: the company's people read it, the admin says it. */
export function Payment({ order, company, admin }: { order: Order; company: number; admin: boolean }) {
  const { busy, act } = useAct()
  const paid = order.paid_at
  const may = admin && order.origin !== 'historico' && isSold(order)
  if (!paid && !may) return null
  const mark = async () => {
    await act(async () => {
      await call(markPaid, { params: { company }, body: { ids: [order.id], paid: !paid } })
      renew()
    })
  }
  return (
    <section>
      <div className="row between">
        <h3 className="sm grow">
          {paid ? t('pago em {day}', { day: paid.toLocaleDateString('pt-BR') }) : t('ainda não foi pago')}
        </h3>
        {may && (
          <button type="button" className="btn sec small nowrap noprint" disabled={busy} onClick={() => void mark()}>
            {paid ? t('Desmarcar') : t('Marcar pago')}
          </button>
        )}
      </div>
    </section>
  )
}

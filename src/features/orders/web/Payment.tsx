import { useState } from 'react'
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import type { Order } from '../contract.ts'
import { markPaid } from '../payments.ts'
import { isSold } from '../sold.ts'
import { PaymentForm } from './PaymentForm.tsx'

/** What was paid of an order, what is open and what went back: the company's people read it, the admin writes it. */
export function Payment({ order, company, admin }: { order: Order; company: number; admin: boolean }) {
  const { busy, act } = useAct()
  const [writing, setWriting] = useState<'payment' | 'refund' | null>(null)
  const { paid = 0, open = 0, refunded = 0, payments = [] } = order
  const takes = admin && order.origin !== 'historico' && isSold(order)
  const gives = admin && paid > 0
  if (payments.length === 0 && !takes) return null
  const money = (cents: number) => showCents(cents, order.currency)
  const markAll = async () => {
    await act(async () => {
      await call(markPaid, { params: { company }, body: { ids: [order.id], paid: true } })
      renew()
    })
  }
  const rows = [
    [t('Pago'), paid],
    [t('Em aberto'), open],
    [t('A devolver'), -open],
    [t('Devolvido'), refunded],
  ] as const
  return (
    <section className="col g3">
      <h2 className="h3">{t('Pagamentos')}</h2>
      {order.total !== undefined && (
        <dl>
          {rows
            .filter(([, cents], i) => i === 0 || cents > 0)
            .map(([k, cents]) => (
              <div className="kv" key={k}>
                <dt>{k}</dt>
                <dd>{money(cents)}</dd>
              </div>
            ))}
        </dl>
      )}
      {payments.length > 0 && (
        <ul>
          {payments.map((p) => (
            <li className="sm t2" key={p.id}>
              {[
                showDay(p.day),
                p.amount !== undefined &&
                  (p.amount < 0 ? t('devolvido {v}', { v: money(-p.amount) }) : t('pago {v}', { v: money(p.amount) })),
                p.who,
                p.note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {writing ? (
        <PaymentForm order={order} company={company} refund={writing === 'refund'} onClose={() => setWriting(null)} />
      ) : (
        <div className="row g3 wrap noprint">
          {takes && (
            <>
              {open > 0 && (
                <button type="button" className="btn sec small" disabled={busy} onClick={() => void markAll()}>
                  {t('Marcar pago')}
                </button>
              )}
              <button type="button" className="btn sec small" onClick={() => setWriting('payment')}>
                {t('Registrar pagamento')}
              </button>
            </>
          )}
          {gives && (
            <button type="button" className="btn sec small" onClick={() => setWriting('refund')}>
              {t('Registrar devolução')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

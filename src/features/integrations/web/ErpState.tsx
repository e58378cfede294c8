import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#features/orders/contract.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { markPushed, type Push, pushAgain, readPush } from '../contract.ts'

/** How an order stands in the linked system; nothing when it goes to none. */
export function ErpState({ order: { id: order, status } }: { order: Pick<Order, 'id' | 'status'> }) {
  const client = useQueryClient()
  const cancelled = status === 'cancelado'
  const key = ['push', order]
  const { busy, act } = useAct()
  const { data: push } = useQuery({
    queryKey: key,
    queryFn: () => call(readPush, { params: { order } }),
    refetchInterval: (q) => (q.state.data?.status === 'fila' || q.state.data?.status === 'enviando' ? 2000 : false),
  })
  if (!push) return null
  const ask = (which: typeof pushAgain | typeof markPushed) =>
    act(async () => client.setQueryData(key, await call(which, { params: { order } })))
  const bad = push.status === 'recusado' || push.status === 'parado'
  return (
    <section className="noprint">
      <h3>{push.system_name}</h3>
      <div className={`note ${bad ? 'bad' : push.status === 'enviado' && !cancelled && !push.message ? 'ok' : 'warn'}`}>
        <Icon name={bad ? 'warn' : push.status === 'enviado' ? 'check' : 'clock'} size="s" />
        <div className="grow">
          <p>{said(push)}</p>
          {push.status === 'enviado' && push.message && (
            <p>
              {t('O {name} gravou o pedido e avisou: {why} Confira lá.', { name: push.system_name, why: push.message })}
            </p>
          )}
          {cancelled && push.status === 'enviado' && (
            <p>{t('Este pedido foi cancelado aqui. Cancele-o também no {name}.', { name: push.system_name })}</p>
          )}
        </div>
      </div>
      {bad && (
        <div className="row wrap spaced">
          <button type="button" className="btn sec small" disabled={busy} onClick={() => void ask(pushAgain)}>
            {t('Enviar de novo')}
          </button>
          <button type="button" className="btn txt small" disabled={busy} onClick={() => void ask(markPushed)}>
            {t('Já lancei à mão')}
          </button>
        </div>
      )}
    </section>
  )
}
function said(p: Push): string {
  if (p.status === 'enviado') {
    const number = p.external_number ? t('Enviado, nº {n}', { n: p.external_number }) : t('Lançado lá')
    return p.sent_at ? `${number} · ${showMoment(p.sent_at)}` : number
  }
  if (p.status === 'fila' || p.status === 'enviando') return p.message ? t(p.message) : t('Na fila para enviar.')
  if (p.status === 'incerto') return t('Sem resposta clara. Procuramos o pedido lá antes de enviar de novo.')
  return t(p.message)
}

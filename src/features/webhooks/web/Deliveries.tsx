import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { showMoment, t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { notify } from '#web/ui/snack.tsx'
import { ListStates } from '#web/ui/states.tsx'
import { type Delivery, listDeliveries, sendAgain, type Webhook } from '../contract.ts'
import { typeLabel } from '../rules.ts'
import { deliveryState } from './words.ts'
import '#web/ui/Runs.css'

const KINDS = [
  { value: '', label: 'Todas' },
  { value: 'fila', label: 'Na fila' },
  { value: 'desistiu', label: 'Não chegaram' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** What one system was sent, newest first; each may be sent again. */
export function Deliveries({ webhook: w }: { webhook: Webhook }) {
  const [kind, setKind] = useState<Kind>('')
  const list = useInfiniteQuery({
    queryKey: ['deliveries', w.id, kind],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(listDeliveries, {
        params: { id: w.id },
        query: { limit: 20, page: pageParam, ...(kind && { status: kind }) },
      }),
    getNextPageParam: (last, pages) =>
      pages.reduce((n, p) => n + p.rows.length, 0) < last.total ? pages.length + 1 : undefined,
    refetchInterval: w.waiting > 0 ? 1500 : 30_000,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  return (
    <section className="col g2">
      <h3 className="b sm">{t('Entregas dos últimos 30 dias')}</h3>
      <div className="chips">
        <Choices choices={KINDS} value={kind} onChoose={setKind} />
      </div>
      <ListStates list={list} what={t('Não conseguimos carregar as entregas.')} none={rows.length === 0} rows={3}>
        <p className="sm t2">{t('Nenhuma ainda.')}</p>
      </ListStates>
      <ul className="runs">
        {rows.map((d) => (
          <Line key={d.id} delivery={d} webhook={w} />
        ))}
      </ul>
      <MoreButton list={list} />
    </section>
  )
}
function Line({ delivery: d, webhook: w }: { delivery: Delivery; webhook: Webhook }) {
  const { busy, act } = useAct()
  const state = deliveryState(d)
  const what = `${t(typeLabel(d.type))}${d.name && ` · ${d.name}`}`
  const again = () =>
    act(async () => {
      await call(sendAgain, { params: { id: w.id, delivery: d.id } })
      renew('deliveries', w.id)
      renew('webhooks')
      notify(t('Vai de novo.'))
    })
  return (
    <li>
      <span className="grow">
        <span className="sm b block">{what}</span>
        <span className="xs t2 block">
          {showMoment(d.tried_at ?? d.occurred_at)}
          {d.answer !== null && ` · ${t('respondeu {n}', { n: String(d.answer) })}`}
          {d.took_ms !== null && ` · ${t('{n} ms', { n: d.took_ms })}`}
          {d.tried > 1 && ` · ${tn(d.tried, '{n} tentativa', '{n} tentativas')}`}
        </span>
        {d.reason && d.status !== 'entregue' && <span className="xs block">{t(d.reason)}</span>}
        {d.status === 'fila' && d.next_at && d.tried > 0 && (
          <span className="xs t2 block">{t('Próxima tentativa: {when}', { when: showMoment(d.next_at) })}</span>
        )}
      </span>
      <span className="col g1 aside">
        <span className="pill" data-s={state.pill}>
          {state.word}
        </span>
        {(d.status !== 'fila' || d.tried > 0) && (
          <button
            type="button"
            className="btn txt small"
            disabled={busy || !w.active}
            aria-label={t('Enviar de novo: {what}', { what })}
            onClick={() => void again()}
          >
            {t('Enviar de novo')}
          </button>
        )}
      </span>
    </li>
  )
}

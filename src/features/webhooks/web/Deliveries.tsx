import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { copy } from '#web/copy.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { nextPage, renew } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, ListStates, Loading } from '#web/ui/states.tsx'
import { type Delivery, listDeliveries, readDelivery, sendAgain, type Webhook } from '../contract.ts'
import { typeLabel } from '../rules.ts'
import { deliveryState } from './words.ts'
import '#web/ui/Runs.css'
import './Deliveries.css'

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
    getNextPageParam: nextPage,
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
  const [open, setOpen] = useState(false)
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
        <span className="row wrap deliveryacts">
          <button
            type="button"
            className="btn txt small"
            aria-expanded={open}
            aria-label={t('Ver o que leva: {what}', { what })}
            onClick={() => setOpen(!open)}
          >
            {t('Ver o que leva')}
          </button>
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
        {open && <Carried delivery={d} webhook={w} />}
      </span>
      <span className="pill" data-s={state.pill}>
        {state.word}
      </span>
    </li>
  )
}
/** The message itself, for whoever looks for a fault on the other side. */
function Carried({ delivery: d, webhook: w }: { delivery: Delivery; webhook: Webhook }) {
  const read = useQuery({
    queryKey: ['delivery', w.id, d.id, d.tried],
    queryFn: () => call(readDelivery, { params: { id: w.id, delivery: d.id } }),
  })
  if (read.isPending) return <Loading rows={1} />
  if (read.isError)
    return (
      <Failed what={t('Não conseguimos carregar a mensagem.')} error={read.error} retry={() => void read.refetch()} />
    )
  const text = JSON.stringify(JSON.parse(read.data.body), null, 2)
  return (
    <>
      <p className="t2">{t('Cada tentativa leva o pedido ou produto como ele está na hora. Agora iria assim:')}</p>
      <p>
        <code>webhook-id: {read.data.message}</code>
      </p>
      <textarea className="carried" readOnly rows={12} value={text} aria-label={t('Mensagem em JSON')} />
      <button
        type="button"
        className="btn txt small"
        onClick={() => void copy(text, t('Copiado.'), t('Não foi possível copiar.'))}
      >
        <Icon name="copy" size="s" />
        {t('Copiar')}
      </button>
    </>
  )
}

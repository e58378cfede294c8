import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { type DayEntry, putOff, readDayList } from '../contract.ts'
import type { Reason } from '../rules.ts'
import { useKeptHome } from './kept.ts'
import type { HomeSlots } from './parts.ts'
import { causeWords, chatWith } from './words.ts'

const STEP = 30
const keyOf = (e: DayEntry) => `${e.client_id ?? ''}/${e.order_id ?? ''}`
const ICONS: Record<Reason, IconName> = { ajuste: 'edit', orcamento: 'doc', abriu: 'eye', atrasado: 'history' }
/** Whom to talk to today, each with a text ready and an order one tap away. */
export function DayList({ start, plan, orders }: Pick<HomeSlots, 'start' | 'plan'> & { orders: boolean }) {
  const [limit, setLimit] = useState(STEP)
  const here = useKeptHome()
  const asked = useQuery({
    queryKey: ['home', 'today', limit],
    queryFn: () => call(readDayList, { query: { limit } }),
    placeholderData: (before) => before,
    enabled: here === null || (here !== undefined && here.list.total > here.list.entries.length),
  })
  /** Whoever was put off a moment ago, until the list is another. */
  const [gone, setGone] = useState<readonly string[]>([])
  const data = asked.data ?? here?.list
  const list = data ? { ...asked, isPending: false, isError: false, isSuccess: true } : asked
  const rows = (data?.entries ?? []).filter((e) => !gone.includes(keyOf(e))).slice(0, limit)
  const total = Math.max(
    rows.length,
    (data?.total ?? 0) - (data?.entries.filter((e) => gone.includes(keyOf(e))).length ?? 0),
  )
  const put = async (e: DayEntry, off: boolean) => {
    setGone((all) => (off ? [...all, keyOf(e)] : all.filter((k) => k !== keyOf(e))))
    const whom = { client_id: e.client_id ?? undefined, order_id: e.order_id ?? undefined }
    try {
      await call(putOff, { body: { ...whom, off } })
      if (off)
        notify(t('{name} volta à lista amanhã.', { name: e.name }), {
          label: t('Desfazer'),
          run: () => void put(e, false),
        })
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setGone((all) => all.filter((k) => k !== keyOf(e)))
      notify(failure.message)
    }
    renew('home', 'today')
  }
  return (
    <section className="daylist" aria-labelledby="daylist">
      <div className="row between">
        <h2 id="daylist">{t('Lista do dia')}</h2>
        {total > 0 && <span className="sm t2">{tn(total, '{n} pessoa', '{n} pessoas')}</span>}
      </div>
      <ListStates list={list} what={t('Não conseguimos carregar a lista do dia.')} none={rows.length === 0} rows={4}>
        <div className="panel">
          {data?.clients === false ? (
            <Empty icon="people">
              <p className="b">{t('Você ainda não tem clientes')}</p>
              <p className="t2">{t('Cadastre o primeiro, ou comece um pedido: quem ele nomeia vira seu cliente.')}</p>
              <Link href="/clientes/novo" className="btn sec">
                {t('Cadastrar cliente')}
              </Link>
            </Empty>
          ) : (
            <Empty icon="check">
              <p className="b">{t('Tudo em dia')}</p>
              <p className="t2">
                {data?.put_off
                  ? tn(data.put_off, '{n} pessoa adiada volta amanhã.', '{n} pessoas adiadas voltam amanhã.')
                  : t(
                      'Ninguém espera por você. Quem passar do intervalo, abrir o catálogo ou receber um orçamento aparece aqui.',
                    )}
              </p>
            </Empty>
          )}
        </div>
      </ListStates>
      <ul className="col g3" aria-labelledby="daylist">
        {rows.map((e) => (
          <Card key={keyOf(e)} entry={e} orders={orders} start={start} plan={plan} onPutOff={() => void put(e, true)} />
        ))}
      </ul>
      {rows.length < total && (
        <button
          type="button"
          className="btn sec full"
          disabled={asked.isFetching}
          onClick={() => setLimit(limit + STEP)}
        >
          {asked.isFetching ? t('Carregando…') : t('Mostrar mais {n}', { n: Math.min(STEP, total - rows.length) })}
        </button>
      )}
    </section>
  )
}
function Card({
  entry: e,
  orders,
  start,
  plan,
  onPutOff,
}: Pick<HomeSlots, 'start' | 'plan'> & {
  entry: DayEntry
  orders: boolean
  onPutOff: () => void
}) {
  const [busy, setBusy] = useState(false)
  const order = e.causes.find((c) => c.order_id !== null)
  const id = e.client_id
  const begin = async (client: number) => {
    setBusy(true)
    await start(client)
    setBusy(false)
  }
  return (
    <li className="panel daycard">
      <div className="row between">
        {id === null ? (
          <b className="clip">{e.name}</b>
        ) : (
          <Link href={`/clientes/${id}`} className="b clip who">
            {e.name}
          </Link>
        )}
        <span className="row">
          {id !== null &&
            plan({
              client_id: id,
              name: e.name,
              phone: e.phone,
              interval_days: e.causes.find((c) => c.interval_days !== null)?.interval_days ?? null,
            })}
          <button
            type="button"
            className="ib"
            aria-label={t('Adiar {name} até amanhã', { name: e.name })}
            title={t('Adiar até amanhã')}
            onClick={onPutOff}
          >
            <Icon name="clock" size="s" />
          </button>
        </span>
      </div>
      <ul className="causes">
        {e.causes.map((c) => (
          <li key={`${c.reason}${c.order_id}`} data-r={c.reason}>
            <Icon name={ICONS[c.reason]} size="xs" />
            <span>{causeWords(c)}</span>
          </li>
        ))}
      </ul>
      <div className="row acts3">
        <a className="btn wa small grow" href={chatWith(e)} target="_blank" rel="noreferrer">
          <Icon name="whatsapp" />
          {t('WhatsApp')}
          <span className="sr"> {e.name}</span>
        </a>
        {order && (
          <Link href={`/dashboard/orders/${order.order_id}`} className="btn sec small grow">
            {t('Ver pedido')}
            <span className="sr"> {order.number}</span>
          </Link>
        )}
        {id !== null && orders && (!order || e.causes.length > 1) && (
          <button type="button" className="btn sec small grow" disabled={busy} onClick={() => void begin(id)}>
            <Icon name="bag" />
            {t('Pedir')}
            <span className="sr"> {t('para {name}', { name: e.name })}</span>
          </button>
        )}
      </div>
    </li>
  )
}

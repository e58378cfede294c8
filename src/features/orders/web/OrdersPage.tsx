import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { SellerFilter } from '#features/companies/web/index.ts'
import { showCents } from '#shared/money.ts'
import { call, callList } from '#web/api.ts'
import { showMoment, t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { countOrders, listOrders, type OrderSummary } from '../contract.ts'
import { type Status, STATUS_LABELS, STATUSES } from '../status.ts'
import { ConfirmMany } from './ConfirmMany.tsx'
import { listHere } from '#web/device/use.ts'
import { useKeptCounts, useKeptOrders } from './kept.ts'
import { followOrders, nameOf } from './data.ts'
import { OrderDetail, type OrderSlots } from './OrderDetail.tsx'
import { StatusPill } from './StatusPill.tsx'
import '#web/styles/kit.css'
import '#web/ui/Split.css'

interface Props extends OrderSlots {
  /** The way to a new order. */
  begin?: ReactNode
  viewer: { company: Pick<Company, 'id' | 'time_zone'> | null; level: number }
  sellers: Seller[]
  id: number | null
}
export default function OrdersPage(props: Props) {
  return (
    <Queries>
      <Orders {...props} />
    </Queries>
  )
}
const PAGE = 20
const PERIODS = [
  { value: '', label: 'Todo o período', days: 0 },
  { value: '1', label: 'Hoje', days: 0 },
  { value: '7', label: '7 dias', days: 6 },
  { value: '30', label: '30 dias', days: 29 },
  { value: 'month', label: 'Este mês', days: -1 },
]
/** By the company's calendar; below 0: the first of the month. */
const dayBefore = (days: number, timeZone: string | undefined): string =>
  days < 0
    ? `${dayBefore(0, timeZone).slice(0, 7)}-01`
    : new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', timeZone ? { timeZone } : {})

function Orders({ viewer, sellers, id, begin, ...slots }: Props) {
  const company = viewer.company?.id ?? 0
  const shown = useListState()
  const client = useQueryClient()
  const status = shown.of('status')
  const seller = shown.of('seller')
  const period = shown.of('period')
  const [confirming, setConfirming] = useState(false)
  const { words, setWords, search } = useListSearch(shown, 'search')
  useEffect(
    () =>
      followOrders((e) => {
        void client.invalidateQueries()
        if (e.created) notify(t('Chegou um pedido novo.'))
      }),
    [client],
  )
  const sold = shown.of('sold') === '1'
  const days = PERIODS.find((p) => p.value === period)?.days ?? 0
  const from = period ? dayBefore(days, viewer.company?.time_zone) : undefined
  const [most, setMost] = useState(PAGE)
  /** Those from before are on the server only. */
  const [before, setBefore] = useState(false)
  const kept = useKeptOrders({ status, seller: seller ? Number(seller) : null, search: words, from, sold }, most)
  const here = before ? null : kept
  const asked = useQuery({
    queryKey: ['orders', 'counts', company],
    queryFn: () => call(countOrders, { params: { company } }),
  })
  const counted = useKeptCounts()
  const counts = { data: asked.data ?? counted ?? undefined }
  const remote = useInfiniteQuery({
    enabled: here === null,
    queryKey: ['orders', company, status, seller, search, from, sold],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(listOrders, {
        params: { company },
        query: {
          status,
          seller_id: seller ? Number(seller) : undefined,
          search,
          from,
          sold: sold || undefined,
          limit: PAGE,
          page: pageParam,
        },
      }),
    getNextPageParam: (last, pages) =>
      pages.reduce((n, p) => n + p.rows.length, 0) < last.total ? pages.length + 1 : undefined,
  })
  const rows = here?.rows ?? remote.data?.pages.flatMap((p) => p.rows) ?? []
  const all = STATUSES.reduce((n, s) => n + (counts.data?.[s] ?? 0), 0)
  const onServer = Math.max(0, all - Object.values(counted ?? {}).reduce((a, b) => a + b, 0))
  const list = here
    ? listHere({
        more: here.total > most || onServer > 0,
        onMore: () => (here.total > most ? setMost(most + PAGE) : setBefore(true)),
      })
    : remote
  const narrowed = status || seller || search || period || sold
  return (
    <div className={`split${id ? ' picked' : ''}`}>
      <section className="list" aria-label={t('Lista de pedidos')}>
        <div className="pad col g3">
          <div className="row between">
            <h1 className="grow">{t('Pedidos')}</h1>
            {begin}
            {viewer.level === 1 && (counts.data?.novo ?? 0) > 0 && (
              <button type="button" className="btn sec small" onClick={() => setConfirming(true)}>
                <Icon name="check" />
                {t('Confirmar novos')}
              </button>
            )}
          </div>
          {confirming && <ConfirmMany company={company} onClose={() => setConfirming(false)} />}
          <SearchBox
            label={t('Buscar pedido por cliente ou número')}
            placeholder={t('Cliente ou número')}
            value={words}
            onChange={setWords}
          />
          <div className="chips">
            <Chip on={!status && !sold} count={all} onClick={() => shown.set({ status: '', sold: '' })}>
              {t('Todos')}
            </Chip>
            {sold && (
              <Chip on count={here?.total ?? remote.data?.pages[0]?.total} onClick={() => shown.set({ sold: '' })}>
                {t('Vendidos')}
              </Chip>
            )}
            {STATUSES.filter((s) => counts.data?.[s]).map((s) => (
              <Chip
                key={s}
                on={status === s}
                count={counts.data?.[s] ?? 0}
                onClick={() => shown.set({ status: status === s ? '' : s })}
              >
                {t(STATUS_LABELS[s])}
              </Chip>
            ))}
          </div>
          <div className="row">
            {viewer.level === 1 && sellers.length > 0 && (
              <SellerFilter sellers={sellers} value={seller} onChange={(value) => shown.set({ seller: value })} />
            )}
            <select
              className="in"
              aria-label={t('Período')}
              value={period}
              onChange={(e) => shown.set({ period: e.target.value })}
            >
              {PERIODS.map((p) => (
                <option key={p.value} value={p.value}>
                  {t(p.label)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <ListStates list={list} what={t('Não conseguimos carregar os pedidos.')} none={rows.length === 0}>
          <Empty icon="box">
            <p>
              {narrowed
                ? t('Nenhum pedido com estes filtros.')
                : t('Nenhum pedido ainda. Envie o link do catálogo a um cliente.')}
            </p>
            {narrowed && (
              <button type="button" className="btn sec" onClick={shown.clear}>
                {t('Ver todos os pedidos')}
              </button>
            )}
          </Empty>
        </ListStates>
        {rows.map((o) => (
          <OrderRow key={o.id} order={o} href={`/dashboard/orders/${o.id}${shown.query}`} picked={o.id === id} />
        ))}
        {list.hasNextPage && (
          <div className="pad">
            <MoreButton list={list} />
          </div>
        )}
      </section>
      {id ? (
        <OrderDetail
          key={id}
          company={company}
          id={id}
          back={`/dashboard/orders${shown.query}`}
          staff
          admin={viewer.level === 1}
          {...slots}
        />
      ) : (
        <div className="none-picked">
          <Empty icon="box">
            <p className="t2">{t('Escolha um pedido para ver os itens e o andamento.')}</p>
          </Empty>
        </div>
      )}
    </div>
  )
}
export function OrderRow({ order, href, picked }: { order: OrderSummary; href: string; picked: boolean }) {
  return (
    <Link href={href} className={`li${picked ? ' sel' : ''}`} aria-current={picked ? 'true' : undefined}>
      <span className="grow">
        <span className="row between">
          <b className="clip">{order.company_name || order.name}</b>
          {order.total !== undefined && <b className="nowrap">{showCents(order.total, order.currency)}</b>}
        </span>
        <span className="row between sm t2">
          <span className="clip">
            {[order.number ?? nameOf(order), showMoment(order.received_at), order.seller_name]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <StatusPill status={order.status as Status} />
        </span>
      </span>
    </Link>
  )
}

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Company, Seller } from '#features/companies/contract.ts'
import { call, callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { nextPage, Queries } from '#web/queries.tsx'
import { useBeside } from '#web/useBeside.ts'
import { useListSearch, useListState } from '#web/useListState.ts'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { countOrders, listOrders } from '../contract.ts'
import { STATUSES } from '../status.ts'
import { listHere } from '#web/device/use.ts'
import { useKeptCounts, useKeptOrders } from './kept.ts'
import { followOrders } from './data.ts'
import { OrderDetail, type OrderSlots } from './OrderDetail.tsx'
import { OrderRows } from './OrderRows.tsx'
import { firstDay, OrdersHead } from './OrdersHead.tsx'
import { PickBar } from './PickBar.tsx'
import { UndoOffer } from './undo.tsx'
import '#web/styles/kit.css'
import '#web/ui/Split.css'

interface Props extends OrderSlots {
  /** The way to a new order. */
  begin?: ReactNode
  /** What this month has brought. */
  month?: ReactNode
  /** The button that takes the orders of these days along as a sheet. */
  exports?: ((from: string | undefined) => ReactNode) | undefined
  viewer: { company: Pick<Company, 'id'> | null; level: number }
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
function Orders({ viewer, sellers, id, begin, month, exports, ...slots }: Props) {
  const company = viewer.company?.id ?? 0
  const shown = useListState()
  const client = useQueryClient()
  const status = shown.of('status')
  const seller = shown.of('seller')
  const period = shown.of('period')
  const admin = viewer.level === 1
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
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
  const from = firstDay(period)
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
    getNextPageParam: nextPage,
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
  const open = useBeside(shown.query, id, rows[0]?.id)
  const ticked = rows.filter((o) => picked.has(o.id))
  return (
    <div className={`split${id ? ' picked' : ''}`}>
      <section className="list" aria-label={t('Lista de pedidos')}>
        <OrdersHead
          shown={shown}
          words={words}
          setWords={setWords}
          counts={counts.data}
          sold={here?.total ?? remote.data?.pages[0]?.total}
          sellers={admin ? sellers : []}
          begin={begin}
          month={month}
          exports={exports?.(from)}
        />
        {admin && (
          <PickBar
            company={company}
            fresh={counts.data?.novo ?? 0}
            picked={ticked}
            onDone={() => setPicked(new Set())}
          />
        )}
        <UndoOffer company={company} />
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
        <OrderRows
          rows={rows}
          open={open}
          href={(o) => `/dashboard/orders/${o.id}${shown.query}`}
          picked={admin ? picked : null}
          own={!admin}
          onPick={(one) =>
            setPicked(new Set(picked.has(one) ? [...picked].filter((x) => x !== one) : [...picked, one]))
          }
        />
        {list.hasNextPage && (
          <div className="pad">
            <MoreButton list={list} />
          </div>
        )}
      </section>
      {open ? (
        <OrderDetail
          key={open}
          company={company}
          id={open}
          back={`/dashboard/orders${shown.query}`}
          staff
          admin={admin}
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

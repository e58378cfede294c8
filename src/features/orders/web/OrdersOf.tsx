import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { listOrders, type OrderSummary } from '../contract.ts'
import { isSold } from '../sold.ts'
import type { Status } from '../status.ts'
import { useState } from 'react'
import { listHere } from '#web/device/use.ts'
import { nameOf } from './data.ts'
import { useKeptOrders } from './kept.ts'
import { StatusPill } from './StatusPill.tsx'

const PAGE = 5
interface Props {
  company: number
  client: number
  /** The button that puts the last order into the cart again. */
  repeat: (order: OrderSummary) => ReactNode
}
/** A client's orders that the reader may open, newest first. */
export default function OrdersOf({ company, client, repeat }: Props) {
  const [most, setMost] = useState(PAGE)
  const here = useKeptOrders({ client }, most)
  const asked = useInfiniteQuery({
    enabled: here === null,
    queryKey: ['orders', company, 'of', client],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(listOrders, { params: { company }, query: { client_id: client, limit: PAGE, page: pageParam } }),
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length + 1 : undefined),
  })
  const rows = here?.rows ?? asked.data?.pages.flatMap((p) => p.rows) ?? []
  const list = here ? listHere({ more: here.total > most, onMore: () => setMost(most + PAGE) }) : asked
  const last = rows.find(isSold)
  return (
    <section>
      <div className="row between spacedown">
        <h2 className="h3">{t('Pedidos')}</h2>
        {last && repeat(last)}
      </div>
      <div className="panel">
        <ListStates list={list} what={t('Não conseguimos carregar os pedidos.')} none={rows.length === 0} rows={2}>
          <p className="li t2 sm">{t('Nenhum pedido ainda.')}</p>
        </ListStates>
        {rows.map((o) => (
          <Link href={`/dashboard/orders/${o.id}`} className="li" key={o.id}>
            <span className="grow">
              <b>{nameOf(o)}</b>
              <span className="sm t2 block">
                {[showMoment(o.received_at), o.seller_name].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="num">
              {o.total !== undefined && <b className="nowrap block">{showCents(o.total, o.currency)}</b>}
              <StatusPill status={o.status as Status} />
            </span>
          </Link>
        ))}
        <MoreButton list={list} look="txt full" />
      </div>
    </section>
  )
}

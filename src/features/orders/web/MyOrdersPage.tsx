import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Company } from '#features/companies/contract.ts'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { nextPage, Queries } from '#web/queries.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { listOrders } from '../contract.ts'
import { listHere } from '#web/device/use.ts'
import { useKeptOrders } from './kept.ts'
import { followOrders } from './data.ts'
import { type KeptReceipt, keptReceipts } from './receipts.ts'
import { Receipts } from './Receipts.tsx'
import { OrderDetail, type OrderSlots } from './OrderDetail.tsx'
import { OrderRow } from './OrderRows.tsx'
import '#web/styles/kit.css'

interface Props extends Pick<OrderSlots, 'repeat' | 'quote' | 'talk'> {
  /** What is new for a client, above the own orders. */
  news: ReactNode
  /** What a client finds below them. */
  below: ReactNode
  /** The cart that one of this device's goes into again. */
  repeatKept: (receipt: KeptReceipt) => ReactNode
  viewer: { company: Pick<Company, 'id'> | null; isPublic: boolean }
  id: number | null
}
/** A client's own orders; for a public session the receipts that this device keeps. */
export default function MyOrdersPage({ viewer, id, news, below, repeatKept, ...slots }: Props) {
  const title = viewer.isPublic ? t('Pedidos deste aparelho') : t('Meus pedidos')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Queries>
      {id && !viewer.isPublic ? (
        <OrderDetail company={viewer.company?.id ?? 0} id={id} back="/pedidos/meus" staff={false} {...slots} />
      ) : (
        <div className="page">
          <div className="head">
            <h1>{title}</h1>
            <Link href="/pedidos" className="btn sec">
              {t('Ver catálogo')}
            </Link>
          </div>
          {!viewer.isPublic && news}
          {viewer.isPublic ? receiptsOf(repeatKept) : <Own company={viewer.company?.id ?? 0} />}
          {!viewer.isPublic && below}
        </div>
      )}
    </Queries>
  )
}
const None = () => (
  <Empty icon="box">
    <p>{t('Nenhum pedido por aqui ainda.')}</p>
    <Link href="/pedidos" className="btn pri">
      {t('Começar um pedido')}
    </Link>
  </Empty>
)
const receiptsOf = (repeat: Props['repeatKept']) => {
  const kept = keptReceipts()
  return kept.length === 0 ? <None /> : <Receipts kept={kept} repeat={repeat} />
}
const PAGE = 20
function Own({ company }: { company: number }) {
  const client = useQueryClient()
  useEffect(() => followOrders(() => void client.invalidateQueries()), [client])
  const [most, setMost] = useState(PAGE)
  const here = useKeptOrders({}, most)
  const asked = useInfiniteQuery({
    enabled: here === null,
    queryKey: ['orders', 'mine', company],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => callList(listOrders, { params: { company }, query: { limit: PAGE, page: pageParam } }),
    getNextPageParam: nextPage,
  })
  const list = here ? listHere({ more: here.total > most, onMore: () => setMost(most + PAGE) }) : asked
  if (list.isPending) return <Loading />
  if (list.isError)
    return (
      <Failed what={t('Não conseguimos carregar seus pedidos.')} error={list.error} retry={() => void list.refetch()} />
    )
  const rows = here?.rows ?? asked.data?.pages.flatMap((p) => p.rows) ?? []
  if (rows.length === 0) return <None />
  return (
    <>
      <div className="panel">
        {rows.map((o) => (
          <OrderRow key={o.id} order={o} href={`/pedidos/meus/${o.id}`} picked={false} bought />
        ))}
      </div>
      <MoreButton list={list} look="sec full spaced" />
    </>
  )
}

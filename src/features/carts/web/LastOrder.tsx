// First on the catalogue for who has ordered before: the last order again in one tap.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import * as z from 'zod/mini'
import { listOrders, orderShape, type OrderSummary } from '#features/orders/contract.ts'
import { keptReceipts, nameOf } from '#features/orders/web/index.ts'
import { isSold } from '#features/orders/sold.ts'
import { showCents } from '#shared/money.ts'
import { callList } from '#web/api.ts'
import { useRows } from '#web/device/use.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Queries } from '#web/queries.tsx'
import { readRow } from '#web/device/older-rows.ts'
import { Repeat } from './Repeat.tsx'
import { orderOf, repeatKept, repeatOrder } from './repeat.ts'
import '#web/styles/kit.css'
import './LastOrder.css'

interface Last {
  title: string
  /** When, how many pieces, how much: what is known. */
  says: string[]
  repeat: () => Promise<void>
}
/** `company`: whose orders are asked for; null for a visitor, whose receipts this device keeps. */
export default function LastOrder({ company }: { company: number | null }) {
  return company === null ? (
    <Card last={lastReceipt()} all={t('Pedidos deste aparelho')} />
  ) : (
    <Queries>
      <Own company={company} />
    </Queries>
  )
}
type Wire = z.input<typeof orderShape>
function newest(rows: ReadonlyMap<number, Wire>): OrderSummary | undefined {
  const [last] = [...rows.values()]
    .filter(isSold)
    .sort((a, b) => String(b.received_at).localeCompare(String(a.received_at)) || Number(b.id) - Number(a.id))
  return last && readRow(orderShape, last)
}
function Own({ company }: { company: number }) {
  const rows = useRows<Wire>('orders')
  const here = useMemo(() => rows && newest(rows), [rows])
  const asked = useQuery({
    queryKey: ['orders', 'last', company],
    queryFn: () => callList(listOrders, { params: { company }, query: { limit: 10 } }),
    enabled: rows === null,
  })
  const order = here ?? asked.data?.rows.find(isSold)
  if (!order) return null
  const last: Last = {
    title: nameOf(order),
    says: [
      showMoment(order.received_at),
      tn(order.items_count, '{n} peça', '{n} peças'),
      ...(order.total === undefined ? [] : [showCents(order.total, order.currency)]),
    ],
    repeat: async () => repeatOrder(await orderOf(company, order.id)),
  }
  return <Card last={last} all={t('Meus pedidos')} />
}
function lastReceipt(): Last | null {
  const [kept] = keptReceipts()
  if (!kept) return null
  return {
    title: nameOf(kept),
    says: [showMoment(new Date(kept.at)), ...(kept.total === null ? [] : [showCents(kept.total, kept.currency)])],
    repeat: () => repeatKept(kept),
  }
}
function Card({ last, all }: { last: Last | null; all: string }) {
  if (!last) return null
  return (
    <section className="panel lastorder" aria-label={t('Seu último pedido')}>
      <p>
        <b>{last.title}</b>
        <span className="sm t2">{last.says.join(' · ')}</span>
      </p>
      <Link href="/pedidos/meus" className="btn txt">
        {all}
      </Link>
      <Repeat act={last.repeat} label={t('Repetir último pedido')} look="pri" />
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import type { Company } from '#features/companies/contract.ts'
import { showCents } from '#shared/money.ts'
import { chatLink, shareLink } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type Order, readOrder } from '../contract.ts'
import { orderMessage } from '../message.ts'
import { REASON_LABELS } from '../status.ts'
import { DiffCard } from './DiffCard.tsx'
import { PaperButton } from './Paper.tsx'
import { StatusPill } from './StatusPill.tsx'
import '#web/styles/kit.css'

interface Props {
  company: Pick<Company, 'id' | 'name'>
  id: number
  /** The way to the next order. */
  begin: ReactNode
  /** What whoever has just sent one is asked. */
  asks: ReactNode
  /** Whether a client reads no prices. */
  hidesPrice: (client: number) => Promise<boolean>
}
/** What the company's own people find after an order went: the client is told, the next one begins. */
export default function SentPage(props: Props) {
  return (
    <Queries>
      <Sent {...props} />
    </Queries>
  )
}
function Sent({ company, id, begin, asks, hidesPrice }: Props) {
  const asked = useQuery({
    queryKey: ['order', id],
    queryFn: () => call(readOrder, { params: { company: company.id, id } }),
  })
  const order = asked.data
  const client = useClient(order, hidesPrice)
  useEffect(() => {
    if (order) document.title = heading(order)
  }, [order])
  return (
    <div className="page narrow col g4">
      {asked.isError ? (
        <>
          <h1 className="sr">{t('Pedido enviado')}</h1>
          <Failed
            what={t('Não conseguimos carregar este pedido.')}
            error={asked.error}
            retry={() => void asked.refetch()}
          />
        </>
      ) : order ? (
        <>
          <div className="row g4">
            <span className="done-mark">
              <Icon name="check" />
            </span>
            <div className="grow">
              <h1>{heading(order)}</h1>
              <p className="sm t2">
                {[
                  order.total !== undefined && showCents(order.total, order.currency),
                  tn(order.items_count, '{n} peça', '{n} peças'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <StatusPill status={order.status} />
          </div>
          {order.reasons.length > 0 && (
            <p className="note warn">
              <Icon name="warn" size="s" />
              {order.reasons.map((r) => t(REASON_LABELS[r] ?? r)).join(' · ')}
            </p>
          )}
          {(order.diff?.length ?? 0) > 0 && <DiffCard order={order} />}
          {client.known && <Tell order={order} company={company.name} hide_price={client.hide_price} />}
          <PaperButton of={{ company: company.id, id, client: true }} />
          <div className="col g3">
            {begin}
            <Link href={`/dashboard/orders/${order.id}`} className="btn sec full">
              {t('Ver pedido')}
            </Link>
          </div>
          {asks}
        </>
      ) : (
        <>
          <h1 className="sr">{t('Pedido enviado')}</h1>
          <Loading rows={3} />
        </>
      )}
    </div>
  )
}
const heading = (o: Order) => t('Pedido {n} de {name} enviado', { n: o.number ?? '', name: o.company_name || o.name })
/** What the client may read of the order: asked before anything is offered to be sent. */
function useClient(order: Order | undefined, hidesPrice: Props['hidesPrice']): { known: boolean; hide_price: boolean } {
  const id = order?.client_id ?? null
  const { data, isPending } = useQuery({
    queryKey: ['client', 'hides', id],
    queryFn: () => hidesPrice(id as number),
    enabled: id !== null,
    retry: false,
  })
  if (!order) return { known: false, hide_price: true }
  if (id === null) return { known: true, hide_price: false }
  return { known: !isPending, hide_price: data ?? true }
}
function Tell({ order, company, hide_price }: { order: Order; company: string; hide_price: boolean }) {
  const message = orderMessage(
    {
      ...order,
      phone: '',
      total: order.total ?? 0,
      priced: order.total !== undefined && !hide_price,
      lines: order.lines.map((l) => ({ ...l, total: l.total ?? 0 })),
    },
    company,
    location.origin + order.receipt_path,
  )
  return (
    <a
      className="btn wa full"
      href={order.phone ? chatLink(order.phone, message) : shareLink(message)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="whatsapp" />
      {t('Enviar ao cliente pelo WhatsApp')}
    </a>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { showDay } from '#shared/day.ts'
import { chatLink } from '#shared/phone.ts'
import { spokenTo } from '#shared/spoken.ts'
import { asFailure, call, isFailure } from '#web/api.ts'
import { copyLink } from '#web/copy.ts'
import { t, tn } from '#web/i18n.ts'
import { keepPageZone } from '#web/device/day.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Queries, renew } from '#web/queries.tsx'
import { type Account, useAccount } from '#web/session.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify, Snackbar } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { answerReceipt, type Receipt, readReceipt } from '../contract.ts'
import { orderMessage } from '../message.ts'
import { isOpenQuote } from '../quote.ts'
import type { Status } from '../status.ts'
import { acceptByLink } from '../acceptance.ts'
import { AdjustmentCard, answerIn } from './AdjustmentCard.tsx'
import { ChangedCard } from './ChangedCard.tsx'
import { followReceipt } from './data.ts'
import { DiffCard } from './DiffCard.tsx'
import { PaperButton } from './Paper.tsx'
import { ReceiptHead } from './ReceiptHead.tsx'
import { Signed } from './Signed.tsx'
import { Timeline } from './Timeline.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatus } from './StatusPill.tsx'
import '#web/styles/kit.css'

interface Props {
  token: string
  /** The button that puts the order into the cart again. */
  repeat: (receipt: Receipt) => ReactNode
  /** What whoever has just ordered is asked. */
  asks: ReactNode
  /** A quote that is none yet, or was refused; `own`: the reader is of the company. */
  quote: (receipt: Receipt, own: boolean) => ReactNode
  /** What its holder and the company write to each other. */
  talk: (receipt: Receipt) => ReactNode
}
export default function ReceiptPage(props: Props) {
  return (
    <Queries>
      <ReceiptView {...props} />
    </Queries>
  )
}
function ReceiptView({ token, repeat, asks, quote, talk }: Props) {
  const client = useQueryClient()
  const [params] = useSearchParams()
  const [asking, setAsking] = useState(false)
  const [live, setLive] = useState(false)
  const conversation = useRef<HTMLDivElement>(null)
  const reader = useAccount<Account>()
  const key = ['receipt', token]
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const receipt = await call(readReceipt, { params: { token } })
      keepPageZone(receipt.company.time_zone)
      return receipt
    },
    // Where nothing is told, it is asked.
    refetchInterval: live ? false : 10_000,
  })
  useEffect(() => followReceipt(token, () => renew('receipt', token), setLive), [token])
  const answer = useMutation({
    mutationFn: (status: Status) =>
      call(answerReceipt, { params: { token }, body: { status, revision: order?.revision } }),
    onSuccess: (fresh) => client.setQueryData(key, fresh),
    onError: (failure) => {
      notify(asFailure(failure).message)
      void refetch()
    },
    onSettled: () => setAsking(false),
  })
  const accepting = useMutation({
    mutationFn: (revision: number) => call(acceptByLink, { params: { token }, body: { revision } }),
    onSuccess: (fresh) => client.setQueryData(key, fresh),
    onError: (failure) => {
      notify(asFailure(failure).message)
      void refetch()
    },
  })
  useEffect(() => {
    document.title = order
      ? t(isOffered(order) ? 'Orçamento {n} · {company}' : 'Pedido {n} · {company}', {
          n: order.number ?? '',
          company: order.company.name,
        })
      : t('Pedido')
  }, [order])
  return (
    <>
      <header className="bar">
        <a className="ib" href="/pedidos" aria-label={t('Voltar ao catálogo')}>
          <Icon name="back" />
        </a>
        <Brand href="/pedidos" name={order?.company.name ?? t('Catálogo')} logo={order?.company.logo} />
      </header>
      <main className="main">
        <div className="page narrow col g4">
          {error && (!order || (isFailure(error) && error.status === 404)) ? (
            <>
              <h1 className="sr">{t('Recibo')}</h1>
              <Failed what={t('Não conseguimos abrir este recibo.')} error={error} retry={() => void refetch()} />
            </>
          ) : order && isOffered(order) ? (
            <>
              {quote(order, isOwn(reader, order))}
              <PaperButton of={{ token }} />
            </>
          ) : order ? (
            <Body
              order={order}
              fresh={params.get('novo') === '1'}
              onCancel={() => setAsking(true)}
              onAccept={() => answer.mutate('novo')}
              changed={<ChangedCard busy={accepting.isPending} onAccept={() => accepting.mutate(order.revision)} />}
              onReply={() => answerIn(conversation.current)}
              repeat={repeat(order)}
              asks={asks}
              paper={<PaperButton of={{ token }} grow />}
              onCopy={() => void copyLink(location.origin + location.pathname)}
            />
          ) : (
            <>
              <h1 className="sr">{t('Recibo')}</h1>
              <Loading />
            </>
          )}
          {order && !isOwn(reader, order) && <div ref={conversation}>{talk(order)}</div>}
          {order && isOwn(reader, order) && <Signed order={order} />}
        </div>
      </main>
      {asking && (
        <Confirm
          title={t('Cancelar este pedido?')}
          text={t('A empresa é avisada. Para pedir de novo, use Repetir.')}
          danger
          onClose={() => setAsking(false)}
          onConfirm={() => !answer.isPending && answer.mutate('cancelado')}
        />
      )}
      <Snackbar high={false} />
    </>
  )
}
interface BodyProps {
  order: Receipt
  fresh: boolean
  onCancel: () => void
  onAccept: () => void
  /** Asks to accept lines that changed. */
  changed: ReactNode
  onReply: () => void
  repeat: ReactNode
  asks: ReactNode
  paper: ReactNode
  onCopy: () => void
}
function Body({ order, fresh, onCancel, onAccept, changed, onReply, repeat, asks, paper, onCopy }: BodyProps) {
  const status = order.status as Status
  // The company's people do not chat with themselves.
  const own = isOwn(useAccount<Account>(), order)
  const receipt = location.origin + location.pathname
  const message = orderMessage(
    {
      ...order,
      phone: '',
      total: order.total ?? 0,
      priced: order.total !== undefined,
      lines: order.lines.map((l) => ({ ...l, total: l.total ?? 0 })),
    },
    order.company.name,
    receipt,
  )
  return (
    <>
      <ReceiptHead order={order} sent={fresh && !own} />
      {fresh && !own && status === 'novo' && (
        <p>
          {t('{name}, a empresa já recebeu o seu pedido e vai confirmar. Guarde este link: ele mostra o andamento.', {
            name: spokenTo(order.name, order.company_name),
          })}
        </p>
      )}
      {!own && order.answer === 'mudou' && status !== 'cancelado' && changed}
      {order.adjustment && (
        <AdjustmentCard request={order.adjustment} staff={own}>
          {!own && order.next.includes('novo') && (
            <button type="button" className="btn pri" onClick={onAccept}>
              {t('Aceitar')}
            </button>
          )}
          {!own && (
            <button type="button" className="btn sec" onClick={onReply}>
              {t('Responder')}
            </button>
          )}
        </AdjustmentCard>
      )}
      {(order.diff?.length ?? 0) > 0 && (
        <DiffCard order={order} {...(!own && !order.adjustment && { onAnswer: onAccept })} />
      )}
      {!own &&
        !order.adjustment &&
        status === 'ajuste_solicitado' &&
        !order.diff?.length &&
        order.next.includes('novo') && (
          <button type="button" className="btn pri full" onClick={onAccept}>
            {t('Aceitar e enviar')}
          </button>
        )}
      {own && (
        <p className="note">
          <span className="grow">{t('Este é o recibo que o cliente vê.')}</span>
          <a className="btn sec small" href={`/dashboard/orders/${order.id}`}>
            {t('Abrir o pedido')}
          </a>
        </p>
      )}
      {order.company.chat_phone && !own && status !== 'cancelado' && (
        <a
          className="btn wa full noprint"
          href={chatLink(order.company.chat_phone, message)}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="whatsapp" />
          {order.seller_name
            ? t('Avisar {name} no WhatsApp', { name: order.seller_name.split(' ')[0] ?? '' })
            : t('Avisar no WhatsApp')}
        </a>
      )}
      {fresh && !own && asks}
      <section className="panel pad">
        <div className="row between spacedown">
          <h2>{t('Andamento')}</h2>
          <OrderStatus status={status} />
        </div>
        <Timeline order={order} ahead={stepsAhead(order)} />
      </section>
      <section className="panel pad">
        <h2>{tn(order.items_count, '{n} peça', '{n} peças')}</h2>
        <OrderLines order={order} />
        {(order.payment_term || order.delivery_date) && (
          <p className="sm t2 spaced">
            {[order.payment_term, order.delivery_date && t('entrega em {day}', { day: showDay(order.delivery_date) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {order.description && <p className="pre sm t2 spaced">{order.description}</p>}
      </section>
      <div className="row g3 wrap noprint">
        {repeat}
        <button type="button" className="btn sec grow" onClick={onCopy}>
          <Icon name="link" />
          {t('Copiar link')}
        </button>
        {paper}
        {!own && order.next.includes('cancelado') && (
          <button type="button" className="btn danger grow" onClick={onCancel}>
            {t('Cancelar pedido')}
          </button>
        )}
      </div>
    </>
  )
}
/** Read by somebody of its own company. */
const isOwn = (reader: Account | null, order: Receipt) =>
  (reader?.user?.level ?? 3) <= 2 && reader?.company?.id === order.company.id
/** Shown as the offer that it is. */
const isOffered = (order: Receipt) => isOpenQuote(order) || order.answer === 'recusado'
/** What still comes on the usual road. */
function stepsAhead(order: Receipt): Status[] {
  const road: Status[] = ['novo', 'confirmado', 'enviado', 'entregue']
  const last = order.status
  return last === 'faturado' ? ['enviado', 'entregue'] : road.includes(last) ? road.slice(road.indexOf(last) + 1) : []
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { ZoneNotice } from '#web/ui/ZoneNotice.tsx'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useQuestion } from '#web/useQuestion.ts'
import { moveOrder, type Order } from '../contract.ts'
import { acceptOrder } from '../acceptance.ts'
import { AdjustmentCard, answerIn } from './AdjustmentCard.tsx'
import { Buyer } from './Buyer.tsx'
import { ChangedCard } from './ChangedCard.tsx'
import { CorrectDay } from './CorrectDay.tsx'
import { Timeline } from './Timeline.tsx'
import { nameOf } from './data.ts'
import { DiffCard } from './DiffCard.tsx'
import { isOpenQuote } from '../quote.ts'
import { needsReason, shownReasons, type Status, STATUS_LABELS } from '../status.ts'
import { OrderActs } from './OrderActs.tsx'
import { type Asked, LinesEditor, Note } from './OrderChanges.tsx'
import { OrderLines } from './OrderLines.tsx'
import { Reason } from './Reason.tsx'
import { Reasons } from './Reasons.tsx'
import { Signature } from './Signature.tsx'
import { Payment } from './Payment.tsx'
import { moveAhead, putOrder, useOrder } from './kept.ts'
import { OrderStatus } from './StatusPill.tsx'
import { TellStatus } from './TellStatus.tsx'
import { offerUndo, UndoOffer } from './undo.tsx'
import { useWithdraw } from './withdraw.ts'
import './OrderDetail.css'

export interface OrderSlots {
  /** The button that puts the order into the cart again. */
  repeat: (order: Order) => ReactNode
  /** How the order stands in another system. */
  elsewhere?: ((order: Order) => ReactNode) | undefined
  /** What is said about a quote, and to it. */
  quote?: ((order: Order) => ReactNode) | undefined
  /** Copy and erasure of the data of who placed an order without card. */
  person?: ((order: Order) => ReactNode) | undefined
  /** The ways from an order to the other things of its client. */
  around?: ((order: Order) => ReactNode) | undefined
  /** What client and company write to each other. */
  talk?: ((order: Order) => ReactNode) | undefined
  /** Where a client signs lines that changed after they were accepted or signed. */
  sign?: ((order: Order) => ReactNode) | undefined
  /** Finds what the client of a quote wants, for the button that changes its items; null: not known yet. */
  asked?: ((order: Order, button: (asked: Asked | null) => ReactNode) => ReactNode) | undefined
}
interface Props extends OrderSlots {
  company: number
  id: number
  /** Where "back" leads on a phone. */
  back: string
  staff: boolean
  admin?: boolean
}
export function OrderDetail(props: Props) {
  const { company, id, back, staff, admin = false, repeat, elsewhere, quote, asked, talk, around, sign, person } = props
  const client = useQueryClient()
  const { asked: asking, ask, problem, refused } = useQuestion<Status>()
  const [editing, setEditing] = useState<Asked | null>(null)
  const [dating, setDating] = useState(false)
  /** The status that the client may be told, just reached from here. */
  const [moved, setMoved] = useState<Status | null>(null)
  const conversation = useRef<HTMLDivElement>(null)
  const { busy: withdrawing, withdraw } = useWithdraw(company, id)
  const { order, error, refetch } = useOrder(company, id)
  const moving = useMutation({
    mutationFn: ({ status, reason }: { status: Status; reason: string }) =>
      call(moveOrder, { params: { company, id }, body: { status, reason, revision: order?.revision } }),
    onMutate: ({ status }) => moveAhead(id, status),
    onSuccess: (fresh) => {
      client.setQueryData(['order', id], fresh)
      putOrder(fresh)
      renew('orders')
      setMoved(fresh.status)
      ask(null)
      if (fresh.status === 'confirmado' && admin) offerUndo([id])
      notify(
        t('Pedido {n}: {status}.', { n: fresh.number ?? '', status: t(STATUS_LABELS[fresh.status]).toLowerCase() }),
        fresh.withdrawable ? { label: t('Desfazer'), run: withdraw } : undefined,
      )
    },
    onError: (failure, _asked, takeBack) => {
      takeBack?.()
      refused(failure)
      void refetch()
    },
  })
  const accepting = useMutation({
    mutationFn: (revision: number) => call(acceptOrder, { params: { company, id }, body: { revision } }),
    onSuccess: (fresh) => {
      client.setQueryData(['order', id], fresh)
      putOrder(fresh)
      renew('orders')
    },
    onError: (failure) => {
      refused(failure)
      void refetch()
    },
  })
  if (isFailure(error) && error.status === 404)
    return (
      <Empty icon="box">
        <h1 className="h1">{t('Pedido não encontrado')}</h1>
        <p>{t('Não há pedido com este número na sua conta.')}</p>
        <Link href={back} className="btn sec">
          {t('Voltar para a lista')}
        </Link>
      </Empty>
    )
  if (!order)
    return (
      <>
        <h1 className="sr">{t('Pedido')}</h1>
        {error ? (
          <Failed what={t('Não conseguimos carregar este pedido.')} error={error} retry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </>
    )
  // What the client asks of a quote, or that it is over, is answered where it is shown.
  const talked = isOpenQuote(order) && order.answer !== ''
  // Prices that changed on its way are answered where they are shown.
  const late =
    order.status === 'ajuste_solicitado' &&
    !isOpenQuote(order) &&
    order.adjustment === null &&
    (order.diff?.length ?? 0) > 0
  // A client answers a request beside its text; the company's people read what a client asks of a quote with the quote.
  const request = staff && isOpenQuote(order) ? null : order.adjustment
  const changed = order.answer === 'mudou' && order.status !== 'cancelado'
  const carried = changed && staff ? shownReasons(order) : order.reasons
  const next = talked || late || (request && !staff) ? [] : order.next.filter((s) => s !== 'cancelado')
  const move = (s: Status) =>
    needsReason(order.status, s) || s === 'cancelado' || s === 'ajuste_solicitado'
      ? ask(s)
      : moving.mutate({ status: s, reason: '' })
  const edit = (from: Asked | null) => (
    <button
      type="button"
      className="btn sec small noprint spaced"
      disabled={from === null}
      onClick={() => setEditing(from)}
    >
      <Icon name="edit" />
      {t('Mudar itens')}
    </button>
  )
  return (
    <article className="page">
      <div className="head">
        <Link href={back} className="ib noprint phoneonly" aria-label={t('Voltar para a lista')}>
          <Icon name="back" />
        </Link>
        <h1 className="h1 order">
          {isOpenQuote(order) ? t('Orçamento {n}', { n: order.number ?? '' }) : nameOf(order)}
        </h1>
        <OrderStatus status={order.status} />
        <span className="grow" />
        <OrderActs
          order={order}
          company={company}
          staff={staff}
          next={next}
          busy={moving.isPending}
          onMove={move}
          repeat={repeat(order)}
          onCorrectDay={admin && order.status !== 'cancelado' ? () => setDating(true) : undefined}
        />
      </div>
      {staff && <p className="b phoneonly">{order.company_name || order.name}</p>}
      <p className="sm t2">
        {t('{when}, por {who}', { when: showMoment(order.received_at), who: t(ORIGIN[order.origin] ?? 'catálogo') })}
      </p>
      {/* Beside the list the list has it. */}
      <div className="phoneonly">
        <ZoneNotice />
      </div>
      {admin && order.status === 'confirmado' && <UndoOffer company={company} id={id} />}
      {staff && moved === order.status && <TellStatus order={order} />}
      {request && (
        <AdjustmentCard request={request} staff={staff}>
          {!staff && !isOpenQuote(order) && order.next.includes('novo') && (
            <button type="button" className="btn pri" disabled={moving.isPending} onClick={() => move('novo')}>
              {t('Aceitar')}
            </button>
          )}
          {!staff && request.ours && talk && (
            <button type="button" className="btn sec" onClick={() => answerIn(conversation.current)}>
              {t('Responder')}
            </button>
          )}
          {order.withdrawable && (
            <button type="button" className="btn sec" disabled={withdrawing} onClick={withdraw}>
              {t('Retirar solicitação')}
            </button>
          )}
        </AdjustmentCard>
      )}
      {late && <DiffCard order={order} busy={moving.isPending} onAnswer={move} />}
      {changed && !staff && (
        <ChangedCard busy={accepting.isPending} onAccept={() => accepting.mutate(order.revision)} />
      )}
      <Reasons reasons={late ? carried.filter((r) => r !== 'preco_mudou') : carried} />
      {changed && staff && sign?.(order)}
      {!late && (order.diff?.length ?? 0) > 0 && <DiffCard order={order} />}
      {order.valid_until !== null && quote?.(order)}
      <div className="detail">
        <div>
          {editing ? (
            <LinesEditor order={order} company={company} asked={editing} onClose={() => setEditing(null)} />
          ) : (
            <OrderLines order={order} />
          )}
          {staff && order.editable && !editing && (talked && asked ? asked(order, edit) : edit(NONE))}
          {staff && <Note order={order} company={company} />}
          {order.description && (
            <section>
              <h2 className="h3">{t('Observação')}</h2>
              <p className="pre t2">{order.description}</p>
            </section>
          )}
          {order.signature && (
            <section className="signed">
              <h2 className="h3">{t('Assinatura')}</h2>
              <Signature path={order.signature} />
            </section>
          )}
          <div ref={conversation}>{talk?.(order)}</div>
        </div>
        <aside className="col g5">
          <Buyer order={order} staff={staff} around={staff ? around?.(order) : null} />
          {staff && <Payment order={order} company={company} admin={admin} />}
          {elsewhere?.(order)}
          <section>
            <h2 className="h3 spaced">{t('Andamento')}</h2>
            <Timeline order={order} who />
          </section>
          {person?.(order)}
        </aside>
      </div>
      {dating && <CorrectDay order={order} company={company} onClose={() => setDating(false)} />}
      {asking && (
        <Reason
          status={asking}
          from={order.status}
          problem={problem}
          onClose={() => ask(null)}
          onConfirm={(reason) => !moving.isPending && moving.mutate({ status: asking, reason })}
        />
      )}
    </article>
  )
}
const NONE: Asked = new Map()
const ORIGIN: Record<string, string> = {
  cliente: 'cliente',
  vendedor: 'vendedor',
  admin: 'administrador',
  historico: 'planilha de histórico',
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Receipt } from '#features/orders/contract.ts'
import { totals } from '#features/orders/rules.ts'
import { withdrawByLink } from '#features/orders/withdraw.ts'
import { showCents } from '#shared/money.ts'
import { asFailure, call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useForm } from '#web/useForm.ts'
import { useQuestion } from '#web/useQuestion.ts'
import { answerOffer, readOffer } from '../contract.ts'
import { askIssues } from '#features/orders/line-rules.ts'
import { Accept, Ask, Refuse } from './Answers.tsx'
import { Head, Standing } from './OfferHead.tsx'
import { OfferLines } from './OfferLines.tsx'
import { Talk } from './Talk.tsx'
import './OfferPage.css'

interface Typed {
  /** Quantities by line; null: none is being changed. */
  wanted: [number, number][] | null
  question: string
  refusal: string
}
type Dialog = 'accept' | 'refuse' | 'ask' | 'send'
interface Said {
  answer: 'aceito' | 'recusado' | 'ajuste' | 'renovar'
  lines?: { line: number; quantity: number }[]
  text?: string
}
/** A quote for whoever holds its link: an offer to say yes, no, or something else to; no password, no prices typed. */
export default function OfferPage({ token, order, own }: { token: string; order: Receipt; own: boolean }) {
  const client = useQueryClient()
  const key = ['receipt', token, 'quote', order.revision, order.answer]
  const asked = useQuery({ queryKey: key, queryFn: () => call(readOffer, { params: { token } }) })
  const { asked: open, ask, problem, refused } = useQuestion<Dialog>()
  // What was typed for an answer outlives a line that breaks, a reload and another offer.
  const form = useForm<Typed>(`offer:${token}`, { wanted: null, question: '', refusal: '' })
  const wanted = form.values.wanted && new Map(form.values.wanted)
  const [read, setRead] = useState(order.revision)
  const [changed, setChanged] = useState(false)
  const offer = asked.data
  // What was read is not what stands any more: nobody says yes to that with one tap too many.
  if (read !== order.revision) {
    setRead(order.revision)
    setChanged(true)
    ask(null)
  }
  const sending = useMutation({
    mutationFn: (said: Said) => call(answerOffer, { params: { token }, body: { revision: order.revision, ...said } }),
    onSuccess: (fresh) => {
      client.setQueryData(key, fresh)
      ask(null)
      form.discard()
      if (fresh.answer === 'ajuste')
        notify(t('Solicitação enviada.'), { label: t('Desfazer'), run: () => withdrawing.mutate() })
    },
    onError: refused,
    onSettled: () => renew('receipt', token),
  })
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawByLink, { params: { token } }),
    onSuccess: (fresh) => {
      client.setQueryData(['receipt', token], fresh)
      notify(t('Solicitação retirada.'))
    },
    onError: (failure) => notify(asFailure(failure).message),
    onSettled: () => renew('receipt', token),
  })
  const dialog = { busy: sending.isPending, problem, onClose: () => ask(null) }
  if (!offer)
    return asked.isError ? (
      <>
        <h1 className="sr">{t('Orçamento')}</h1>
        <Failed
          what={t('Não conseguimos abrir este orçamento.')}
          error={asked.error}
          retry={() => void asked.refetch()}
        />
      </>
    ) : (
      <>
        <h1 className="sr">{t('Orçamento')}</h1>
        <Loading />
      </>
    )
  const lines = order.lines.map((l) => ({ ...l, quantity: wanted?.get(l.line) ?? l.quantity }))
  const sum = totals(
    lines.map((l) => ({ unit_price: l.price ?? 0, quantity: l.quantity, discount_bp: l.discount_percent })),
    order.discount_percent,
    order.freight,
  )
  const changes = wanted ? order.lines.filter((l) => (wanted.get(l.line) ?? l.quantity) !== l.quantity) : []
  const asLines = changes.map((l) => ({ line: l.line, quantity: wanted?.get(l.line) ?? l.quantity }))
  const issues = askIssues(order.lines, asLines, offer.lines)
  const gone = order.lines.some((l) => offer.lines.some((r) => r.line === l.line && r.gone))
  const total = order.total === undefined ? '' : showCents(wanted ? sum.total : order.total, order.currency)
  const may = offer.open && !offer.ended && offer.answer === '' && !own
  return (
    <>
      <Head order={order} offer={offer} total={total} />
      {!may && (
        <Standing
          order={order}
          offer={offer}
          own={own}
          busy={sending.isPending || withdrawing.isPending}
          onRenew={() => sending.mutate({ answer: 'renovar' })}
          onWithdraw={() => withdrawing.mutate()}
        />
      )}
      {changed && may && (
        <p className="note warn" role="alert">
          <Icon name="warn" size="s" />
          {t('O vendedor mudou este orçamento agora. Confira antes de responder.')}
        </p>
      )}
      {gone && may && (
        <p className="note warn">
          <Icon name="warn" size="s" />
          {t('Um item não está mais à venda. Tire-o em Mudar quantidades ou fale com o vendedor.')}
        </p>
      )}
      <section className="panel pad">
        <h2>{tn(order.items_count, '{n} peça', '{n} peças')}</h2>
        <OfferLines
          order={order}
          wanted={wanted}
          rules={offer.lines}
          issues={issues}
          onChange={(line, quantity) => form.set('wanted', [...new Map(wanted).set(line, quantity)])}
        />
        <Sums order={order} changed={wanted ? sum : null} />
        {order.description && <p className="pre sm t2 spaced">{order.description}</p>}
      </section>
      {offer.talk.length > 0 && (
        <section className="panel pad">
          <h2>{t('Conversa')}</h2>
          <Talk talk={offer.talk} currency={order.currency} ours={false} />
        </section>
      )}
      {may && (
        <Bar
          total={total}
          editing={wanted !== null}
          ready={changes.length > 0 && issues.size === 0}
          blocked={gone || sending.isPending}
          onOpen={ask}
          onEdit={(on) => form.set('wanted', on ? [] : null)}
        />
      )}
      {open === 'accept' && <Accept {...dialog} total={total} onSay={() => sending.mutate({ answer: 'aceito' })} />}
      {open === 'refuse' && (
        <Refuse
          {...dialog}
          text={form.values.refusal}
          onText={(text) => form.set('refusal', text)}
          onSay={(text) => sending.mutate({ answer: 'recusado', text })}
        />
      )}
      {(open === 'ask' || open === 'send') && (
        <Ask
          {...dialog}
          changes={asLines.length}
          text={form.values.question}
          onText={(text) => form.set('question', text)}
          onSay={(text) => sending.mutate({ answer: 'ajuste', text, lines: asLines })}
        />
      )}
    </>
  )
}
function Sums({ order, changed }: { order: Receipt; changed: ReturnType<typeof totals> | null }): ReactNode {
  if (order.total === undefined) return null
  const money = (v: number | undefined) => showCents(v ?? 0, order.currency)
  const s = changed ?? {
    subtotal: order.subtotal,
    discount: order.discount,
    freight: order.freight,
    total: order.total,
  }
  const rows = [
    ...(s.subtotal === s.total ? [] : [[t('Subtotal'), money(s.subtotal)]]),
    ...((s.discount ?? 0) > 0 ? [[t('Desconto'), `−${money(s.discount)}`]] : []),
    ...((s.freight ?? 0) > 0 ? [[t('Frete'), money(s.freight)]] : []),
  ]
  return (
    <dl className="sums">
      {rows.map(([k, v]) => (
        <div className="kv" key={k}>
          <dt>{k}</dt>
          <dd>{v}</dd>
        </div>
      ))}
      <div className="kv tot">
        <dt>{t('Total')}</dt>
        <dd>
          {changed && changed.total !== order.total && <del className="sm t2">{money(order.total)} </del>}
          {money(s.total)}
        </dd>
      </div>
    </dl>
  )
}
interface BarProps {
  total: string
  editing: boolean
  ready: boolean
  blocked: boolean
  onOpen: (d: Dialog) => void
  onEdit: (on: boolean) => void
}
function Bar({ total, editing, ready, blocked, onOpen, onEdit }: BarProps) {
  return (
    <section className="offerbar noprint" aria-label={t('Responder')}>
      <div className="offeracts">
        {editing ? (
          <>
            <button type="button" className="btn sec stop" onClick={() => onEdit(false)}>
              {t('Desistir')}
            </button>
            <button type="button" className="btn pri grow" disabled={!ready} onClick={() => onOpen('send')}>
              {t('Enviar mudanças')} {total && `· ${total}`}
            </button>
          </>
        ) : (
          <>
            <button type="button" className="btn pri offeryes" disabled={blocked} onClick={() => onOpen('accept')}>
              <Icon name="check" />
              {t('Aceitar')} {total && `· ${total}`}
            </button>
            <button type="button" className="btn sec" onClick={() => onEdit(true)}>
              {t('Mudar quantidades')}
            </button>
            <button type="button" className="btn sec" onClick={() => onOpen('ask')}>
              {t('Perguntar')}
            </button>
            <button type="button" className="btn txt" onClick={() => onOpen('refuse')}>
              {t('Recusar')}
            </button>
          </>
        )}
      </div>
    </section>
  )
}

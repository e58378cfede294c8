import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#features/orders/contract.ts'
import { orderMessage } from '#features/orders/message.ts'
import { addDays, showDay } from '#shared/day.ts'
import { chatLink, shareLink } from '#shared/phone.ts'
import { asFailure, call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { acceptChanges, offerAgain, type Quote } from '../contract.ts'
import { useQuote, wantedOf } from './data.ts'
import { Differences, Talk } from './Talk.tsx'
import { ValidUntil } from './ValidUntil.tsx'
import './Desk.css'

interface Props {
  company: { id: number; name: string; quote_days?: number | undefined }
  order: Order
  admin: boolean
}
/** A quote on its seller's desk: whose turn it is, what the client asks, old → new, and what can be said to it. */
export default function Desk({ company, order, admin }: Props) {
  const params = { company: company.id, id: order.id }
  const asked = useQuote(company.id, order)
  const [replying, setReplying] = useState(false)
  const quote = asked.data
  const taking = useMutation({
    mutationFn: () => call(acceptChanges, { params, body: { revision: order.revision } }),
    onSuccess: () => notify(t('Mudanças aceitas: o orçamento {n} virou pedido.', { n: order.number ?? '' })),
    onError: (failure) => notify(asFailure(failure).message),
    onSettled: () => renew(),
  })
  if (!quote)
    return asked.isError ? (
      <Failed
        what={t('Não conseguimos abrir este orçamento.')}
        error={asked.error}
        retry={() => void asked.refetch()}
      />
    ) : (
      <Loading rows={2} />
    )
  const changes = wantedOf(quote)
  return (
    <section className="desk panel pad spaced noprint" aria-label={t('Orçamento')}>
      <div className="row between wrap">
        <h2 aria-live="polite">{heading(quote)}</h2>
        {quote.valid_until && (
          <span className="sm t2">
            {quote.ended
              ? t('Venceu em {day}', { day: showDay(quote.valid_until) })
              : t('Válido até {day}', { day: showDay(quote.valid_until) })}
          </span>
        )}
      </div>
      {order.email && quote.open && quote.answer === '' && (
        <p className="sm t2">{t('Enviado também por e-mail para {email}.', { email: order.email })}</p>
      )}
      {quote.talk.length > 0 && <Talk talk={quote.talk} currency={order.currency} ours />}
      {quote.open && (
        <div className="row wrap spaced">
          {changes.length > 0 && !quote.ended && (
            <button type="button" className="btn pri" disabled={taking.isPending} onClick={() => taking.mutate()}>
              <Icon name="check" />
              {admin ? t('Aceitar e confirmar') : t('Aceitar mudanças')}
            </button>
          )}
          <button type="button" className={`btn ${quote.ended ? 'pri' : 'sec'}`} onClick={() => setReplying(true)}>
            {quote.ended ? t('Renovar') : t('Responder')}
          </button>
          {!quote.ended && quote.answer === '' && (
            <a
              className="btn wa"
              href={sendLink(order, company.name, quote.hides_price)}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="whatsapp" />
              {t('Enviar ao cliente')}
            </a>
          )}
        </div>
      )}
      {replying && <Reply company={company} order={order} quote={quote} onClose={() => setReplying(false)} />}
    </section>
  )
}
function heading(q: Quote): string {
  if (q.answer === 'aceito') return t('Orçamento aceito')
  if (q.answer === 'recusado') return t('Orçamento recusado')
  if (q.answer === 'renovar') return t('O cliente pede a renovação')
  if (q.ended) return t('Orçamento vencido, sem resposta')
  if (q.answer === 'ajuste') return t('O cliente respondeu: é a sua vez')
  return q.open ? t('Aguardando a resposta do cliente') : t('Orçamento encerrado')
}
function sendLink(order: Order, company: string, hides_price: boolean): string {
  const words = orderMessage(
    {
      ...order,
      phone: '',
      total: order.total ?? 0,
      priced: order.total !== undefined && !hides_price,
      lines: order.lines.map((l) => ({ ...l, total: l.total ?? 0 })),
    },
    company,
    location.origin + order.receipt_path,
  )
  return order.phone ? chatLink(order.phone, words) : shareLink(words)
}
interface ReplyProps extends Omit<Props, 'admin'> {
  quote: Quote
  onClose: () => void
}
/** Words and a last day; once it has ended, today's prices beside the old ones. */
function Reply({ company, order, quote, onClose }: ReplyProps) {
  const [text, setText] = useState('')
  const usual = addDays(quote.today, company.quote_days ?? 7)
  const [until, setUntil] = useState(quote.ended ? usual : (quote.valid_until ?? usual))
  const [renewing, setRenewing] = useState(quote.ended)
  const [errors, setErrors] = useState<Record<string, string[] | undefined>>({})
  const [problem, setProblem] = useState('')
  const mend = (set: (value: string) => void, value: string) => {
    set(value)
    setErrors({})
    setProblem('')
  }
  const sending = useMutation({
    mutationFn: () =>
      call(offerAgain, {
        params: { company: company.id, id: order.id },
        body: {
          revision: quote.revision,
          text,
          valid_until: until || undefined,
          renew: renewing,
          prices: renewing ? quote.prices?.map((p) => ({ line: p.line, price: p.now })) : undefined,
        },
      }),
    onSuccess: () => {
      renew()
      notify(renewing ? t('Orçamento renovado.') : t('Resposta enviada: o cliente a vê no link.'))
      onClose()
    },
    onError: (failure) => {
      if (!isFailure(failure)) throw failure
      setErrors(failure.errors)
      setProblem(Object.keys(failure.errors).length ? '' : failure.message)
      if (failure.code === 'quote_changed') renew()
    },
  })
  const title = quote.ended ? t('Renovar orçamento') : t('Responder ao cliente')
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => sending.mutate()}>
        <h2>{title}</h2>
        {renewing && (
          <>
            <p className="t2 spaced">
              {quote.prices?.length === 0 ? t('Os preços de hoje são os mesmos.') : t('Com os preços de hoje:')}
            </p>
            <Differences talk={{ lines: [], prices: quote.prices }} currency={order.currency} />
          </>
        )}
        {!quote.ended && quote.prices?.length !== 0 && (
          <label className="row tap">
            <input type="checkbox" checked={renewing} onChange={(e) => setRenewing(e.target.checked)} />
            {t('Usar os preços de hoje')}
          </label>
        )}
        <Field label={t('Recado ao cliente')} optional={renewing} error={errors.text?.[0]}>
          <textarea
            className="in"
            rows={3}
            maxLength={1000}
            value={text}
            onChange={(e) => mend(setText, e.target.value)}
          />
        </Field>
        <ValidUntil today={quote.today} value={until} onPick={(day) => mend(setUntil, day)} />
        <Problem words={problem || errors.valid_until?.[0]} />
        <div className="acts">
          <button type="button" className="btn sec" onClick={onClose}>
            {t('Voltar')}
          </button>
          <button type="submit" className="btn pri" disabled={sending.isPending}>
            {sending.isPending ? t('Enviando…') : quote.ended ? t('Renovar') : t('Enviar')}
          </button>
        </div>
      </SubmitForm>
    </Modal>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { copy } from '#web/copy.ts'
import { t } from '#web/i18n.ts'
import { showFullDay, showTime } from '#web/moments.ts'
import { showDay } from '#shared/day.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type OpenInvoice, readInvoice, renewInvoice } from '../contract.ts'
import { isPix, OPTION_WORDS } from '../rules.ts'
import { celebrate } from './celebrate.ts'
import { Blocked } from './Blocked.tsx'
import { Consultant } from './Consultant.tsx'
import './InvoiceView.css'

/** An invoice by its link: the Pix to pay while it is open, the receipt once it is paid. It asks every few seconds.
 * `onPaid`: told when the money arrives while it is looked at, and of an invoice that is paid from the start. */
export default function InvoiceView({ token, onPaid }: { token: string; onPaid: () => void }) {
  const invoice = useQuery({
    queryKey: ['invoice', token],
    queryFn: () => call(readInvoice, { params: { token } }),
    refetchInterval: (q) => (q.state.data?.status === 'aberta' ? 3000 : false),
  })
  const was = useRef<string>('')
  const status = invoice.data?.status ?? ''
  useEffect(() => {
    if (status === 'paga' && was.current !== 'paga') onPaid()
    if (status === 'paga' && was.current === 'aberta') void celebrate()
    was.current = status
  }, [status, onPaid])
  if (invoice.isPending) return <Loading rows={3} />
  if (invoice.isError)
    return (
      <>
        <h1>{t('Cobrança')}</h1>
        <Failed
          what={t('Não conseguimos abrir esta cobrança.')}
          error={invoice.error}
          retry={() => void invoice.refetch()}
        />
      </>
    )
  const i = invoice.data
  return (
    <section className="panel pad invoice">
      {i.status === 'paga' ? (
        <Receipt invoice={i} />
      ) : i.status === 'cancelada' ? (
        <Cancelled />
      ) : i.blocked ? (
        <Blocked consultant={i.consultant} />
      ) : i.ended ? (
        <Ended invoice={i} />
      ) : (
        <Open invoice={i} onRenewed={() => void invoice.refetch()} />
      )}
    </section>
  )
}
function Lines({ invoice: i }: { invoice: OpenInvoice }) {
  return (
    <dl className="spaced">
      {(
        [
          [t('Empresa'), i.company],
          [t('Plano'), i.plan_name],
          [t('Forma'), t(OPTION_WORDS[i.option])],
          [t('Em nome de'), i.billing_name],
          [t('Identificação'), i.txid],
          [t('Vencimento'), showDay(i.due_date)],
        ] as const
      ).map(([k, v]) => (
        <div className="kv" key={k}>
          <dt>{k}</dt>
          <dd>{v}</dd>
        </div>
      ))}
      <div className="kv tot">
        <dt>{t('Total')}</dt>
        <dd>{showCents(i.amount)}</dd>
      </div>
    </dl>
  )
}
function Open({ invoice: i, onRenewed }: { invoice: OpenInvoice; onRenewed: () => void }) {
  const left = useLeft(i)
  const qr = useQuery({
    queryKey: ['qr', i.pix],
    queryFn: async () => (await import('qrcode')).toDataURL(i.pix, { margin: 1, scale: 8 }),
    enabled: i.pix !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const renew = async () => {
    await attempt(() => call(renewInvoice, { params: { token: i.token } }))
    onRenewed()
  }
  return (
    <>
      <h1>{i.pix ? t('Pague com Pix') : t('Cobrança de {amount}', { amount: showCents(i.amount) })}</h1>
      {i.pix && left > 0 && (
        <>
          <p className="t2">{t('Abra o aplicativo do banco, escolha Pix e leia o código, ou copie e cole.')}</p>
          {qr.data && (
            <div className="qr big">
              <img src={qr.data} alt={t('Código QR do Pix de {amount}', { amount: showCents(i.amount) })} />
            </div>
          )}
          <label className="field">
            <span className="lb">{t('Pix copia e cola')}</span>
            <textarea className="in mono" rows={3} readOnly value={i.pix} onFocus={(e) => e.target.select()} />
          </label>
          <button
            type="button"
            className="btn pri full spaced"
            onClick={() =>
              void copy(
                i.pix,
                t('Código copiado. Cole no aplicativo do banco.'),
                t('Não deu para copiar. Selecione o código e copie.'),
              )
            }
          >
            <Icon name="copy" />
            {t('Copiar o código')}
          </button>
          <p className="sm t2" role="status">
            <span className="pulse" aria-hidden="true" />{' '}
            {t('Esperando o pagamento. Esta página muda sozinha quando ele chega.')}
          </p>
          <p className="sm t2">
            {t('O código vale por mais {h} h {m} min.', {
              h: Math.floor(left / 3600),
              m: Math.floor((left % 3600) / 60),
            })}
          </p>
        </>
      )}
      {i.payable && (!i.pix || left <= 0) && (
        <div className="note spaced">
          <p>{t('O código desta cobrança precisa ser gerado de novo. O valor continua o mesmo.')}</p>
          <button type="button" className="btn sec spaced" onClick={() => void renew()}>
            {t('Gerar o código')}
          </button>
        </div>
      )}
      {isPix(i.option) && !i.payable && <p className="note spaced">{t('O consultor combina o pagamento com você.')}</p>}
      {!isPix(i.option) && (
        <p className="note spaced">
          {t('O consultor envia o link seguro do cartão. Nenhum dado de cartão é digitado aqui.')}
        </p>
      )}
      <Lines invoice={i} />
      <Consultant {...i.consultant} />
    </>
  )
}
/** Seconds that the code still holds, by the server's clock. */
function useLeft(i: OpenInvoice): number {
  const [ahead] = useState(() => i.now.getTime() - Date.now())
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((i.expires_at.getTime() - now - ahead) / 1000))
}
function Receipt({ invoice: i }: { invoice: OpenInvoice }) {
  return (
    <>
      <span className="done-mark">
        <Icon name="check" />
      </span>
      <div role="status">
        <h1 className="spaced">{t('Pagamento recebido. Obrigado!')}</h1>
      </div>
      <p>{t('O catálogo de {name} está ativo até {day}.', { name: i.company, day: showDay(i.covers_until) })}</p>
      <Lines invoice={i} />
      {i.paid_at && (
        <p className="sm t2">
          {t('Pago em {when}.', {
            when: `${showFullDay(i.paid_at, i.time_zone)}, ${showTime(i.paid_at, i.time_zone)}`,
          })}
        </p>
      )}
      <div className="row wrap spaced noprint">
        <Link href="/mobi" className="btn pri">
          {t('Ir para o catálogo')}
        </Link>
        <button type="button" className="btn sec" onClick={() => print()}>
          <Icon name="print" />
          {t('Imprimir o recibo')}
        </button>
      </div>
    </>
  )
}
const Ended = ({ invoice: i }: { invoice: OpenInvoice }) => (
  <>
    <h1>{t('Esta cobrança venceu em {day}', { day: showDay(i.due_date) })}</h1>
    <p className="t2 spaced">
      {t('O preço e o crédito dela não valem mais. Não pague este código: peça o plano de novo.')}
    </p>
    <Link href="/session/assinar" className="btn pri">
      {t('Ver o preço de hoje')}
    </Link>
  </>
)
const Cancelled = () => (
  <>
    <h1>{t('Esta cobrança foi cancelada')}</h1>
    <p className="t2 spaced">
      {t('Um pedido mais novo ficou no lugar dela, ou a assinatura foi cancelada. Não pague este código.')}
    </p>
    <Link href="/session/assinar" className="btn pri">
      {t('Ver a assinatura')}
    </Link>
  </>
)

import { useState } from 'react'
import { Link } from 'wouter'
import { WaitingAddresses } from '#features/mails/web/index.ts'
import { companyArchive } from '#features/privacy/contract.ts'
import { MOST_CATEGORIES } from '#features/plans/rules.ts'
import { showCents } from '#shared/money.ts'
import { showSpace } from '#shared/space.ts'
import type { DataOf } from '#shared/wire.ts'
import { attempt, useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { download } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { showFullDay } from '#web/moments.ts'
import { showDay } from '#shared/day.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type Ask, cancelSubscription, type readSubscription } from '../contract.ts'
import { OPTION_WORDS } from '../rules.ts'
import { Asks } from './Asks.tsx'
import { WORDS } from './words.ts'
import './CurrentPlan.css'

/** What the company pays for, how much of it is used, and its invoices. */
export function CurrentPlan({
  data,
  company,
  onChange,
  onUse,
}: {
  data: DataOf<typeof readSubscription>
  company: number
  /** Absent: nothing can be paid now. */
  onChange?: () => void
  onUse?: (ask: Ask) => void
}) {
  const [cancelling, setCancelling] = useState(false)
  const { busy, act } = useAct()
  const s = data.current ?? data.pending
  const cancel = async () => {
    setCancelling(false)
    await attempt(async () => {
      await call(cancelSubscription, { body: { reason: '' } })
      renew()
      notify(t('Assinatura cancelada. O catálogo vale até {day}.', { day: showDay(data.valid_until) }))
    })
  }
  const exportAll = async () => {
    await act(() => download(companyArchive, { params: { company } }))
  }
  const meter = (label: string, used: number, most: number, show = (n: number) => n.toLocaleString('pt-BR')) => (
    <div className="usage">
      <span className="row between sm">
        <span>{label}</span>
        <b className={used > most ? 'warntext' : ''}>
          {show(used)} / {show(most)}
        </b>
      </span>
      <progress max={Math.max(1, most)} value={Math.min(used, most)} aria-label={label} />
    </div>
  )
  return (
    <>
      <header>
        <h1>{t('Sua assinatura')}</h1>
      </header>
      {onUse && <Asks asks={data.asks} onUse={onUse} />}
      <WaitingAddresses />
      <section className="panel pad">
        {s ? (
          <>
            <div className="row between wrap">
              <h2>{s.plan_name}</h2>
              <span className={`tag${s.status === 'ativa' ? ' good' : ''}`}>{t(WORDS[s.status] ?? s.status)}</span>
            </div>
            <p className="t2">
              {t(OPTION_WORDS[s.option])} · {showCents(s.amount)} ·{' '}
              {t('vale até {day}', { day: showDay(data.valid_until) })}
            </p>
          </>
        ) : (
          <p className="t2">
            {t('Sem assinatura ativa. O catálogo vale até {day}.', { day: showDay(data.valid_until) })}
          </p>
        )}
        <div className="spaced">
          {meter(t('Produtos ativos'), data.used.products, data.limits.products)}
          {meter(t('Vendedores'), data.used.sellers, data.limits.sellers)}
          {meter(t('Arquivos'), data.space.files_mb, data.space.max_files_mb, showSpace)}
          {meter(t('Cadastros de clientes'), data.space.cards, data.space.max_cards)}
          {meter(t('Categorias'), data.space.categories, MOST_CATEGORIES)}
        </div>
        <div className="row wrap spaced">
          {onChange && (
            <button type="button" className="btn pri" onClick={onChange}>
              {data.current ? t('Mudar de plano') : t('Assinar')}
            </button>
          )}
          <button type="button" className="btn sec" disabled={busy} onClick={() => void exportAll()}>
            <Icon name="download" />
            {busy ? t('Preparando…') : t('Baixar todos os dados')}
          </button>
          {s && (
            <button type="button" className="btn txt" onClick={() => setCancelling(true)}>
              {t('Cancelar assinatura')}
            </button>
          )}
        </div>
        {data.credit > 0 && (
          <p className="sm t2">
            {t('Mudando hoje, {amount} do que já foi pago entra como crédito.', { amount: showCents(data.credit) })}
          </p>
        )}
      </section>
      <section hidden={data.invoices.length === 0}>
        <h2 className="spaced">{t('Cobranças')}</h2>
        <ul className="panel">
          {data.invoices.map((i) => (
            <li key={i.id}>
              <Link href={`/session/assinar?cobranca=${i.token}`} className="li">
                <span className="grow">
                  <b>{showCents(i.amount)}</b>
                  <span className="xs t2 block">
                    {i.txid} ·{' '}
                    {i.paid_at
                      ? t('paga em {day}', { day: showFullDay(i.paid_at) })
                      : t('vence {day}', { day: showDay(i.due_date) })}
                  </span>
                </span>
                <span className={`tag${i.status === 'paga' ? ' good' : ''}`}>{t(WORDS[i.status] ?? i.status)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Link href="/mobi" className="btn txt spaced">
        {t('Voltar ao catálogo')}
      </Link>
      {cancelling && (
        <Confirm
          title={t('Cancelar a assinatura?')}
          text={t(
            'O catálogo continua no ar até {day} e ninguém cobra mais. Os dados ficam guardados por 30 dias depois disso; baixe uma cópia quando quiser.',
            {
              day: showDay(data.valid_until),
            },
          )}
          danger
          onClose={() => setCancelling(false)}
          onConfirm={() => cancel()}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { trackingLines } from '#shared/tracking.ts'
import { call, callList } from '#web/api.ts'
import { showMoment, t, tn } from '#web/i18n.ts'
import { showDay } from '#shared/day.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { confirmInvoice, type Invoice, listSubscriptions } from '../contract.ts'
import { OPTION_WORDS } from '../rules.ts'
import { Requests } from './Requests.tsx'
import { WORDS } from './words.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

const PAGE = 25
const STATUS = [
  { value: '', label: 'Todas' },
  { value: 'pendente', label: 'Pendentes' },
  { value: 'ativa', label: 'Ativas' },
  { value: 'atrasada', label: 'Atrasadas' },
  { value: 'cancelada', label: 'Canceladas' },
] as const

/** What companies subscribe to; a Pix that arrived is confirmed here. */
export default function SubscriptionsPage() {
  return (
    <Queries>
      <List />
    </Queries>
  )
}
function List() {
  const shown = useListState()
  const { words, setWords, search: text } = useListSearch(shown, 'text')
  const status = STATUS.find((s) => s.value === shown.of('status'))?.value ?? ''
  const page = Number(shown.of('page') || 1)
  const [confirming, setConfirming] = useState<{ invoice: Invoice; company: string } | null>(null)
  const list = useQuery({
    queryKey: ['subscriptions', text, status, page],
    queryFn: () => callList(listSubscriptions, { query: { text, status: status || undefined, limit: PAGE, page } }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.rows ?? []
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Assinaturas')}</h1>
      </div>
      <Requests />
      <ListHead
        label={t('Buscar por empresa, pagador ou identificação do Pix')}
        placeholder={t('Empresa, pagador ou MO12N1')}
        value={words}
        onChange={setWords}
        chips={<Choices choices={STATUS} value={status} onChoose={(chosen) => shown.set({ status: chosen })} />}
      />
      <ListStates list={list} what={t('Não conseguimos carregar as assinaturas.')} none={rows.length === 0}>
        <Empty icon="star">
          <p>
            {text || status
              ? t('Nenhuma assinatura assim.')
              : t('Nenhuma assinatura ainda. Cada empresa que assina aparece aqui, com o que pagou e até quando vale.')}
          </p>
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <ul className="panel">
          {rows.map((s) => (
            <li className="li" key={s.id}>
              <span className="grow">
                <Link href={`/dashboard/companies/${s.company.id}`} className="b">
                  {s.company.name}
                </Link>{' '}
                <span className="pill" data-s={s.status}>
                  {t(WORDS[s.status] ?? s.status)}
                </span>
                <span className="sm block">
                  {s.plan_name} · {t(OPTION_WORDS[s.option])} · {showCents(s.amount)}
                  {s.discount_amount > 0 && ` (−${showCents(s.discount_amount)}: ${s.discount_why})`}
                </span>
                <span className="xs t2 block">
                  {[
                    s.billing_name,
                    s.billing_email,
                    showMoment(s.created_at),
                    ...trackingLines(s.tracking).map(([k, v]) => `${k}=${v}`),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {s.invoice && (
                  <span className="xs t2 block">
                    {s.invoice.txid} · {showCents(s.invoice.amount)} ·{' '}
                    {t('vence {day}', { day: showDay(s.invoice.due_date) })} · {t(WORDS[s.invoice.status] ?? '')}
                  </span>
                )}
              </span>
              {s.invoice?.status === 'aberta' && (
                <button
                  type="button"
                  className="btn sec small"
                  aria-label={t('Confirmar pagamento de {name}', { name: s.company.name })}
                  onClick={() => setConfirming({ invoice: s.invoice as Invoice, company: s.company.name })}
                >
                  {t('Confirmar')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={Math.ceil((list.data?.total ?? 0) / PAGE)}
        onPage={(n) => shown.set({ page: String(n) })}
      >
        {' · '}
        {tn(list.data?.total ?? 0, '{n} assinatura', '{n} assinaturas')}
      </Pager>
      {confirming && (
        <FormDialog
          name={`confirm:${confirming.invoice.id}`}
          title={t('Confirmar pagamento de {name}', { name: confirming.company })}
          text={t('Digite o valor que entrou, como está no extrato. A cobrança {txid} é de {amount}.', {
            txid: confirming.invoice.txid,
            amount: showCents(confirming.invoice.amount),
          })}
          fields={[{ key: 'amount', label: t('Valor recebido (R$)'), first: '', kind: 'decimal', wide: true }]}
          save={async (typed) => {
            const { result, valid_until } = await call(confirmInvoice, { params: { id: confirming.invoice.id }, typed })
            renew()
            const said = {
              paga: t('Pago. {name} vale até {day}.', { name: confirming.company, day: showDay(valid_until) }),
              repetida: t('Esta cobrança já estava paga.'),
              cancelada: t('Esta cobrança tinha sido cancelada: o valor ficou como crédito de {name}.', {
                name: confirming.company,
              }),
            }
            notify(said[result])
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  )
}

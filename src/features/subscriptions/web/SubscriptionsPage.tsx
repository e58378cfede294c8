import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showDay } from '#shared/day.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { confirmInvoice, type Invoice, listSubscriptions, readStanding } from '../contract.ts'
import { Requests } from './Requests.tsx'
import { Row } from './SubscriptionRow.tsx'
import { Sums } from './Sums.tsx'
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
  const standing = useQuery({ queryKey: ['subscriptions', 'standing'], queryFn: () => call(readStanding) })
  const rows = list.data?.rows ?? []
  const counted = STATUS.map((s) => ({ ...s, count: s.value ? (standing.data?.counts[s.value] ?? 0) : undefined }))
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Assinaturas')}</h1>
      </div>
      <Requests />
      <Sums standing={standing.data} />
      <ListHead
        label={t('Buscar por empresa, pagador ou identificação do Pix')}
        placeholder={t('Empresa, pagador ou MO12N1')}
        value={words}
        onChange={setWords}
        chips={
          <Choices
            choices={standing.data ? counted : STATUS}
            value={status}
            onChoose={(chosen) => shown.set({ status: chosen })}
          />
        }
      />
      <ListStates list={list} what={t('Não conseguimos carregar as assinaturas.')} none={rows.length === 0}>
        <Empty icon="star">
          <p>
            {text || status
              ? t('Nenhuma assinatura assim.')
              : t('Nenhuma assinatura ainda. Cada empresa que assina aparece aqui, com o que pagou e até quando vale.')}
          </p>
          {text || status ? (
            <button type="button" className="btn sec" onClick={shown.clear}>
              {t('Ver todas')}
            </button>
          ) : (
            <Link href="/dashboard/companies/propostas" className="btn sec">
              {t('Fazer uma proposta')}
            </Link>
          )}
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <div className="panel tablewrap">
          <table className="tbl">
            <thead>
              <tr>
                <th>{t('Empresa')}</th>
                <th className="hide-s">{t('Plano')}</th>
                <th className="hide-s num">{t('Valor')}</th>
                <th className="hide-s">{t('Vale até')}</th>
                <th className="hide-s">{t('Cobrança')}</th>
                <th>{t('Situação')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((s) => (
                <Row
                  key={s.id}
                  subscription={s}
                  onConfirm={(invoice) => setConfirming({ invoice, company: s.company.name })}
                />
              ))}
            </tbody>
          </table>
        </div>
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
              cancelada: t(
                'Esta cobrança já não valia, ou a conta está bloqueada: o valor ficou como crédito de {name}.',
                {
                  name: confirming.company,
                },
              ),
            }
            notify(said[result])
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  )
}

import { showDay } from '#shared/day.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { Company } from '#features/companies/contract.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { lazy } from '#web/lazy.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { Queries } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Empty, ListStates, Loading } from '#web/ui/states.tsx'
import { type CompanyState, listCompanies, readFigures } from '../contract.ts'
import { standingOf } from '../rules.ts'
import { Mark } from './Mark.tsx'
import { STATES, leftOf } from './standing.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './CompaniesPage.css'

const CompanyPage = lazy(() => import('./CompanyPage.tsx'))
const PAGE = 25
type Count = 'companies' | 'trial' | 'ending' | 'late' | 'blocked' | 'full' | 'mails' | 'deleted'
const CHIPS: { value: CompanyState | ''; label: string; count: Count }[] = [
  { value: '', label: 'Todas', count: 'companies' },
  { value: 'teste', label: 'Em teste', count: 'trial' },
  { value: 'vencendo', label: 'Vencem em 7 dias', count: 'ending' },
  { value: 'vencida', label: 'Vencidas', count: 'late' },
  { value: 'bloqueada', label: 'Bloqueadas', count: 'blocked' },
  { value: 'limite', label: 'No limite de pessoas', count: 'full' },
  { value: 'emails', label: 'No limite de e-mails', count: 'mails' },
  { value: 'excluida', label: 'Excluídas', count: 'deleted' },
]

/** The operator's companies: all of them, or one. */
export default function CompaniesPage({ id }: { id: string | null }) {
  return (
    <Queries>
      {id ? (
        <Suspense fallback={<Loading />}>
          <CompanyPage key={id} id={id} />
        </Suspense>
      ) : (
        <List />
      )}
    </Queries>
  )
}
function List() {
  const shown = useListState()
  const state = shown.of('state') as CompanyState | ''
  const page = Number(shown.of('page') || 1)
  const { words, setWords, search: name } = useListSearch(shown, 'name')
  const list = useQuery({
    queryKey: ['companies', name, state, page],
    queryFn: () => callList(listCompanies, { query: { name, state: state || undefined, limit: PAGE, page } }),
    placeholderData: (before) => before,
  })
  const figures = useQuery({ queryKey: ['companies', 'figures'], queryFn: () => call(readFigures) })
  const rows = list.data?.rows ?? []
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Empresas')}</h1>
        <Link href="/dashboard/companies/new" className="btn pri">
          <Icon name="plus" />
          {t('Nova empresa')}
        </Link>
      </div>
      <ListHead
        label={t('Buscar empresa por nome, endereço, cidade ou e-mail')}
        placeholder={t('Nome, endereço, cidade ou e-mail')}
        value={words}
        onChange={setWords}
        chips={
          <Choices
            choices={CHIPS.map((c) => ({ ...c, count: figures.data?.[c.count] }))}
            value={state}
            onChoose={(chosen) => shown.set({ state: chosen })}
          />
        }
      />
      <ListStates list={list} what={t('Não conseguimos carregar as empresas.')} none={rows.length === 0}>
        <Empty icon="building">
          <p>{name || state ? t('Nenhuma empresa assim.') : t('Nenhuma empresa ainda.')}</p>
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <div className="panel tablewrap">
          <table className="tbl">
            <thead>
              <tr>
                <th>{t('Empresa')}</th>
                <th className="hide-s">{t('Plano')}</th>
                <th className="hide-s">{t('Válida até')}</th>
                <th className="hide-s hide-m num">{t('Admins')}</th>
                <th className="hide-s num">{t('Vendedores')}</th>
                <th className="hide-s num">{t('Clientes')}</th>
                <th className="hide-s hide-m">{t('Último pedido')}</th>
                <th>{t('Situação')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((c) => (
                <Row key={c.id} company={c} />
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
        {tn(list.data?.total ?? 0, '{n} empresa', '{n} empresas')}
      </Pager>
    </div>
  )
}
function Row({ company: c }: { company: Company }) {
  const state = standingOf(c)
  const last = c.usage?.last_order_at
  const plan = c.trial ? t('Teste') : c.plan_name
  return (
    <tr>
      <td>
        <span className="cell">
          <Mark name={c.name} logo={c.logo} colour={c.primary_color} />
          <span className="grow">
            <Link href={`/dashboard/companies/${c.id}`} className="b">
              {c.name}
            </Link>
            <span className="xs t2 block clip">{c.path}</span>
            <span className="xs t2 smallonly">{[plan, leftOf(c)].filter(Boolean).join(' · ')}</span>
          </span>
        </span>
      </td>
      <td className="hide-s nowrap">{plan}</td>
      <td className="hide-s nowrap">
        {showDay(c.valid_until)}
        <span className="xs t2 block">{leftOf(c)}</span>
      </td>
      <Used className="hide-m" used={c.usage?.admins} most={c.max_users_admin} />
      <Used used={c.usage?.sellers} most={c.max_users_seller} />
      <Used used={c.usage?.clients} most={c.max_users_client} />
      <td className="hide-s hide-m nowrap">{last ? showMoment(last) : <span className="t2">{t('nenhum')}</span>}</td>
      <td>
        <span className="pill" data-s={state}>
          {t(STATES[state])}
        </span>
      </td>
    </tr>
  )
}
const n = (x: number | undefined) => (x ?? 0).toLocaleString('pt-BR')
const Used = ({
  used,
  most,
  className = '',
}: {
  used: number | undefined
  most: number | undefined
  className?: string
}) => (
  <td className={`hide-s num nowrap ${className}`}>
    <span className={(used ?? 0) >= (most ?? 1) ? 'full-up' : ''}>{n(used)}</span>{' '}
    <span className="t2">/ {n(most)}</span>
  </td>
)

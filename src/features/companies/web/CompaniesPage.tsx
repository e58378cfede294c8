import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { Queries } from '#web/queries.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { type Company, listCompanies } from '../contract.ts'
import { daysLeft } from '../rules.ts'
import '#web/styles/pages.css'
import '#web/styles/admin.css'

const PAGE = 25
/** The operator's companies, with where each stands. */
export default function CompaniesPage() {
  return (
    <Queries>
      <List />
    </Queries>
  )
}
function List() {
  const [words, setWords] = useState('')
  const name = useDebounced(words)
  const [page, setPage] = useState(1)
  useEffect(() => {
    document.title = t('Empresas')
  }, [])
  const list = useQuery({
    queryKey: ['companies', name, page],
    queryFn: () => callList(listCompanies, { query: { name, limit: PAGE, page } }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.rows ?? []
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE)
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Empresas')}</h1>
      </div>
      <SearchBox narrow label={t('Buscar empresa por nome')} placeholder={t('Nome')} value={words} onChange={(text) => (setWords(text), setPage(1))} />
      {list.isPending && <Loading />}
      {list.isError && <Failed what={t('Não conseguimos carregar as empresas.')} error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty icon="building">
          <p>{t('Nenhuma empresa com este nome.')}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <div className="panel tablewrap spaced">
          <table className="tbl">
            <thead>
              <tr>
                <th>{t('Empresa')}</th>
                <th>{t('Situação')}</th>
                <th className="hide-s">{t('Válida até')}</th>
                <th className="hide-s num">{t('Vendedores')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((c) => (
                <tr key={c.id}>
                  <td>
                    <b>{c.name}</b>
                    <span className="xs t2 block">{c.path}</span>
                  </td>
                  <td>
                    <span className="tag">{stateOf(c)}</span>
                  </td>
                  <td className="hide-s nowrap">{c.valid_until?.split('-').reverse().join('/')}</td>
                  <td className="hide-s num">{c.max_users_seller}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={page} pages={pages} onPage={setPage} />
    </div>
  )
}
function stateOf(c: Company): string {
  if (c.is_blocked) return t('Bloqueada')
  const days = c.valid_until && c.today ? daysLeft(c.valid_until, c.today) : 0
  if (days < 0) return t('Vencida')
  return c.trial ? tn(days, 'Em teste, {n} dia', 'Em teste, {n} dias') : t('Ativa')
}

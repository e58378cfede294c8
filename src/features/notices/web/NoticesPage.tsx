import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { nextPage, Queries, renew } from '#web/queries.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { listNotices } from '../contract.ts'
import { mark, useKeptNotices } from './kept.ts'
import { NoticeLines } from './NoticeLines.tsx'
import '#web/styles/kit.css'
import '#web/ui/Rows.css'

/** Every notice of whoever is here. */
export default function NoticesPage() {
  return (
    <Queries>
      <Notices />
    </Queries>
  )
}
const PAGE = 30
function Notices() {
  const kept = useKeptNotices()
  const list = useInfiniteQuery({
    queryKey: ['notices', 'all'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => callList(listNotices, { query: { limit: PAGE, page: pageParam } }),
    getNextPageParam: nextPage,
  })
  // What is told while the page is open.
  const newest = kept?.rows[0] && `${kept.rows[0].id}:${kept.rows[0].at.getTime()}`
  useEffect(() => renew('notices'), [newest])
  const all = list.data?.pages.flatMap((p) => p.rows)
  // Without a network the newest are here.
  const rows = all ?? (list.isError ? kept?.rows : undefined) ?? []
  const seen = kept ? rows.map((r) => kept.rows.find((k) => k.id === r.id) ?? r) : rows
  return (
    <div className="page narrow col g3">
      <div className="row between wrap g2">
        <h1>{t('Avisos')}</h1>
        {seen.some((r) => !r.read) && (
          <button type="button" className="btn sec" onClick={() => void mark(null)}>
            {t('Marcar tudo como lido')}
          </button>
        )}
      </div>
      {rows.length === 0 && (
        <ListStates list={list} what={t('Não conseguimos carregar os avisos.')} none>
          <Empty icon="bell">
            <p>{t('Nenhum aviso ainda.')}</p>
            <p className="sm t2">{t('Pedidos, respostas, mensagens e visitas aparecem aqui.')}</p>
          </Empty>
        </ListStates>
      )}
      {seen.length > 0 && <NoticeLines rows={seen} />}
      <MoreButton list={list} look="sec" />
      <p className="sm">
        <Link href="/aparelho">{t('Escolher o que me avisa e quando')}</Link>
      </p>
    </div>
  )
}

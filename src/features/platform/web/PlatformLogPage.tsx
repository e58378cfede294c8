import { useInfiniteQuery } from '@tanstack/react-query'
import { LogLines } from '#features/logs/web/index.ts'
import { LOG_LABELS } from '#features/products/contract.ts'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { type PlatformLine, readPlatformLog } from '../contract.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** What operators did, newest first. */
export default function PlatformLogPage() {
  return (
    <Queries>
      <Log />
    </Queries>
  )
}
/** A line says which company it is about. */
const named = (l: PlatformLine) => ({
  ...l,
  name: l.company && l.name !== l.company.name ? [l.name, l.company.name].filter(Boolean).join(' · ') : l.name,
})
function Log() {
  const list = useInfiniteQuery({
    queryKey: ['platform-log'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => callList(readPlatformLog, { query: { limit: 50, page: pageParam } }),
    getNextPageParam: (last, pages) =>
      pages.reduce((n, p) => n + p.rows.length, 0) < last.total ? pages.length + 1 : undefined,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Registro')}</h1>
      </div>
      <ListStates list={list} what={t('Não conseguimos carregar o registro.')} none={rows.length === 0}>
        <Empty icon="history">
          <p>{t('Nada por aqui.')}</p>
        </Empty>
      </ListStates>
      {rows.length > 0 && <LogLines lines={rows.map(named)} named labels={LOG_LABELS} />}
      <MoreButton list={list} look="sec spaced" />
    </div>
  )
}

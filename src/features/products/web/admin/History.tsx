import { useQuery } from '@tanstack/react-query'
import { LogLines } from '#features/logs/web/index.ts'
import { showLogs } from '#features/logs/contract.ts'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { LOG_LABELS } from '../../contract.ts'
import { currentAccount } from '#web/session.ts'

/** The last changes of one thing: who, when, old → new. */
export function History({ object, id }: { object: string; id: number }) {
  const company = currentAccount<{ company: { id: number } }>()?.company.id ?? 0
  const log = useQuery({
    queryKey: ['products', 'log', object, id],
    queryFn: () => callList(showLogs, { params: { id: company }, query: { object, object_id: id, limit: 10 } }),
  })
  if (!log.data?.rows.length) return null
  return (
    <section className="sect">
      <h2>{t('O que mudou')}</h2>
      <LogLines lines={log.data.rows} labels={LOG_LABELS} />
    </section>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { useVisits } from './data.ts'

interface Props {
  /** The calendar's address for the same days. */
  calendar: string
  /** What stands beside it. */
  act?: ReactNode
  title: string
  before: { label: string; go: () => void }
  after: { label: string; go: () => void }
  now?: ReactNode
  found: ReturnType<typeof useVisits>
  none: { title: string; text: string; act?: ReactNode }
  children: ReactNode
}
/** Visits of some days: the way to those before and after, and what stands there while there are none to show. */
export function Frame({ calendar, act, title, before, after, now, found, none, children }: Props) {
  return (
    <div className="page narrow visits">
      <div className="head">
        <h1 className="h1">{t('Visitas')}</h1>
        <Link href={calendar} className="btn sec small">
          <Icon name="calendar" />
          {t('Agenda')}
        </Link>
        {act}
      </div>
      <div className="row daystep">
        <button type="button" className="ib" aria-label={before.label} onClick={before.go}>
          <Icon name="left" />
        </button>
        <h2 aria-live="polite">{title}</h2>
        <button type="button" className="ib" aria-label={after.label} onClick={after.go}>
          <Icon name="right" />
        </button>
        {now}
      </div>
      {found.isError && !found.visits ? (
        <Failed
          what={t('Não conseguimos carregar as visitas.')}
          error={found.error}
          retry={() => void found.refetch()}
        />
      ) : !found.visits ? (
        <Loading rows={3} />
      ) : found.visits.length === 0 ? (
        <div className="panel">
          <Empty icon="pin">
            <p className="b">{none.title}</p>
            <p className="t2">{none.text}</p>
            {none.act}
          </Empty>
        </div>
      ) : (
        children
      )}
    </div>
  )
}

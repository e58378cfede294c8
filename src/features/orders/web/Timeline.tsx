import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Order } from '../contract.ts'
import { EVENT_LABELS, type Status, STATUS_LABELS } from '../status.ts'
import './Timeline.css'

/** What happened to an order, step by step; `ahead` names the steps that still come. `who` shows by whom. The text of a
 * request for an adjustment is left out while it stands above the lines. */
export function Timeline({
  order: { events, adjustment },
  who = false,
  ahead = [],
}: {
  order: Pick<Order, 'events' | 'adjustment'>
  who?: boolean
  ahead?: Status[]
}): ReactNode {
  return (
    <ol className="tl" aria-label={t('Andamento')}>
      {events.map((e, i) => {
        const now = i === events.length - 1
        const shownAbove = e.to === 'ajuste_solicitado' && e.at.getTime() === adjustment?.at.getTime()
        return (
          <li key={i} className={now ? 'now' : 'done'}>
            <span className="d">{!now && <Icon name="check" />}</span>
            <span className="grow">
              <b className="sm">
                {i === 0 && e.to === 'novo'
                  ? t('Recebido')
                  : t(e.to && !e.kind ? STATUS_LABELS[e.to] : EVENT_LABELS[e.kind || 'itens'])}
              </b>
              <span className="xs t2 pre">
                <br />
                {[showMoment(e.at), who ? e.who : ''].filter(Boolean).join(', ')}
                {e.reason && !shownAbove && ` · ${e.reason}`}
              </span>
            </span>
          </li>
        )
      })}
      {ahead.map((s) => (
        <li key={s} className="todo">
          <span className="d" />
          <span className="sm">{t(STATUS_LABELS[s])}</span>
        </li>
      ))}
    </ol>
  )
}

import { Link } from 'wouter'
import { showCents } from '#shared/money.ts'
import { dayHead } from '#web/dayHead.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment, showTime } from '#web/moments.ts'
import type { OrderSummary } from '../contract.ts'
import { AMBIGUOUS, OTHER_PORTFOLIO } from '../reasons.ts'
import { isEditable, REASON_LABELS, type Status } from '../status.ts'
import { nameOf } from './data.ts'
import { StatusPill } from './StatusPill.tsx'
import './OrderRows.css'

interface RowsProps {
  rows: OrderSummary[]
  /** The order that is open. */
  open: number | null
  href: (order: OrderSummary) => string
  /** Whose rows can be ticked: the ticked ones, else null. */
  picked: ReadonlySet<number> | null
  onPick: (id: number) => void
  /** Whose they all are is known. */
  own: boolean
}
/** Orders under the day they came on. */
export function OrderRows({ rows, open, href, picked, onPick, own }: RowsProps) {
  return rows.map((o, i) => {
    const day = dayHead(o.received_at)
    const before = rows[i - 1]
    return (
      <div key={o.id} className={`orderrow${o.id === open ? ' sel' : ''}`}>
        {(!before || dayHead(before.received_at) !== day) && <h2 className="dayhead">{day}</h2>}
        <div className="row">
          {picked && (
            <label className="ticks">
              <span className="sr">
                {t('Selecionar {name}', { name: `${nameOf(o)}, ${o.company_name || o.name}` })}
              </span>
              <input type="checkbox" className="tick" checked={picked.has(o.id)} onChange={() => onPick(o.id)} />
            </label>
          )}
          <OrderRow order={o} href={href(o)} picked={o.id === open} own={own} timed />
        </div>
      </div>
    )
  })
}
interface RowProps {
  order: OrderSummary
  href: string
  picked: boolean
  /** Its day stands above it. */
  timed?: boolean
  /** The reader sold it. */
  own?: boolean
  /** The reader bought it: whose it is is known. */
  bought?: boolean
}
export function OrderRow({ order, href, picked, timed = false, own = false, bought = false }: RowProps) {
  const when = timed ? showTime(order.received_at) : showMoment(order.received_at)
  const doubts = isEditable(order.status, 'A')
    ? order.reasons.filter((r) => r === AMBIGUOUS || r === OTHER_PORTFOLIO)
    : []
  return (
    <Link href={href} className={`li${picked ? ' sel' : ''}`} aria-current={picked ? 'true' : undefined}>
      <span className="grow">
        <span className="row between">
          <b className="clip">{bought ? nameOf(order) : order.company_name || order.name}</b>
          {order.total !== undefined && <b className="nowrap">{showCents(order.total, order.currency)}</b>}
        </span>
        <span className="row between sm t2">
          <span className="clip">
            {(bought
              ? [when, tn(order.items_count, '{n} peça', '{n} peças')]
              : [order.number ?? nameOf(order), when, !own && order.seller_name]
            )
              .filter(Boolean)
              .join(' · ')}
          </span>
          <StatusPill status={order.status as Status} />
        </span>
        {doubts.map((r) => (
          <span key={r} className="sm block doubt">
            {t(REASON_LABELS[r] ?? r)}
          </span>
        ))}
      </span>
    </Link>
  )
}

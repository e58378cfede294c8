import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Order } from '../contract.ts'
import { MOVE_LABELS, needsReason, type Status } from '../status.ts'
import { More } from './OrderChanges.tsx'
import { PaperButton, PrintButton } from './Paper.tsx'
import './OrderActs.css'

interface Props {
  order: Order
  company: number
  staff: boolean
  /** Where it may go from here, its end apart. */
  next: Status[]
  busy: boolean
  onMove: (status: Status) => void
  repeat: ReactNode
  /** Opens the correction of the day received; absent: not the reader's to make. */
  onCorrectDay?: (() => void) | undefined
}
/** How the step to a new order is called from here. */
const TAKEN: Partial<Record<Status, string>> = { ajuste_solicitado: 'Aceitar ajuste', orcamento: 'Virar pedido' }
/** What an order waits for, one act beside it, and the rest behind three dots; at the foot of a phone. */
export function OrderActs({ order, company, staff, next, busy, onMove, repeat, onCorrectDay }: Props) {
  const back = (s: Status) => needsReason(order.status, s)
  const main = next.find((s) => s !== 'ajuste_solicitado' && !back(s))
  const beside = next.find((s) => s !== main && !back(s))
  const words = (s: Status) => t(s === 'novo' && !back(s) ? (TAKEN[order.status] ?? MOVE_LABELS.novo) : MOVE_LABELS[s])
  const repeats = !main || !beside
  const button = (s: Status, look: string) => (
    <button type="button" key={s} className={`btn ${look}`} disabled={busy} onClick={() => onMove(s)}>
      {busy && s === main ? t('Salvando…') : words(s)}
    </button>
  )
  return (
    <div className="orderacts noprint" role="group" aria-label={t('Ações')}>
      <Menu keeps>
        <PaperButton of={{ company, id: order.id }} />
        <PrintButton of={{ company, id: order.id }} />
        {!repeats && repeat}
        {staff && <More order={order} company={company} />}
        {onCorrectDay && (
          <button type="button" className="btn sec" onClick={onCorrectDay}>
            <Icon name="calendar" />
            {t('Corrigir o dia')}
          </button>
        )}
        {next.filter((s) => s !== main && s !== beside).map((s) => button(s, ''))}
        {order.next.includes('cancelado') && (
          <button type="button" className="btn danger" onClick={() => onMove('cancelado')}>
            <Icon name="close" />
            {t(MOVE_LABELS.cancelado)}
          </button>
        )}
      </Menu>
      {repeats && repeat}
      {beside && button(beside, 'sec')}
      {main && button(main, 'pri')}
    </div>
  )
}

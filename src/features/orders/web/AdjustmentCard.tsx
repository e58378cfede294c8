import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Order } from '../contract.ts'

interface Props {
  request: NonNullable<Order['adjustment']>
  /** Read by the company's people. */
  staff: boolean
  /** What the reader may do about it. */
  children?: ReactNode
}
/** What is to be changed in the order, by whom and when it was asked. */
export function AdjustmentCard({ request, staff, children }: Props) {
  const { ours, who } = request
  const asked =
    staff && ours && who
      ? t('{name} pediu um ajuste', { name: who })
      : t(ours ? 'A empresa pediu um ajuste' : staff ? 'O cliente pediu um ajuste' : 'Você pediu um ajuste')
  return (
    <section className="note warn spaced" aria-labelledby="adjustment">
      <Icon name="edit" size="s" />
      <div className="grow">
        <h2 className="h3" id="adjustment">
          {asked}
        </h2>
        <p className="xs t2">{showMoment(request.at)}</p>
        {request.text && <p className="pre">{request.text}</p>}
        {children && <div className="row g3 wrap spaced noprint">{children}</div>}
      </div>
    </section>
  )
}
/** Takes the reader to the field where the answer is written, once the conversation is there. */
export function answerIn(place: HTMLElement | null): void {
  if (!place) return
  const focus = () => {
    const field = place.querySelector('textarea')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
    return field !== null
  }
  if (focus()) return
  place.scrollIntoView({ block: 'center' })
  const watch = new MutationObserver(() => focus() && watch.disconnect())
  watch.observe(place, { childList: true, subtree: true })
}

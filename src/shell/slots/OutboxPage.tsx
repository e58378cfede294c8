// Everything that may wait is known before it is shown.
import '../outbox.ts'
import { Link } from 'wouter'
import { NewOrder } from '#features/carts/web/NewOrder.tsx'
import { chatOf, ORDER, orderIn } from '#features/carts/web/outbox.ts'
import { hasLines, Refused } from '#features/carts/web/Refused.tsx'
import Arrived from '#features/orders/web/Arrived.tsx'
import { t } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { discard } from '#web/outbox/acts.ts'
import Page from '#web/outbox/OutboxPage.tsx'
import type { Viewer } from '../viewer.ts'

/** What waits on this device, with what orders have to say about theirs. */
export default function OutboxPage({ viewer, fresh }: { viewer: Viewer; fresh: string | null }) {
  const begin =
    viewer.level <= 2 ? (
      <NewOrder className="btn pri full" />
    ) : (
      <Link href="/pedidos" className="btn pri full">
        {t('Voltar ao catálogo')}
      </Link>
    )
  const more = (item: Item) => {
    if (item.kind !== ORDER) return null
    if (item.state === 'refused') return hasLines(item) ? <Refused item={item} /> : null
    const order = orderIn(item.answer)
    const done = () => void discard(item)
    if (!order)
      return (
        <button type="button" className="btn sec" onClick={done}>
          {t('Entendi')}
        </button>
      )
    const chat = chatOf(order)
    return (
      <>
        {(order.diff?.length ?? 0) > 0 && <Arrived order={order} isPublic={viewer.isPublic} onDone={done} />}
        {chat && (
          <a className="btn wa full" href={chat} target="_blank" rel="noreferrer" onClick={done}>
            {t('Avisar no WhatsApp')}
          </a>
        )}
        {order.status !== 'ajuste_solicitado' && (
          <button type="button" className="btn sec" onClick={done}>
            {t('Entendi')}
          </button>
        )}
      </>
    )
  }
  return <Page fresh={fresh} begin={begin} more={more} />
}

// Orders on the web: their names, what is told of them.
import { type Change, follow, listen } from '#web/device/live.ts'
import { t } from '#web/i18n.ts'

/** "Pedido 1042"; one from before has no number. */
export const nameOf = (o: { number: number | null }) =>
  o.number === null ? t('Pedido antigo') : t('Pedido {n}', { n: o.number })

/** Follows what is told of orders; after a gap anything may have changed. Answers how to stop. */
export const followOrders = (listener: (change: Change) => void): (() => void) =>
  follow((change) => {
    if (change.type === 'order' || change.type === 'gap') listener(change)
  })
/** Follows one order by its link while the page is seen; `live` says whether it is being told. Answers how to stop. */
export function followReceipt(token: string, changed: () => void, live: (on: boolean) => void): () => void {
  let stop = new AbortController()
  const hold = ({ signal }: AbortController) =>
    listen(() => fetch(`/api/v2/receipts/${token}/events`, { signal }), {
      tell: changed,
      opened() {
        live(true)
        // What happened before it was told is read once more.
        changed()
      },
      closed: () => live(false),
      signal,
    })
  // A tab in the background holds no connection.
  const seen = () => {
    stop.abort()
    stop = new AbortController()
    if (document.visibilityState === 'hidden') return live(false)
    void hold(stop)
  }
  seen()
  document.addEventListener('visibilitychange', seen)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    stop.abort()
  }
}

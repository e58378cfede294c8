// Orders on the web: their names, what is told of them.
import { type Change, follow, readStream } from '#web/device/live.ts'
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
  const hold = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      // What happened before it was told is read once more.
      const opened = () => {
        live(true)
        changed()
      }
      const wait = await readStream(`/api/v2/receipts/${token}/events`, {}, { tell: changed, opened, signal }).catch(
        () => 2,
      )
      if (signal.aborted) return
      live(false)
      await new Promise((r) => setTimeout(r, wait * 1000))
    }
  }
  // A tab in the background holds no connection.
  const seen = () => {
    stop.abort()
    stop = new AbortController()
    if (document.visibilityState === 'hidden') return live(false)
    void hold(stop.signal)
  }
  seen()
  document.addEventListener('visibilitychange', seen)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    stop.abort()
  }
}

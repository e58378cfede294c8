// Orders on the web: their names, the live stream.
import { t } from '#web/i18n.ts'
import { bearerToken } from '#web/session.ts'
import type { OrderEvent } from '../contract.ts'

/** "Pedido 1042"; one from before has no number. */
export const nameOf = (o: { number: number | null }) =>
  o.number === null ? t('Pedido antigo') : t('Pedido {n}', { n: o.number })

type Listener = (event: OrderEvent) => void
/** Follows the live stream: one tab holds it under a Web Lock and tells the others. Answers how to stop. */
export function followOrders(listener: Listener): () => void {
  const channel = new BroadcastChannel('mostruario-orders')
  const stop = new AbortController()
  const tell = (e: OrderEvent) => {
    listener(e)
    channel.postMessage(e)
  }
  channel.onmessage = (m) => listener(m.data as OrderEvent)
  const hold = async () => {
    while (!stop.signal.aborted) {
      await read(tell, stop.signal).catch(() => {})
      // What was missed meanwhile is fetched by whoever listens.
      if (!stop.signal.aborted) {
        await new Promise((r) => setTimeout(r, 2000))
        tell({ type: 'gap', id: 0, status: '', created: false } as unknown as OrderEvent)
      }
    }
  }
  if (navigator.locks) void navigator.locks.request('mostruario-live', { signal: stop.signal }, hold).catch(() => {})
  else void hold()
  return () => {
    stop.abort()
    channel.close()
  }
}
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
const read = async (tell: Listener, signal: AbortSignal) =>
  readStream('/api/v2/events', { authorization: `Bearer ${await bearerToken()}` }, { tell, signal })
/** Reads a stream to its end; answers in how many seconds to come again. */
async function readStream(
  url: string,
  headers: Record<string, string>,
  { tell, opened, signal }: { tell: Listener; opened?: () => void; signal: AbortSignal },
): Promise<number> {
  const response = await fetch(url, { headers, signal })
  if (!response.ok || !response.body) return Number(response.headers.get('retry-after')) || 30
  opened?.()
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const e of events) {
      const data = /^data: (.*)$/m.exec(e)?.[1]
      if (data) tell(JSON.parse(data) as OrderEvent)
    }
  }
  return 2
}

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
async function read(tell: Listener, signal: AbortSignal): Promise<void> {
  const response = await fetch('/api/v2/events', {
    headers: { authorization: `Bearer ${await bearerToken()}` },
    signal,
  })
  if (!response.ok || !response.body) return
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
}

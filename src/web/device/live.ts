// The live stream: one tab of an account holds it under a Web Lock and tells the others; in a tab all share one.
import { bearerToken, currentAccount } from '../session.ts'

export interface Change {
  /** `open`: told from now on; what was read before may be older. */
  type: 'order' | 'catalogue' | 'people' | 'notice' | 'message' | 'gap' | 'open'
  /** Of an order, or of a conversation. */
  id: number
  status: string
  created: boolean
}
type Listener = (change: Change) => void
const listeners = new Set<Listener>()
let stop: AbortController | null = null
/** Follows what changes; after a gap (`gap`) everything may have. Answers how to stop. */
export function follow(listener: Listener): () => void {
  listeners.add(listener)
  if (!stop) open()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.abort()
    stop = null
  }
}
const tell = (change: Change) => {
  for (const l of listeners) l(change)
}
function open(): void {
  const control = (stop = new AbortController())
  const { signal } = control
  const who = currentAccount<{ company: { id: number } | null; user: { id: number } | null }>()
  const name = `mostruario-live-${who?.company?.id}-${who?.user?.id}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = (m) => tell(m.data as Change)
  signal.addEventListener('abort', () => channel.close())
  const everywhere = (change: Change) => {
    if (signal.aborted) return
    tell(change)
    channel.postMessage(change)
  }
  const say = (type: 'gap' | 'open') => everywhere({ type, id: 0, status: '', created: false })
  const hold = async () => {
    for (let before = false; !signal.aborted; ) {
      let opened = false
      const wait = await read(everywhere, signal, () => {
        opened = true
        // What was missed meanwhile is fetched by whoever listens, once nothing more is missed.
        say(before ? 'gap' : 'open')
        before = true
      }).catch(() => 2)
      if (signal.aborted) return
      await new Promise((r) => setTimeout(r, wait * 1000))
      // Nobody tells: they look by themselves.
      if (!opened) say('gap')
    }
  }
  if (navigator.locks) void navigator.locks.request(name, { signal }, hold).catch(() => {})
  else void hold()
}
const read = async (tell: Listener, signal: AbortSignal, opened: () => void) =>
  readStream('/api/v2/events', { authorization: `Bearer ${await bearerToken()}` }, { tell, opened, signal })
/** Reads a stream to its end; answers in how many seconds to come again. */
export async function readStream(
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
      if (data) tell(JSON.parse(data) as Change)
    }
  }
  return 2
}

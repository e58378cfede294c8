// The live stream: one tab of an account holds it under a Web Lock and tells the others; in a tab all share one.
import { whenTurned } from '../online.ts'
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
  const hold = (before: boolean) =>
    listen(
      async () => fetch('/api/v2/events', { headers: { authorization: `Bearer ${await bearerToken()}` }, signal }),
      {
        tell: everywhere,
        opened() {
          // What was missed meanwhile is fetched by whoever listens, once nothing more is missed.
          say(before ? 'gap' : 'open')
          before = true
        },
        unheard: () => say('gap'),
        signal,
      },
    )
  const { locks } = navigator
  if (!locks) return void hold(false)
  const inTurn = () => locks.request(name, { signal }, () => hold(true))
  // Who has to wait for another tab's end misses what comes between the two.
  void locks.request(name, { ifAvailable: true }, (mine) => (mine ? hold(false) : inTurn())).catch(() => {})
}
interface Ear {
  tell: Listener
  /** Told from now on. */
  opened: () => void
  /** Told no more, until it is opened again. */
  closed?: () => void
  /** Nobody tells, and a while has gone by: who listens looks by himself. */
  unheard?: () => void
  signal: AbortSignal
}
const SELDOM = 60
/** Reads a stream for as long as somebody listens: anew when it ends, and less and less often while nobody is there. */
export async function listen(ask: () => Promise<Response>, ear: Ear): Promise<void> {
  const { tell, opened, closed, unheard, signal } = ear
  for (let tries = 0; !signal.aborted; ) {
    let isOpen = false
    const asked = await read(ask, tell, () => {
      isOpen = true
      opened()
    }).catch(() => 0)
    if (signal.aborted) return
    closed?.()
    tries = isOpen ? 1 : tries + 1
    await pause(asked || Math.min(SELDOM, 2 ** tries), signal)
    if (!isOpen) unheard?.()
  }
}
/** So many seconds; less when the server is there again, or nobody listens any more. */
async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  let stop = () => {}
  await new Promise<void>((done) => {
    setTimeout(done, seconds * 1000)
    stop = whenTurned((is) => is && done())
    signal.onabort = () => done()
  })
  stop()
}
/** To its end; answers in how many seconds the server wants to be asked again, if it says so. */
async function read(ask: () => Promise<Response>, tell: Listener, opened: () => void): Promise<number> {
  const response = await ask()
  if (!response.ok || !response.body) return Number(response.headers.get('retry-after')) || 30
  // Read by hand: Safari's streams are not for `for await`.
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    opened()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return 0
      text += value
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const e of events) {
        const data = /^data: (.*)$/m.exec(e)?.[1]
        if (data) tell(JSON.parse(data) as Change)
      }
    }
  } finally {
    // One that nobody reads any more would stay open.
    void reader.cancel().catch(() => {})
  }
}

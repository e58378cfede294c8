// The line is sent by the service worker: the browser woke it because there is a network. A page that is open sends as
// well; one of them at a time. What needs somebody's word stays for the page.
import { drain, inTurn, leave } from './drain.ts'
import type { Told } from './line.ts'
import { OUTBOX } from './names.ts'
import { post } from './post.ts'
import { dropWake, wakeOwners, wakeToken } from './wake.ts'

/** So many seconds that a server asks to be left alone are waited for here: a browser lets nobody work for long. */
const PATIENCE = 150

/** Throws when the browser shall try again later. */
export async function sendAlone(): Promise<void> {
  for (const owner of await wakeOwners()) await sendLine(owner)
}
async function sendLine(owner: string): Promise<void> {
  const pages = new BroadcastChannel(OUTBOX)
  const tell = (what: Omit<Told, 'owner'>) => pages.postMessage({ owner, ...what } satisfies Told)
  const send = () =>
    drain(owner, {
      token: () => wakeToken(owner),
      post,
      sent: async (item, answer) => tell({ ...(await leave(item, answer)), left: true }),
      tell,
      ended: () => dropWake(owner),
    })
  try {
    for (let left = PATIENCE; ; ) {
      const stop = await inTurn(owner, send)
      // A company that is closed opens when somebody says so; the next page asks.
      if (!stop || stop.why === 'closed' || stop.why === 'signin') return
      left -= stop.seconds ?? PATIENCE
      if (left <= 0) throw new Error(stop.why)
      await new Promise((done) => setTimeout(done, ((stop.seconds ?? 0) + Math.random()) * 1000))
    }
  } finally {
    pages.close()
  }
}

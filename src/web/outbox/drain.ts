// The one sender of a line, in a page and, where no page is open, in the service worker: in its turn, one after the
// other, each until it is decided. Knows neither screens nor kinds.
import type { Item } from './item.ts'
import type { Change } from './line.ts'
import { OUTBOX } from './names.ts'
import type { Later, Tried } from './post.ts'
import { changeRow, firstWaiting } from './rows.ts'
import { dropWake } from './wake.ts'

/** Who sends: what differs between a page and the worker. */
export interface Hands {
  /** '': there is none now; null: whoever is here now, the line is not theirs. */
  token(): Promise<string | null>
  post(item: Item, token: string): Promise<Tried>
  sent(item: Item, answer: unknown): Promise<void>
  /** Tells every page what became of a row. */
  tell(what: Change): void
  /** The server knows this token no more; a visitor's session is opened anew. */
  ended(token: string): Promise<void> | void
}
/** Why the line stands still. */
export interface Stop {
  why: Later
  seconds?: number
  said?: string
}
/** One sender at a time, whichever tab or worker it is. */
export const inTurn = <T>(owner: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`${OUTBOX}:${owner}`, work) : work()

/** Sends what waits; null: nothing waits any more, or it is nobody's here to send. */
export async function drain(owner: string, hands: Hands): Promise<Stop | null> {
  let passed = 0
  let asked = false
  for (;;) {
    const first = await firstWaiting(owner, passed)
    if (!first && passed > 0) return { why: 'broken' }
    if (!first) {
      await dropWake(owner)
      return null
    }
    const token = await hands.token()
    if (token === null) return null
    if (!token) return { why: 'signin' }
    // Counted before it leaves: of one that was on its way when the browser died nobody knows whether it is there.
    const item = await changeRow(first.seq, ({ tries }) => ({ tries: tries + 1 }))
    if (!item) continue
    hands.tell({ row: item })
    const tried = await hands.post(item, token)
    if ('sent' in tried) await hands.sent(item, tried.sent)
    else if ('refused' in tried) {
      const { refused } = tried
      const row = await changeRow(item.seq, { state: 'refused', refusal: refused })
      hands.tell({ ...changed(item, row), outcome: [item.id, { refused }] })
    } else {
      if (tried.later === 'signin' && !asked) {
        asked = true
        await hands.ended(token)
        continue
      }
      // One that the server stumbles over does not stop those behind it; two in a row are the server's.
      if (tried.later === 'broken' && passed === 0) passed++
      else
        return {
          why: tried.later,
          ...(tried.seconds && { seconds: tried.seconds }),
          ...(tried.said && { said: tried.said }),
        }
    }
  }
}
/** A row as it is now, or that it is gone: taken back or put away meanwhile. */
const changed = (item: Item, row: Item | undefined): Change => (row ? { row } : { gone: item.id })
/** It is there; what becomes of it here is said by its kind, in a page. */
export async function leave(item: Item, answer: unknown): Promise<Change> {
  return changed(item, await changeRow(item.seq, { state: 'answered', answer }))
}

// How the client of an open order stands with the company now, where that matters to the order.
import { createStore } from '#web/store.ts'

export interface Standing {
  /** 'gone': in the portfolio no more. 'merged': the card became another one, which has an open order of its own. */
  state: 'fine' | 'blocked' | 'gone' | 'merged'
  credit_note: string
  into?: { id: number; name: string }
}
/** By client, as it was last read. */
export const standings = createStore<ReadonlyMap<number, Standing>>(new Map())
export const setStanding = (client: number, standing: Standing) =>
  standings.set((now) =>
    JSON.stringify(now.get(client)) === JSON.stringify(standing) ? now : new Map(now).set(client, standing),
  )

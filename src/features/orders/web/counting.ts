// New orders and unread conversations are counted once and again when something moves. Only for the company's people: a visitor's
// first screen does not bring it.
import { call } from '#web/api.ts'
import { countOrders } from '../contract.ts'
import { follow } from '#web/device/live.ts'
import { fresh } from './fresh.ts'

/** Follows what is new in the company; answers how to stop. */
export function followFresh(company: number): () => void {
  const count = () =>
    void call(countOrders, { params: { company } }).then(
      (by) => fresh.set({ new: by.novo ?? 0, messages: by.mensagens ?? 0 }),
      // The badge keeps its number until the next event.
      () => {},
    )
  // Once more as soon as the stream is open: what came between the two would be nobody's.
  count()
  return follow(({ type }) => type !== 'catalogue' && type !== 'people' && count())
}

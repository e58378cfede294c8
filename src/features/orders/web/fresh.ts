// How many new orders wait, for the menu's badge: counted once and again when something moves.
import { call } from '#web/api.ts'
import { createStore } from '#web/store.ts'
import { countOrders } from '../contract.ts'
import { followOrders } from './data.ts'

export const freshOrders = createStore(0)
/** Follows the company's new orders; answers how to stop. */
export function followFresh(company: number): () => void {
  const count = () =>
    void call(countOrders, { params: { company } }).then(
      (by) => freshOrders.set(by.novo ?? 0),
      // The badge keeps its number until the next event.
      () => {},
    )
  count()
  return followOrders(count)
}

// The new orders that wait are counted once and again when something moves. Only for the company's people: a visitor's
// first screen does not bring it.
import { call } from '#web/api.ts'
import { countOrders } from '../contract.ts'
import { followOrders } from './data.ts'
import { freshOrders } from './fresh.ts'

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

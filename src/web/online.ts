// Whether the server can be reached: as the last call found it, or as the browser says that there is no network at all.
import { createStore } from './store.ts'

export const online = createStore(typeof navigator === 'undefined' || navigator.onLine !== false)
/** A call was answered, or found nobody. */
export const reached = (is: boolean): void => {
  if (online.get() !== is) online.set(is)
}
if (typeof addEventListener === 'function') {
  addEventListener('offline', () => reached(false))
  // The next call says whether there is more than a network.
  addEventListener('online', () => reached(true))
}

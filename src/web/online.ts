// Whether the server can be reached: as the last call found it, or as the browser says that there is no network at all.
import { createStore } from './store.ts'

export const online = createStore(typeof navigator === 'undefined' || navigator.onLine !== false)
const listeners = new Set<(is: boolean) => void>()
const tell = (is: boolean) => {
  online.set(is)
  for (const run of listeners) run(is)
}
/** A call was answered, or found nobody. */
export const reached = (is: boolean): void => {
  if (online.get() !== is) tell(is)
}
/** Told when the server is away, and when it is there again. Answers how to stop. */
export function whenTurned(run: (is: boolean) => void): () => void {
  listeners.add(run)
  return () => void listeners.delete(run)
}
if (typeof addEventListener === 'function') {
  addEventListener('offline', () => reached(false))
  // The next call says whether there is more than a network: whoever has something to ask does so now.
  addEventListener('online', () => tell(true))
}

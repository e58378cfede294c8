// How many wait in the outbox of whoever is here, known before the outbox itself is loaded. The number errs on the side
// of looking: it is raised before a row is written, and put right by whoever has read the rows.
import { accountName, WAITS } from '../session.ts'
import { createStore } from '../store.ts'
import { OUTBOX } from './names.ts'

export const waiting = createStore(0)
const read = () => waiting.set(Number(localStorage.getItem(WAITS + accountName())) || 0)
addEventListener('storage', read)
/** Whether something of this account's waits here. */
export function isWaiting(): boolean {
  read()
  return waiting.get() > 0
}
/** Whether something may wait: of a browser that was killed the rows are on the disk before the number is. */
export const mayWait = async () =>
  isWaiting() || ((await indexedDB.databases?.().catch(() => [])) ?? []).some(({ name }) => name === OUTBOX)
export function count(owner: string, n: number): void {
  if (n > 0) localStorage.setItem(WAITS + owner, String(n))
  else localStorage.removeItem(WAITS + owner)
  read()
}

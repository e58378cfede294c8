// What the service worker needs to send a line while no page is open: whose it is, and the token. It stands here only
// while something waits, and only of who chose to stay signed in: that token is on this disk in any case. It goes with
// the last that waits, when the server refuses it, and with the session (session.ts).
import { OUTBOX, WAKE } from './names.ts'

type Work<T> = (wakes: IDBObjectStore) => IDBRequest<T>
/** One after the other, as they were asked for: what drops a token comes after what keeps it. */
let last: Promise<unknown> = Promise.resolve()
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => {})
  return done
}
/** Opened for each use: a connection that stays would hold back whoever signs out. */
async function within<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  const open = indexedDB.open(WAKE)
  open.onupgradeneeded = () => open.result.createObjectStore('tokens')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error as DOMException)
  })
  try {
    const tx = db.transaction('tokens', mode)
    const asked = work(tx.objectStore('tokens'))
    return await new Promise<T>((resolve, reject) => {
      tx.oncomplete = () => resolve(asked.result)
      tx.onabort = () => reject(tx.error ?? new DOMException('aborted', 'AbortError'))
    })
  } finally {
    db.close()
  }
}
const isThere = async () => ((await indexedDB.databases?.()) ?? []).some(({ name }) => name === WAKE)

/** Whose lines may be sent here without a page. */
export const wakeOwners = async (): Promise<string[]> =>
  (await isThere()) ? ((await within('readonly', (wakes) => wakes.getAllKeys())) as string[]) : []
/** The token of a line; null: nobody's any more. */
export async function wakeToken(owner: string): Promise<string | null> {
  const found = (await isThere()) ? await within<unknown>('readonly', (wakes) => wakes.get(owner)) : null
  return typeof found === 'string' ? found : null
}
const drop = async (owner: string) => {
  if (await isThere()) await within('readwrite', (wakes) => wakes.delete(owner))
}
export const dropWake = (owner: string): Promise<void> => inOrder(() => drop(owner)).catch(() => {})
type Waking = ServiceWorkerRegistration & {
  sync?: { register(tag: string): Promise<void>; getTags(): Promise<string[]> }
}
/** Has the browser wake the worker once there is a network, where it can. `isHere`: whoever it is of has not left. */
export const askToWake = (owner: string, token: string, isHere: () => boolean): Promise<void> =>
  inOrder(() => keep(owner, token, isHere)).catch(() => {})
async function keep(owner: string, token: string, isHere: () => boolean): Promise<void> {
  const { sync } = ((await navigator.serviceWorker?.getRegistration()) ?? {}) as Waking
  // One that the browser holds already keeps its own pauses; a browser where it is switched off says so here.
  const tags = await sync?.getTags()
  if (!sync || !tags || !isHere()) return
  await within('readwrite', (wakes) => wakes.put(token, owner))
  // Somebody has left in between: what was written after they did goes as well.
  if (!isHere()) return drop(owner)
  if (!tags.includes(OUTBOX)) await sync.register(OUTBOX).catch(() => drop(owner))
}

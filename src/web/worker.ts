// What the browser's cache holds beside the shell: the photos that stay, and what pages told the service worker
// (worker-state.ts). Nothing of it is an order.

export const STATE = 'mostruario-state'
const PHOTOS = 'mostruario-photos'
/** Stands in the worker's cache when every file of a role is here. */
export const KEPT = '/kept'
/** Absent where the browser keeps nothing: without https, in some private windows. */
const there = () => (globalThis as { caches?: CacheStorage }).caches

/** Whether every screen that works without a network is here. */
export const screensKept = async () =>
  (await there()
    ?.match(KEPT)
    .catch(() => undefined)) !== undefined
export const openPhotos = async () =>
  (await there()
    ?.open(PHOTOS)
    .catch(() => undefined)) ?? null
/** Makes room: photos can be fetched again. Answers whether there were any. */
export const dropPhotos = async () => (await there()?.delete(PHOTOS)) === true
/** A write to this device: where it finds no room photos go, which come again, and it is tried anew while it is still
 * wanted; a browser counts what it gave back a moment later. */
export const withRoom = <T>(write: () => Promise<T>, isWanted = () => true): Promise<T> =>
  write().catch(async (error: unknown) => {
    if (!isFull(error)) throw error
    // One by one: of a cache that somebody still holds nothing is given back when it goes as a whole.
    const photos = await openPhotos()
    if (photos) await Promise.all((await photos.keys()).map((photo) => photos.delete(photo)))
    const had = await dropPhotos()
    for (const wait of had ? [0, 100, 400, 1500, 4000] : [0]) {
      await new Promise((done) => setTimeout(done, wait))
      if (!isWanted()) break
      const tried = await write().then(
        (done) => ({ done }),
        (again: unknown) => {
          if (!isFull(again)) throw again
        },
      )
      if (tried) return tried.done
    }
    throw error
  })
export const isFull = (error: unknown) => (error as DOMException).name === 'QuotaExceededError'
/** What the push service knows this browser by; null: nothing. */
export const subscription = async () =>
  (await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()) ?? null
/** What was kept of whoever leaves: their photos, that they were here, and the way that notices come. */
export const forgetKept = () => {
  // Nobody waits for the browser's service: what still comes is nobody's (shell/worker/sw.ts).
  void subscription()
    .then((s) => s?.unsubscribe())
    .catch(() => {})
  return Promise.all([dropPhotos(), there()?.delete(STATE)])
}
/** How much of the device this site holds and may hold, in bytes; null where the browser does not say. */
export async function room(): Promise<{ used: number; most: number } | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  return usage === undefined || !quota ? null : { used: usage, most: quota }
}
const MEGA = 1_048_576
/** Megabytes that are missing for so many bytes that found no room; 0: the browser does not say. What a browser says of
 * its room is more than it gives: as much as they are is missing in any case. */
export async function missingFor(bytes: number): Promise<number> {
  const now = await room()
  return now ? Math.ceil(Math.max(bytes, bytes + MEGA - Math.max(0, now.most - now.used)) / MEGA) : 0
}

// The catalogue's photos on this device, as many as were chosen: the small ones first, and none when the browser's
// room is nearly full. One tab fetches.
import { catalogue } from '#features/products/web/index.ts'
import { pictureAt } from '#shared/picture.ts'
import { accountName } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import type { PhotoChoice } from '#web/worker-state.ts'
import { openPhotos, room } from '#web/worker.ts'

export interface Photos {
  /** How many are here, how many the choice asks for. */
  here: number
  wanted: number
  /** `full`: there is no room for the rest. */
  state: 'idle' | 'fetching' | 'full' | 'offline'
}
export const photos = createStore<Photos>({ here: 0, wanted: 0, state: 'idle' })
const AT_ONCE = 8
/** What stays free for orders and prices. */
const SPARE = 40 * 1024 * 1024
const LOOK_AGAIN = 100

/** Addresses in the order of fetching. */
export function wanted(choice: PhotoChoice): string[] {
  if (choice === 'none') return []
  const ready = catalogue.get().kept.flatMap((p) => p.images.filter((i) => i.ready).map((i) => i.path))
  const first = catalogue.get().kept.flatMap((p) => (p.foto1 ? [p.foto1] : []))
  const small = [...new Set(first)].map((path) => pictureAt(path, 160))
  return choice === 'thumbs' ? small : [...small, ...[...new Set(ready)].map((path) => pictureAt(path, 800))]
}
let asked = 0
/** Fetches what is missing of the choice, and lets go of what is no longer of it. */
export async function bringPhotos(choice: PhotoChoice): Promise<void> {
  const mine = ++asked
  const owner = accountName()
  // Of who has left nothing is brought, nor what was on its way.
  const isOver = () => mine !== asked || accountName() !== owner
  if (owner === '' || !(await openPhotos())) return
  await navigator.locks.request('mostruario-photos', async () => {
    if (!isOver()) await bring(choice, isOver)
  })
}
async function bring(choice: PhotoChoice, stopped: () => boolean): Promise<void> {
  const cache = await openPhotos()
  if (!cache || !catalogue.get().complete) return
  const list = wanted(choice)
  const keys = (await cache.keys()).map((r) => new URL(r.url).pathname)
  const here = new Set(keys)
  const goes = keys.length > list.length * MOST_BESIDE + 500 ? outside(list) : choice === 'all' ? null : isLarge
  if (goes) await Promise.all(keys.filter(goes).map((path) => cache.delete(path)))
  const missing = list.filter((path) => !here.has(path))
  let arrived = list.length - missing.length
  let state: Photos['state'] = missing.length > 0 ? 'fetching' : 'idle'
  const show = () => photos.set({ here: arrived, wanted: list.length, state })
  show()
  const next = missing.values()
  const worker = async () => {
    for (const path of next) {
      if (stopped() || state !== 'fetching') return
      if (arrived % LOOK_AGAIN === 0 && (await isTight())) state = 'full'
      else
        try {
          const answer = await fetch(path)
          if (!answer.ok || !/immutable/.test(answer.headers.get('cache-control') ?? '')) continue
          const blob = await answer.blob()
          const headers = {
            'content-type': blob.type,
            'content-length': String(blob.size),
            'cache-control': 'immutable',
          }
          if (stopped()) return
          await cache.put(path, new Response(blob, { headers }))
          arrived++
        } catch (error) {
          state = (error as Error).name === 'QuotaExceededError' ? 'full' : 'offline'
        }
      if (arrived % 20 === 0) show()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (state === 'fetching') state = 'idle'
  if (!stopped()) show()
}
/** Photos of products that are gone, once they are many: what was looked at stays beside what was chosen. */
const MOST_BESIDE = 3
const outside = (list: string[]) => {
  const stays = new Set(list)
  return (path: string) => !stays.has(path)
}
const isLarge = (path: string) => /-(?:800|1600)\.webp$/.test(path)
/** Bytes of every photo that is here. */
export async function photoBytes(): Promise<number> {
  const all = (await (await openPhotos())?.matchAll()) ?? []
  const sizes = await Promise.all(
    all.map(async (r) => Number(r.headers.get('content-length')) || (await r.blob()).size),
  )
  return sizes.reduce((sum, n) => sum + n, 0)
}
async function isTight(): Promise<boolean> {
  const now = await room()
  return now !== null && now.most - now.used < SPARE
}

// What pages tell the service worker (shell/worker/sw.ts). Apart from what the first screen reads of its caches (worker.ts).
import type { Keeper } from '#shared/route.ts'
import { STATE } from './worker.ts'

/** What stays of photos: nothing, the small ones, all. */
export type PhotoChoice = 'none' | 'thumbs' | 'all'
export interface Told {
  /** Whose screens are kept whole: people with a name are answered from the device at once. */
  role?: Keeper
  /** Chosen on this device; nothing until then. */
  photos?: PhotoChoice
  /** Who gets notices here, as pushes name them: anybody else's are not shown. */
  pushes?: string
  /** The company's icon, for notices. */
  icon?: string
}
const ENTRY = '/device-state'
/** Absent where the browser keeps nothing. */
const { caches } = globalThis as { caches?: CacheStorage }

export async function told(): Promise<Told> {
  const kept = await caches?.match(ENTRY, { cacheName: STATE }).catch(() => undefined)
  return kept ? ((await kept.json()) as Told) : {}
}
let telling: Promise<unknown> = Promise.resolve()
/** One change after the other: each reads what the one before has written. */
export function tell(change: Told): Promise<void> {
  const written = telling.then(async () => {
    const next = { ...(await told()), ...change }
    const state = await caches?.open(STATE)
    await state?.put(ENTRY, new Response(JSON.stringify(next)))
  })
  telling = written.catch(() => {})
  return written
}

// What this device keeps, as screens follow it. It knows no kind; what fills it is loaded when somebody is here.
import { empty, openKeyval } from '../keyval.ts'
import { createStore, type Store } from '../store.ts'
import type { Kept } from './take.ts'

export interface Device {
  /** What was stored here before has been read. */
  opened: boolean
  /** When the server last answered: its moment, its calendar day, and this device's own clock then; 0: not yet. */
  at: string
  day: string
  told: number
  /** The last renewal failed; what is here stays readable. */
  failed: unknown
  /** The browser stores nothing, or no more: what is here is gone when the page is. */
  full: boolean
  /** Megabytes that are missing for it; 0: none, or nobody says. */
  missing: number
}
export const NONE: Device = { opened: false, at: '', day: '', told: 0, failed: null, full: false, missing: 0 }
export const device = createStore(NONE)
/** Where it is stored. */
export const copies = openKeyval('mostruario-device', 'copies')
let over = false
/** Somebody leaves: nothing stays, whoever it was of, and nothing is stored any more before the page is another. */
export function clearCopies(): Promise<void> {
  over = true
  return empty(copies).catch(() => {})
}
export const isOver = () => over
let fetch: () => Promise<void> = async () => {}
/** Fetches what changed on the server: somebody just changed it, or a screen wants to be sure. */
export const renewDevice = (): Promise<void> => fetch()
/** Says how, once what fetches is known. */
export const renewedBy = (how: () => Promise<void>): void => {
  fetch = how
}
let write: (kind: string) => void = () => {}
/** Puts a kind on the disk as it is now: whoever just changed it may leave at once. */
export const writeNow = (kind: string): void => write(kind)
export const writtenBy = (how: (kind: string) => void): void => {
  write = how
}
const kinds = new Map<string, Store<Kept | null>>()
/** What the device keeps of a kind; null: nothing. `follow`: told of every change. */
export function kept(kind: string, follow?: (now: Kept | null) => void): Store<Kept | null> {
  let store = kinds.get(kind)
  if (!store || follow) kinds.set(kind, (store = createStore<Kept | null>(store?.get() ?? null, follow)))
  return store
}

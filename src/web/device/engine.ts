// The device's store: one value per kind in IndexedDB, read once when somebody comes in, written a moment after it
// changed. What cannot be written stays in memory: the same screens, until the page is closed.
import { delMany, get, keys } from 'idb-keyval'
import type { KindPart } from '#shared/copied.ts'
import { atMost } from '../atMost.ts'
import { empty, keep } from '../keyval.ts'
import { isFull, missingFor } from '../worker.ts'
import { copies as db, device, isOver, kept, NONE, writtenBy } from './index.ts'
import { asKnown, type Kept, needs, nothing, take } from './take.ts'

/** Raised when a stored value means something else: whatever has another number is fetched anew. */
const SHAPE = 2
interface Stored {
  shape: number
  value: unknown
}
let owner = ''
let kinds = new Set<string>()
const waiting = new Map<string, unknown>()
let timer: ReturnType<typeof setTimeout> | undefined

/** A storage that hangs is one that has nothing. */
const soon = async <T>(answer: Promise<T>, instead: T): Promise<T> =>
  (await atMost(
    2000,
    answer.catch(() => instead),
  )) ?? instead
const keyOf = (kind: string) => `${owner}|${kind}`
/** What is stored under a name of this account's; undefined: nothing that this version can read. */
export async function stored<T>(name: string): Promise<T | undefined> {
  if (waiting.has(keyOf(name))) return waiting.get(keyOf(name)) as T
  const found = await soon(get<Stored>(keyOf(name), db), undefined)
  return found?.shape === SHAPE ? (found.value as T) : undefined
}
/** Stores a value soon, or when the page is put away. */
export function store(name: string, value: unknown): void {
  waiting.set(keyOf(name), value)
  timer ??= setTimeout(() => void flush(), 800)
}
/** Stores at once what waits to be stored. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const now = isOver() ? [] : [...waiting]
  waiting.clear()
  // All at once: a page that is put away has no time for one after the other.
  const mine = now.filter(([key]) => key.startsWith(`${owner}|`))
  const tried = await Promise.allSettled(
    mine.map(([key, value]) => keep(key, { shape: SHAPE, value } satisfies Stored, db)),
  )
  let bytes = 0
  let full = false
  for (const [i, [key, value]] of mine.entries()) {
    const one = tried[i]
    if (one?.status !== 'rejected') continue
    full = true
    if (isFull(one.reason)) bytes += weightOf(value)
    // It is tried again with whatever is stored next.
    if (!waiting.has(key) && key.startsWith(`${owner}|`)) waiting.set(key, value)
  }
  const missing = bytes > 0 ? await missingFor(bytes) : 0
  const { full: was, missing: before } = device.get()
  if (tried.length > 0 && (was !== full || before !== missing)) device.set((d) => ({ ...d, full, missing }))
}
const weightOf = (value: unknown) =>
  JSON.stringify(value, (_, v: unknown) => (v instanceof Map ? [...v.values()] : v)).length
writtenBy((kind) => {
  const now = kept(kind).get()
  // Of one that still loads the disk has what was before: what changed comes again with the rest.
  if (!now?.rows || now.loading) return
  store(kind, asKnown(now))
  void flush()
})
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void flush())

interface Told {
  at: string
  day: string
  told: number
  kinds: string[]
}
/** Opens what the device keeps for an account. What it kept for somebody else goes. */
export async function openDevice(name: string): Promise<void> {
  if (owner === name) return
  if (owner) closeDevice()
  owner = name
  const all = (await soon(keys<string>(db), [])).filter((key) => !key.startsWith(`${name}|`))
  if (all.length > 0) void delMany(all, db).catch(() => {})
  const told = await stored<Told>('told')
  if (owner !== name) return
  kinds = new Set(told?.kinds)
  const found = await Promise.all([...kinds].map((kind) => stored<Kept>(kind)))
  if (owner !== name) return
  for (const [i, kind] of [...kinds].entries()) {
    const value = found[i]
    if (value) kept(kind).set(value)
    else kinds.delete(kind)
  }
  device.set((d) => ({
    ...d,
    ...(told && { at: told.at, day: told.day, told: told.told }),
    opened: true,
  }))
}
function closeDevice(): void {
  waiting.clear()
  for (const kind of kinds) kept(kind).set(null)
  kinds = new Set()
  device.set(NONE)
}
/** Forgets all that is kept for this account: its session is over, or its company closed. */
export async function forget(): Promise<void> {
  closeDevice()
  owner = ''
  await soon(empty(db), undefined)
}
/** What the device has, as the server calls it. */
export const marks = (): string =>
  [...kinds].map((kind) => `${kind}:${(kept(kind).get() ?? nothing).mark}`).join() || '-'

/** Takes an answer on and says what is to be asked for next. `whole`: it speaks of every kind, others are none of
 * this reader's any more. `healed`: kinds whose ids were asked for already. */
export function takeKinds(parts: Record<string, KindPart>, whole: boolean, healed: Set<string>): string[] {
  const next: string[] = []
  if (whole)
    for (const kind of kinds)
      if (!(kind in parts)) {
        kinds.delete(kind)
        kept(kind).set(null)
      }
  for (const [kind, part] of Object.entries(parts)) {
    const before = kept(kind).get() ?? nothing
    const same = kinds.has(kind) && before.mark === part.mark && !part.rows?.length && !part.ids
    const now = same ? before : take(before, part)
    kinds.add(kind)
    if (!same) {
      // Marks alone change at every call: screens and storage need not know.
      const unseen = part.value === undefined && !part.reset && !part.ids && part.rows?.length === 0 && before.rows
      if (unseen) Object.assign(before, { mark: now.mark })
      else kept(kind).set(now)
      if (!now.loading) store(kind, asKnown(now))
    }
    const need = needs(now, part)
    if (need === 'more') next.push(kind)
    if (need === 'ids' && !healed.has(kind)) {
      healed.add(kind)
      next.push(`${kind}?`)
    }
  }
  return next
}
/** The server answered everything. */
export function renewed(at: string, day: string): void {
  const told = Date.now()
  store('told', { at, day, told, kinds: [...kinds] } satisfies Told)
  device.set((d) => ({ ...d, at, day, told, failed: null }))
}
export const renewalFailed = (failed: unknown): void => device.set((d) => ({ ...d, failed }))

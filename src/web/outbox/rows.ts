// The outbox's rows, in a database of their own that signing out leaves alone. A row is on the disk when its promise is
// kept (`strict`): a browser that is killed afterwards finds it again.
import { withRoom } from '../worker.ts'
import { type Item, readItem } from './item.ts'
import { OUTBOX } from './names.ts'

let opened: Promise<IDBDatabase> | null = null
const ask = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as DOMException)
  })
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(OUTBOX, 1)
  // Why it could not be made: the request itself only says that it was not.
  let why: DOMException | null = null
  request.onupgradeneeded = () => {
    const { transaction } = request
    transaction?.addEventListener('abort', () => {
      why = transaction.error
    })
    const items = request.result.createObjectStore('items', { keyPath: 'seq', autoIncrement: true })
    items.createIndex('id', ['owner', 'id'], { unique: true })
    items.createIndex('line', ['owner', 'state'])
  }
  // A newer build was here: its database is read as it is.
  const db = await ask<IDBDatabase>(request).catch((e: DOMException) =>
    e.name === 'VersionError' ? ask(indexedDB.open(OUTBOX)) : Promise.reject(why ?? e),
  )
  const gone = () => {
    opened = null
  }
  db.onversionchange = () => {
    db.close()
    gone()
  }
  db.onclose = gone
  return db
}
const database = () =>
  (opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  }))
type Work<T> = (items: IDBObjectStore) => IDBRequest<T> | Promise<T>
/** What may go when there is no room for something unsent: pictures come again, it does not. */
const within = <T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> => withRoom(() => once(mode, work))
async function once<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  const db = await database()
  const tx = db.transaction('items', mode, { durability: 'strict' })
  const end = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new DOMException('aborted', 'AbortError'))
  })
  const worked = work(tx.objectStore('items'))
  const [result] = await Promise.all([worked instanceof IDBRequest ? ask(worked) : worked, end])
  return result
}
const mine = (owner: string) => IDBKeyRange.bound([owner], [owner, []])

/** Everything of an account's, the oldest first; `newer`: rows that only a newer build can read. */
export async function rowsOf(owner: string): Promise<{ items: Item[]; newer: number }> {
  const rows: unknown[] = await within('readonly', (items) => items.index('id').getAll(mine(owner)))
  const items = rows.map(readItem).filter((i) => i !== null)
  return { items: items.toSorted((a, b) => a.seq - b.seq), newer: rows.length - items.length }
}
/** What arrived, and its kind has not seen the answer yet: the oldest first. */
export async function answeredOf(owner: string): Promise<Item[]> {
  const rows: unknown[] = await within('readonly', (items) => items.index('line').getAll([owner, 'answered']))
  return rows.map(readItem).filter((i) => i !== null)
}
/** The first that waits, but those that were passed over. */
export async function firstWaiting(owner: string, passed: number): Promise<Item | undefined> {
  const rows: unknown[] = await within('readonly', (items) =>
    items.index('line').getAll([owner, 'waiting'], passed + 20),
  )
  return rows.map(readItem).filter((i) => i !== null)[passed]
}
export async function rowBy(owner: string, id: string): Promise<Item | null> {
  return readItem(await within<unknown>('readonly', (items) => items.index('id').get([owner, id])))
}
/** At the end of the line; one that is there already (`id`) is refused with a ConstraintError. */
export async function addRow(item: Omit<Item, 'seq'>): Promise<Item> {
  const seq = await within('readwrite', (items) => items.add(item))
  return { ...item, seq: Number(seq) }
}
/** Changes a row that is still there; undefined: it was taken back or put away meanwhile, or stays as it is (`null`). */
export const changeRow = (seq: number, change: Partial<Item> | ((now: Item) => Partial<Item> | null)) =>
  within<Item | undefined>('readwrite', async (items) => {
    const now = readItem(await ask<unknown>(items.get(seq)))
    const by = now && (typeof change === 'function' ? change(now) : change)
    if (!by) return undefined
    const next = { ...now, ...by }
    await ask(items.put(next))
    return next
  })
export const dropRow = (seq: number) => within('readwrite', (items) => items.delete(seq))

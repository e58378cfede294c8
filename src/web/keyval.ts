// Databases of values by name on this device. One connection each: changes are kept in their order.
import { clear, createStore as openDb, del, set, type UseStore } from 'idb-keyval'
import { withRoom } from './worker.ts'

/** What was written is committed without waiting for the page's next turn: a page that is left in that moment takes
 * nothing back. A browser that refuses to store answers like one that fails: by the promise. */
export function openKeyval(database: string, table: string): UseStore {
  const db = openDb(database, table)
  return async (mode, use) =>
    db(mode, (store) => {
      const done = use(store)
      if (mode === 'readwrite') store.transaction.commit()
      return done
    })
}
/** What is being written, by name: one that had to wait for room does not come over what came after it. */
const underway = new Map<string, unknown>()
export async function keep(name: string, value: unknown, db: UseStore): Promise<void> {
  underway.set(name, value)
  const isNewest = () => underway.get(name) === value
  await withRoom(() => set(name, value, db), isNewest).finally(() => isNewest() && underway.delete(name))
}
export function drop(name: string, db: UseStore): Promise<void> {
  underway.delete(name)
  return del(name, db)
}
export function empty(db: UseStore): Promise<void> {
  underway.clear()
  return clear(db)
}

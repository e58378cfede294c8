// Databases of values by name on this device. One connection each: changes are kept in their order.
import { createStore as openDb, type UseStore } from 'idb-keyval'

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

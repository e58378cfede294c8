import type { Tx } from '#server/db.ts'

/** Tells every server how far a sheet is, in percent; null: it has ended. */
export const tellProgress = (db: Tx, key: string, percent: number | null) =>
  db.sql`select pg_notify('progress', ${JSON.stringify({ key, percent })})`

import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'

/** Where the company is that had this path before; null when none. */
export const findMovedPath = async (db: Tx, path: string) =>
  (await db.first<{ path: string | null }>`select app.find_moved_path(${path}) as path`)?.path ?? null
/** The company at a path and what its public session sees, in the form of that session. */
export const findStorefront = (db: Tx, path: string) =>
  db.first<Caller & { has_public_user: boolean }>`select * from app.find_storefront(${path})`

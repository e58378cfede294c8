import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'

/** The company at a path and what its public session sees, in the form of that session. */
export const findStorefront = (db: Tx, path: string) => db.first<Caller & { has_public_user: boolean }>`select * from app.find_storefront(${path})`

import type { Tx } from '#server/db.ts'

/** A row before and after, only the fields that changed. */
export interface Change<R = Record<string, unknown>> {
  id: number
  was: Partial<R>
  now: Partial<R>
}
/** Kept as such: rows that changed alike stand together. */
interface Alike {
  ids: number[]
  was: object
  now: object
}
function alike(changes: Change<never>[]): Alike[] {
  const groups = new Map<string, Alike>()
  let last: Alike | undefined
  for (const { id, was, now } of changes) {
    // Often the very same change: it is not compared again.
    if (last?.was !== was || last.now !== now) {
      const key = JSON.stringify([was, now])
      last = groups.get(key)
      if (!last) groups.set(key, (last = { ids: [], was, now }))
    }
    last.ids.push(id)
  }
  return [...groups.values()]
}
export async function addUndo(tx: Tx, u: { company_id: number; user_id: number; kind: string; name: string; changes: Change<never>[]; now: Date; expires: Date }): Promise<number> {
  const row = await tx.first<{ id: number }>`insert into undos (company_id, at, expires_at, user_id, kind, name, rows)
    values (${u.company_id}, ${u.now}, ${u.expires}, ${u.user_id}, ${u.kind}, ${u.name}, ${JSON.stringify(alike(u.changes))}::jsonb) returning id`
  return row?.id as number
}
export async function findUndo(tx: Tx, id: number) {
  const undo = await tx.first<{ kind: string; name: string; rows: Alike[]; expires_at: Date; used_at: Date | null }>`
    select kind, name, rows, expires_at, used_at from undos where id = ${id} for update`
  return undo && { ...undo, rows: undo.rows.flatMap(({ ids, was, now }) => ids.map((one) => ({ id: one, was, now }))) }
}
export const useUndo = (tx: Tx, id: number, now: Date) => tx.sql`update undos set used_at = ${now} where id = ${id}`

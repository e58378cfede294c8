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
interface NewUndo {
  company_id: number
  user_id: number
  kind: string
  name: string
  changes: Change<never>[]
  /** What goes with the rows, as its kind understands it. */
  also: object
  now: Date
  expires: Date
}
export async function addUndo(tx: Tx, u: NewUndo): Promise<number> {
  const row = await tx.first<{
    id: number
  }>`insert into undos (company_id, at, expires_at, user_id, kind, name, changed, rows, also)
    values (${u.company_id}, ${u.now}, ${u.expires}, ${u.user_id}, ${u.kind}, ${u.name}, ${u.changes.length},
      ${JSON.stringify(alike(u.changes))}::jsonb, ${u.also}) returning id`
  return row?.id as number
}
export async function findUndo(tx: Tx, id: number) {
  const undo = await tx.first<{
    kind: string
    name: string
    rows: Alike[]
    also: object
    expires_at: Date
    used_at: Date | null
  }>`
    select kind, name, rows, also, expires_at, used_at from undos where id = ${id} for update`
  return undo && { ...undo, rows: undo.rows.flatMap(({ ids, was, now }) => ids.map((one) => ({ id: one, was, now }))) }
}
/** What can still be undone, newest first. */
export const findOpenUndos = (tx: Tx, now: Date) => tx.sql<{
  id: number
  kind: string
  name: string
  at: Date
  expires_at: Date
  who: string
  changed: number
}>`
  select u.id, u.kind, u.name, u.at, u.expires_at, coalesce(p.name, '') as who, u.changed
  from undos u left join users p on p.company_id = u.company_id and p.id = u.user_id
  where u.used_at is null and u.expires_at > ${now} order by u.at desc, u.id desc limit 100`
export const useUndo = (tx: Tx, id: number, now: Date) => tx.sql`update undos set used_at = ${now} where id = ${id}`

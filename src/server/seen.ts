// Two people, one field: who saves second is told, with what stands there now.
import { Refusal } from '#shared/errors.ts'

/** Whether what the sender saw still stands; of a thing with parts, the parts that the sender names. */
export function stands(now: unknown, seen: unknown): boolean {
  if (Array.isArray(seen))
    return Array.isArray(now) && now.length === seen.length && seen.every((s, i) => stands(now[i], s))
  if (seen !== null && typeof seen === 'object')
    return (
      now !== null &&
      typeof now === 'object' &&
      Object.entries(seen).every(([k, s]) => stands((now as Record<string, unknown>)[k], s))
    )
  return (now ?? null) === (seen ?? null)
}
/** `was`: what the sender had before them in the fields that they change; `current`: the
 * same thing now, both as on the wire. */
export function refuseChanged(was: Record<string, unknown>, current: Record<string, unknown>): void {
  const fields = Object.keys(was).filter((k) => k in current && !stands(current[k], was[k]))
  if (fields.length) throw new Refusal('changed_elsewhere', { fields, current })
}

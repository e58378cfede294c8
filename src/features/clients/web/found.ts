// Which of the clients that a device keeps are asked for, in which order: by the rules of the server.
import type * as z from 'zod/mini'
import { daysBetween } from '#shared/day.ts'
import { dayOf } from '#web/device/day.ts'
import type { keptClientShape } from '../contract.ts'
import { daysLate, SILENT_DAYS } from '../rules.ts'
import { searchClients } from '../search.ts'

export type Wire = z.input<typeof keptClientShape>
type Rows = ReadonlyMap<number, Wire>
export interface Asked {
  words: string
  order: string
  seller: number | null
}
export const sinceOf = (c: Wire, day: string) =>
  c.last_order_at === null ? null : Math.max(0, daysBetween(dayOf(new Date(c.last_order_at as string)), day))
const calledBy = (c: Wire) => (c.company_name || c.name).toLowerCase()
const byLast = (a: Wire, b: Wire) => {
  const [x, y] = [String(a.last_order_at ?? ''), String(b.last_order_at ?? '')]
  return x === y ? Number(b.id) - Number(a.id) : x < y ? 1 : -1
}
/** Every client in the order that is asked for. */
export function findClients(rows: Rows, { words, order, seller }: Asked, day: string): Wire[] {
  const all = [...rows.values()].filter((c) => seller === null || Number(c.seller_id) === seller).sort(byLast)
  if (words.trim()) {
    const found = searchClients(
      all.map((c) => ({ ...c, id: Number(c.id), other_codes: c.other_codes.join(' ') }) as never),
      words.trim(),
    )
    return found.flatMap((id) => rows.get(id) ?? [])
  }
  if (order === 'name') {
    const { compare } = new Intl.Collator('pt-BR')
    return all.sort((a, b) => compare(calledBy(a), calledBy(b)) || Number(a.id) - Number(b.id))
  }
  if (order === 'silent') return all.filter((c) => (sinceOf(c, day) ?? 0) >= SILENT_DAYS)
  if (order !== 'late') return all
  const known = new Map(
    all.map((c) => {
      const days_since = sinceOf(c, day)
      const late = daysLate({ days_since, interval_days: c.interval_days })
      return [c, { late, since: days_since ?? Number.MAX_SAFE_INTEGER }] as const
    }),
  )
  const of = (c: Wire) => known.get(c) as { late: number; since: number }
  return all.sort((a, b) => of(b).late - of(a).late || of(a).since - of(b).since || Number(b.id) - Number(a.id))
}

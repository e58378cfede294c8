// What an answer of the one call makes of what a device keeps of a kind: no network, no storage.
import { type KindPart, PRIME } from '#shared/copied.ts'

/** Rows as they crossed the wire; whoever shows one decodes it. */
type Row = { id: number | string }
export interface Kept {
  /** What the server calls this state. */
  mark: string
  value?: unknown
  rows?: ReadonlyMap<number, Row>
  /** Rows that still load; those that stand are shown until all are there. */
  loading?: ReadonlyMap<number, Row>
  /** Too many for a device. */
  none?: boolean
}
export const nothing: Kept = { mark: '' }
function sumOf(ids: Iterable<number>): number[] {
  let [n, a, b] = [0, 0, 0]
  for (const id of ids) {
    n++
    a += id
    b += ((id % PRIME) * (id % PRIME)) % PRIME
  }
  return [n, a, b]
}
export function take(before: Kept, part: KindPart): Kept {
  const { mark } = part
  if (part.none) return { mark, none: true }
  if (part.value !== undefined) return { mark, value: part.value }
  if (part.ids) {
    const keep = new Set(part.ids)
    const rows = new Map([...(before.rows ?? [])].filter(([id]) => keep.has(id)))
    // What should be here and is not comes with everything, next time.
    return { mark: rows.size === keep.size ? mark : '', rows }
  }
  if (!part.rows) return { ...before, mark }
  const rows = new Map(part.reset ? [] : (before.loading ?? before.rows))
  for (const row of part.rows as Row[]) rows.set(Number(row.id), row)
  if (!part.more) return { mark, rows }
  return { mark, loading: rows, ...(before.rows && { rows: before.rows }) }
}
/** What is to be asked for next: the rest, the ids of what there is, everything again, or nothing. */
export function needs(now: Kept, part: KindPart): '' | 'more' | 'ids' {
  if (part.more) return 'more'
  return part.sum && now.rows && String(sumOf(now.rows.keys())) !== String(part.sum) ? 'ids' : ''
}

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
  /** Of rows that are shown as somebody just made them: how the server knows them, null where it knows none. */
  ahead?: ReadonlyMap<number, Row | null>
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
    return { mark: rows.size === keep.size ? mark : '', rows, ...aheadOf(before, []) }
  }
  if (!part.rows) return { ...before, mark }
  const rows = new Map(part.reset ? [] : (before.loading ?? before.rows))
  for (const row of part.rows as Row[]) rows.set(Number(row.id), row)
  const ahead = part.reset ? {} : aheadOf(before, part.rows as Row[])
  if (!part.more) return { mark, rows, ...ahead }
  return { mark, loading: rows, ...(before.rows && { rows: before.rows }), ...ahead }
}
/** What is still ahead of the server when it has said these rows. */
function aheadOf({ ahead }: Kept, said: readonly Row[]): Pick<Kept, 'ahead'> {
  const left = new Map(ahead)
  for (const row of said) left.delete(Number(row.id))
  return left.size > 0 ? { ahead: left } : {}
}
/** With a row as it will be when the server agrees. */
export function withAhead(now: Kept, row: Row): Kept {
  if (!now.rows) return now
  const id = Number(row.id)
  const known = now.ahead?.has(id) ? now.ahead.get(id) : now.rows.get(id)
  return { ...now, rows: new Map(now.rows).set(id, row), ahead: new Map(now.ahead).set(id, known ?? null) }
}
/** The server did not agree; null: it has said since how the row is. */
export function withoutAhead(now: Kept, id: number): Kept | null {
  const known = now.ahead?.get(id)
  if (!now.rows || known === undefined) return null
  const rows = new Map(now.rows)
  if (known) rows.set(id, known)
  else rows.delete(id)
  const { ahead: _, ...rest } = now
  return { ...rest, rows, ...aheadOf(now, [{ id }]) }
}
/** With a row as the server just said it. */
export function withSaid(now: Kept, row: Row): Kept {
  if (!now.rows) return now
  const { ahead: _, ...rest } = now
  return { ...rest, rows: new Map(now.rows).set(Number(row.id), row), ...aheadOf(now, [row]) }
}
/** Only what the server knows: this is stored, so that nobody finds on opening what was refused meanwhile. */
export function asKnown(now: Kept): Kept {
  let known = now
  for (const id of now.ahead?.keys() ?? []) known = withoutAhead(known, id) ?? known
  return known
}
/** What is to be asked for next: the rest, the ids of what there is, everything again, or nothing. */
export function needs(now: Kept, part: KindPart): '' | 'more' | 'ids' {
  if (part.more) return 'more'
  return part.sum && now.rows && String(sumOf(now.rows.keys())) !== String(part.sum) ? 'ids' : ''
}

// What a device keeps beside the products. It knows no kind: the feature that has it says with keepsRows or keepsValue
// what of its own belongs on whose device. Rows come by change number (migrations/0052), small lists whole when they
// are others; a mark says what the device has, and only the server reads it.
import { createHash } from 'node:crypto'
import { type KindPart, PRIME } from '#shared/copied.ts'
import { type Part, part, type Tx } from './db.ts'
import type { Kit } from './serve.ts'
import type { Caller } from './session.ts'

/** For whom, and when. */
export interface Asking {
  tx: Tx
  kit: Kit
  caller: Caller
  now: Date
  /** The seller of a link, whose scope narrows. */
  seller_id?: number | undefined
}
interface ValueKind {
  levels: readonly number[]
  /** A session that strangers share keeps it, too. */
  public: boolean
  read: (asking: Asking) => Promise<unknown>
}
interface RowsKind<T extends { id: number }> {
  levels: readonly number[]
  /** What the reader's rows hang on beside the rows: another scope, and everything comes anew. */
  scope: (asking: Asking) => string
  /** A question for the ids that this reader keeps. */
  ids: (asking: Asking) => Part
  /** By id those changed since (see changedSince) and above an id. */
  find: (asking: Asking, since: string | null, after: number, limit: number) => Promise<T[]>
  /** A row as it crosses the wire. */
  wire: (row: T) => unknown
  /** Rows of one part. */
  part: number
  /** Whoever has more of them asks the server instead. */
  most: number
}
const values = new Map<string, ValueKind>()
const rows = new Map<string, RowsKind<never>>()

/** Something small that a device keeps whole. */
export function keepsValue(kind: string, levels: readonly number[], read: ValueKind['read'], isPublic = false): void {
  values.set(kind, { levels, public: isPublic, read })
}
/** Rows with an id, of which a device fetches what changed. */
export function keepsRows<T extends { id: number }>(kind: string, how: RowsKind<T>): void {
  rows.set(kind, how as unknown as RowsKind<never>)
}
/** Rows whose number says that they were written since; null: all. What a restored database brought from another
 * one's future is no change. */
export const changedSince = (column: Part, since: string | null): Part =>
  since === null
    ? part`true`
    : part`(${column} >= ${since}::xid8 and ${column} < pg_snapshot_xmax(pg_current_snapshot()))`

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** What a device has of rows: everything up to `at`, or, while it loads, the ids up to `after` of what changed since
 * `from`. */
interface Mark {
  from: string
  at: string
  after: string
  of: string
}
const readMark = (text: string): Mark | null => {
  const [, from = '', at = '', after = '', of = ''] = /^(\d*)-(\d+)-(\d*)-([\w-]{16})$/.exec(text) ?? []
  return at ? { from, at, after, of } : null
}
const writeMark = (m: Mark) => `${m.from}-${m.at}-${m.after}-${m.of}`

/** The kinds of this reader. `have`: the marks of the device; `only`: what is asked for, a kind with a question mark
 * by its ids. */
export async function readKinds(
  asking: Asking,
  have: Record<string, string>,
  only: readonly string[] | null,
): Promise<Record<string, KindPart>> {
  const { caller, tx } = asking
  const isPublic = caller.kind === 'public'
  const wanted = (kind: string) => only === null || only.includes(kind) || only.includes(`${kind}?`)
  const answer: Record<string, KindPart> = {}
  for (const [kind, how] of values) {
    if (!how.levels.includes(caller.level) || (isPublic && !how.public) || !wanted(kind)) continue
    const value = await how.read(asking)
    const mark = hash(JSON.stringify(value))
    answer[kind] = mark === have[kind] ? { mark } : { mark, value }
  }
  const mine = isPublic ? [] : [...rows].filter(([kind, how]) => how.levels.includes(caller.level) && wanted(kind))
  if (mine.length === 0) return answer
  const now = await tx.first<{ open_since: string; cluster: string }>`select * from app.change_mark()`
  if (!now) throw new Error('app.change_mark answered nothing')
  for (const [kind, how] of mine) {
    const of = hash(`${now.cluster} ${caller.company_id} ${caller.level} ${caller.user_id} ${how.scope(asking)}`)
    answer[kind] = await readRows(asking, how, {
      had: readMark(have[kind] ?? ''),
      now: now.open_since,
      of,
      ids: only?.includes(`${kind}?`) ?? false,
    })
  }
  return answer
}
async function readRows(
  asking: Asking,
  how: RowsKind<never>,
  { had, now, of, ids }: { had: Mark | null; now: string; of: string; ids: boolean },
): Promise<KindPart> {
  const { tx } = asking
  const known = had !== null && had.of === of && BigInt(had.at) <= BigInt(now) ? had : null
  const sum = await sumOf(tx, how.ids(asking), how.most)
  if ((sum[0] ?? 0) > how.most) return { mark: '', none: true }
  if (ids && known)
    return {
      mark: writeMark(known),
      ids: (await tx.sql<{ id: number }>`select id from (${how.ids(asking)}) x order by id`).map((r) => r.id),
    }
  const loading = known?.after ? known : null
  const from = loading ? loading.from : (known?.at ?? '')
  const at = loading ? loading.at : now
  const found: { id: number }[] = await how.find(asking, from || null, Number(loading?.after ?? 0), how.part)
  const more = found.length === how.part
  return {
    mark: writeMark({ from: more ? from : '', at, after: more ? String(found.at(-1)?.id) : '', of }),
    ...(!known && { reset: true }),
    rows: found.map((row) => how.wire(row as never)),
    ...(more ? { more } : { sum }),
  }
}
async function sumOf(tx: Tx, ids: Part, most: number): Promise<number[]> {
  const [row] = await tx.sql<{ n: number; a: number; b: number }>`
    select count(*) as n, coalesce(sum(id), 0)::bigint as a,
      coalesce(sum((id % ${PRIME}::bigint) * (id % ${PRIME}::bigint) % ${PRIME}::bigint), 0)::bigint as b
    from (select id from (${ids}) y limit ${most + 1}) x`
  return [row?.n ?? 0, row?.a ?? 0, row?.b ?? 0]
}

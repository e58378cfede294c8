// What the program holds of one person. A feature describes its own tables (`Holding`); the copy of a person's data and
// its erasure are made from these descriptions (src/features/privacy/server/register.ts).
import { Part, part, type Tx } from './db.ts'
import type { Caller } from './session.ts'

/** One person, by what was found of it: cards (a client's, those merged into it, or one of the staff), orders and price
 * requests. A buyer by the link has no card. */
export interface Person {
  cards: number[]
  orders: number[]
  requests: number[]
}
export type CopyReader = Pick<Caller, 'hide_price' | 'level' | 'user_id'>
export interface Held {
  table: string
  /** The person's rows. */
  of: (p: Person) => Part
  /** Columns with something of the person, separated by spaces. */
  columns: string
  /** Of these, what the company's people wrote among themselves: only in the admin's copy. */
  remarks?: string
  /** File of the copy; or why the copy does without. */
  copy: `${string}.json` | { none: string }
  /** What erases it: a function of the database, or all rows; or why they stay. */
  erase: `app.${string}` | 'rows' | { none: string }
}
export interface Holding {
  tables: Held[]
  /** Files that are more than the rows of their table. */
  files?: Record<string, (tx: Tx, p: Person, reader: CopyReader) => Promise<unknown>>
  /** What the functions named in `tables` do not erase. */
  erase?: (tx: Tx, p: Person, now: Date) => Promise<void>
}
const raw = (text: string) => new Part([text] as unknown as TemplateStringsArray, [])
export const words = (text = '') => text.split(/\s+/).filter(Boolean)
export const ofCards =
  (column = 'client_id') =>
  (p: Person) =>
    part`${raw(column)} = any(${p.cards}::bigint[])`
export const ofOrders =
  (column = 'order_id') =>
  (p: Person) =>
    part`${raw(column)} = any(${p.orders}::bigint[])`
export const either =
  (...all: ((p: Person) => Part)[]) =>
  (p: Person) =>
    all.slice(1).reduce((a, b) => part`${a} or ${b(p)}`, (all[0] as (p: Person) => Part)(p))

/** The person's rows of a table, the columns that its description names. */
export async function readHeld(tx: Tx, held: Held, p: Person, reader: CopyReader): Promise<object[]> {
  const hidden = reader.level >= 3 ? words(held.remarks) : []
  const columns = words(held.columns).filter((c) => !hidden.includes(c))
  const named = raw(columns.map((c) => `"${c}"`).join(', '))
  return tx.sql<object>`select ${named} from ${raw(held.table)} where ${held.of(p)} order by 1`
}

// One thing on its way to the server, as this device keeps it. Its form has a version: rows of every build that was
// ever released are read, those of a newer one are left as they are.
const FORMAT = 1
/** With files, which builds before know nothing of: they leave it as it is. */
const WITH_FILES = 2

export interface Item {
  v: typeof FORMAT | typeof WITH_FILES
  /** Its place in the line, given by the store. */
  seq: number
  /** What the server knows it by, so that it is there once however often it is sent. */
  id: string
  /** Whose it is: company and user. Nobody else sees or sends it. */
  owner: string
  kind: string
  /** When it was made, by this device's clock. */
  at: number
  method: 'POST' | 'PUT'
  path: string
  /** As it goes over the wire. */
  body: Record<string, unknown>
  /** Files by field, as data URLs: it goes as a form. */
  files?: Record<string, string>
  /** What its screen says of it. */
  about: About
  /** What its kind needs to take it back. */
  kept?: unknown
  /** `refused`: the server said no, and why; `answered`: it is there, and its kind has not seen the answer yet;
   * `changed`: it is there otherwise than it was meant, and somebody must say something to it. */
  state: 'waiting' | 'refused' | 'answered' | 'changed'
  /** Whoever made it was told that it waits here: the server is told that it is late. */
  queued: boolean
  /** How often it was sent: one that was may be there although no answer came. */
  tries: number
  refusal?: Refusal
  answer?: unknown
}
interface About {
  /** For whom, or of whom. */
  name: string
  pieces?: number
  /** Cents; null where no prices are shown. */
  total?: number | null
  currency?: string
  quote?: boolean
}
export interface Refusal {
  status: number
  body: Record<string, unknown>
}
export type Draft = Pick<Item, 'id' | 'kind' | 'method' | 'path' | 'body' | 'files' | 'about' | 'kept'>

export const newItem = (owner: string, draft: Draft, at: number): Omit<Item, 'seq'> => ({
  v: draft.files ? WITH_FILES : FORMAT,
  owner,
  at,
  state: 'waiting',
  queued: false,
  tries: 0,
  ...draft,
})
const STATES = ['waiting', 'refused', 'answered', 'changed'] as const
const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const isDataUrl = (v: unknown) => typeof v === 'string' && v.startsWith('data:')
/** A row as it was kept or came from a file; null: of a newer build, or none at all. */
export function readItem(row: unknown): Item | null {
  if (!isRecord(row) || row.v !== (row.files === undefined ? FORMAT : WITH_FILES)) return null
  const { id, owner, kind, path, body, about, state } = row
  if (![id, owner, kind, path].every((s) => typeof s === 'string' && s !== '')) return null
  if (row.files !== undefined && !(isRecord(row.files) && Object.values(row.files).every(isDataUrl))) return null
  if (!isRecord(body) || !isRecord(about) || typeof about.name !== 'string') return null
  if (!STATES.some((s) => s === state) || (row.method !== 'POST' && row.method !== 'PUT')) return null
  return row as unknown as Item
}

/** The file that somebody takes unsent things away in. */
export interface Parcel {
  mostruario: 'outbox'
  owner: string
  items: Item[]
}
/** What of a file may go into this account's line: only what is not there yet, of this account, and what one of the
 * kinds here makes: a file decides nothing about where it is sent. */
export function readParcel(
  text: string,
  owner: string,
  isOurs: (item: Item) => boolean,
): { items: Item[]; why?: 'unreadable' | 'other' } {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { items: [], why: 'unreadable' }
  }
  if (!isRecord(read) || read.mostruario !== 'outbox' || !Array.isArray(read.items))
    return { items: [], why: 'unreadable' }
  if (read.owner !== owner) return { items: [], why: 'other' }
  const items = read.items
    .map(readItem)
    .filter((i): i is Item => i !== null && i.owner === owner && i.state !== 'changed' && isOurs(i))
  return items.length > 0 || read.items.length === 0 ? { items } : { items, why: 'unreadable' }
}

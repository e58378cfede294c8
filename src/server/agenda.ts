// What stands in somebody's calendar. It knows no kind: the feature that has something with a day says with feedsAgenda
// what of its own belongs there, as keepsRows does for what a device keeps.
import type { AgendaItem, AgendaKind } from '#shared/agenda.ts'
import type { Tx } from './db.ts'

/** For whom, and which days. */
export interface AgendaAsking {
  tx: Tx
  /** Who reads: an admin everything, a seller the own. */
  level: number
  user_id: number
  /** Whose; null: everybody's, for an admin. */
  whose: number | null
  /** From the first of these days to before the second. */
  from: string
  until: string
  time_zone: string
}
type Feed = (asking: AgendaAsking) => Promise<AgendaItem[]>
const feeds = new Map<AgendaKind, { levels: readonly number[]; read: Feed }>()

export function feedsAgenda(kind: AgendaKind, levels: readonly number[], read: Feed): void {
  feeds.set(kind, { levels, read })
}
/** Everything that this reader finds in these days, in order. */
export async function readAgenda(asking: AgendaAsking): Promise<AgendaItem[]> {
  const items: AgendaItem[] = []
  for (const { levels, read } of feeds.values()) if (levels.includes(asking.level)) items.push(...(await read(asking)))
  // A seller's are all the own.
  if (asking.level !== 1) for (const i of items) i.user_name = ''
  return items.sort((a, b) => compare(a.starts, b.starts) || compare(b.ends, a.ends) || compare(a.id, b.id))
}
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** Something of one whole day, which is moved where it itself is changed. */
export const wholeDay = (
  kind: AgendaKind,
  day: string,
  next: string,
  of: Pick<AgendaItem, 'id' | 'name' | 'to'> & Partial<AgendaItem>,
): AgendaItem => ({
  kind,
  number: null,
  starts: `${day}T00:00`,
  ends: `${next}T00:00`,
  all_day: true,
  user_id: null,
  user_name: '',
  notes: '',
  done: false,
  event: null,
  visit: null,
  ...of,
})

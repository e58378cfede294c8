// What a person who leaves goes on reaching: each feature registers its kind. Everything is closed unless the admin keeps it.
import type { Tx } from '#server/db.ts'

/** Of one kind: the things that are left, and closing them. */
interface Kind {
  find(tx: Tx, user: number): Promise<{ id: number; name: string }[]>
  close(tx: Tx, ids: number[]): Promise<unknown>
  /** Hands what is kept to the admin who keeps it, where it works in a person's name. */
  keep?(tx: Tx, ids: number[], admin: number): Promise<unknown>
}
const kinds = new Map<string, Kind>()
/** Registers what a person may leave. */
export function leaves(kind: string, how: Kind): void {
  kinds.set(kind, how)
}
type Ending = (tx: Tx, client: number, end: boolean) => Promise<void>
const endings: Ending[] = []
/** Registers what former sellers of a client go on reaching. */
export function formerSellersReach(end: Ending): void {
  endings.push(end)
}
/** Ends or keeps what sellers who are not the client's any more go on reaching. */
export async function endFormerReach(tx: Tx, client: number, end: boolean): Promise<void> {
  for (const decide of endings) await decide(tx, client, end)
}
interface Left {
  /** "webhook:12": how a thing is named in `keep`. */
  key: string
  kind: string
  name: string
}
export async function findLeft(tx: Tx, user: number): Promise<Left[]> {
  const found: Left[] = []
  for (const [kind, { find }] of kinds)
    for (const { id, name } of await find(tx, user)) found.push({ key: `${kind}:${id}`, kind, name })
  return found
}
/** Closes what the person leaves, without what the admin keeps. */
export async function closeLeft(tx: Tx, user: number, keep: readonly string[], admin: number): Promise<void> {
  for (const [kind, how] of kinds) {
    const { kept = [], closed = [] } = Object.groupBy(await how.find(tx, user), ({ id }) =>
      keep.includes(`${kind}:${id}`) ? 'kept' : 'closed',
    )
    const ids = (of: { id: number }[]) => of.map((r) => r.id)
    if (kept.length > 0) await how.keep?.(tx, ids(kept), admin)
    if (closed.length > 0) await how.close(tx, ids(closed))
  }
}

// Files that mails bring along. Mails know no orders: the feature that has the paper says how it is drawn, and it is
// drawn when the mail leaves.
import type { Kit } from '#server/serve.ts'

export interface Enclosed {
  /** With its ending. */
  name: string
  bytes: Buffer
}
/** Which file: its kind, and what the feature that draws it finds it by. */
export interface Enclosure {
  kind: string
  of: string
}
type Draw = (kit: Kit, company: number, of: string) => Promise<Enclosed>
const kinds = new Map<string, Draw>()
/** What a mailbox takes without complaint; the link in the mail leads to what is larger. */
export const MOST_ENCLOSED = 5 * 1024 * 1024

/** Says how files of `kind` are drawn. */
export function encloses(kind: string, draw: Draw): void {
  kinds.set(kind, draw)
}
/** Null where it is too large or cannot be drawn: the mail goes all the same, with its link. */
export async function drawEnclosed(kit: Kit, company: number, { kind, of }: Enclosure): Promise<Enclosed | null> {
  const drawn = await kinds
    .get(kind)?.(kit, company, of)
    .catch(() => null)
  return drawn && drawn.bytes.length <= MOST_ENCLOSED ? drawn : null
}

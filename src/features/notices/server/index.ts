// Front door of notices for other features: who is told what. A notice is written in the caller's transaction, so that it
// stands or falls with what happened; devices get it by a job.
import type { Tx } from '#server/db.ts'
import { type Kind, MAIL_AFTER } from '../rules.ts'
import type { Word } from '../words.ts'
import './device.ts'
import { addNotices } from './writes.ts'

export { platformTasks, tasks } from './jobs.ts'
export { person } from './person.ts'
export { findTold } from './queries.ts'
export { routes } from './routes.ts'
export { noticeRead, noticesTakenBack } from './writes.ts'

export interface Telling {
  kind: Kind
  word: Word
  /** Users by id. */
  to: (number | null)[]
  /** Every admin of the company, too. */
  admins?: boolean
  /** Who did it is not told. */
  except?: number | null
  /** Of an order. */
  number?: number | null
  /** Whom the sentence names: shown in the panel, on a lock screen only where that was allowed. */
  name?: string
  /** The client who is named, so that erasing one erases the name. */
  about?: number | null
  /** The page of ours that it leads to. */
  href: string
  /** The same thing to the same person is told once; with `again` anew: unread, counted, on top. */
  key?: string
  again?: boolean
  /** Devices get it after so many seconds: until then it can be taken back. */
  hold?: number
}
/** As app.tell takes them, for who writes them within a statement of his own. */
export const tellings = (list: Telling[], now: Date) =>
  list.map(({ to, except, ...t }) => ({
    ...t,
    whom: to.filter((id) => id !== null),
    but: except,
    mail_at: new Date(now.getTime() + MAIL_AFTER),
  }))
/** Tells people of something. */
export async function tellPeople(tx: Tx, now: Date, list: Telling[]): Promise<void> {
  if (list.length > 0) await addNotices(tx, tellings(list, now), now)
}

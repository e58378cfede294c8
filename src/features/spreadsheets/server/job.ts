// What the server and the child process that works on a sheet say to one another. Short
// messages only: a sheet's rows never cross.
import type { Scope } from '#server/db.ts'
import type { RefusalCode } from '#shared/errors.ts'
import type { SheetKind } from '../columns.ts'
import type { Done, Preview } from '../contract.ts'
import type { Asked } from './plan.ts'

export interface Job {
  /** The sheet on disk, and what its sender called it. */
  file: string
  name: string
  databaseUrl: string
  scope: Scope
  caller: { company_id: number; user_id: number; name: string }
  now: string
  kind: SheetKind
  /** Index of the tab; undefined: the one whose headers are known best. */
  tab: number | undefined
  asked: Asked
  /** look: what it would do. write: all of it, or all but the refused rows. */
  act: 'look' | 'write' | 'write right rows'
  /** Fetched by the clock: what came no more may be taken off, and too much of it at once is asked about. */
  feed?: { id: number; retire: boolean; percent: number; wanted: boolean }
}
/** What a feed found, and did unless it asks. */
export interface FeedAnswer {
  created: number
  changed: number
  same: number
  refused: number
  retired: number
  issues: { row: number; column: string; message: string }[]
  asks: boolean
  done: Done | null
}
export type Answer = Preview | Done | FeedAnswer
/** A refusal, or an error as the database names it. */
export interface Failure {
  refusal?: { code: RefusalCode; message: string; extra: Record<string, unknown> }
  error?: { message: string; code: string | undefined; detail: string | undefined }
}
export type Message = { at: number } | { answer: Answer } | { failure: Failure }

// What a feed does with its file, in the transaction of the plan: writes it with the way back that every sheet has, or
// nothing, when so much would change that an admin looks first.
import type { Tx } from '#server/db.ts'
import { countActive, findGone, findRetired } from './queries.ts'
import { keepBrought, markRetired } from './writes.ts'
import { tooMuch } from '../../feeds/rules.ts'
import type { FeedAnswer, Job } from '../job.ts'
import { carryOut, type Plan, refused } from '../plan.ts'
import { report } from '../report.ts'

type Row = Plan['rows'][number]
/** What a feed took off and this one brings is on sale again, unless the file itself says otherwise. */
const backOnSale = (r: Row): Row =>
  r.result === 'refused' || r.draft.values.active !== undefined
    ? r
    : { ...r, result: 'changed', was: { ...r.was, active: false }, now: { ...r.now, active: true } }
/** Refused rows that a run keeps. */
const KEPT = 50

export async function feedStep(
  tx: Tx,
  job: Job,
  feed: NonNullable<Job['feed']>,
  p: Plan,
  at: (share: number) => void,
): Promise<FeedAnswer> {
  const codesOf = (some: Row[]) => some.map((r) => (r.draft.values.code ?? '').toLowerCase()).filter(Boolean)
  const codes = codesOf(p.rows)
  const retired = await findRetired(tx, codes)
  const rows = p.rows.map((r) => (r.id !== null && retired.has(r.id) ? backOnSale(r) : r))
  const of = (result: Row['result']) => rows.filter((r) => r.result === result).length
  const counts = { created: of('new'), changed: of('changed'), same: of('same'), refused: of('refused') }
  if (counts.created + counts.changed + counts.same === 0) throw refused(p.issues)
  // A row whose code cannot be read may be any of those that seem to be gone.
  const named = rows.every((r) => !r.draft.unnamed)
  const gone = feed.retire && named ? await findGone(tx, feed.id, codes) : []
  const found = {
    ...counts,
    retired: gone.length,
    issues: p.issues.toSorted((a, b) => a.row - b.row).slice(0, KEPT),
  }
  const existing = await countActive(tx)
  if (!feed.wanted && tooMuch({ ...found, rows: rows.length, existing }, feed.percent))
    return { ...found, asks: true, done: null }
  const off = gone.map(({ id, code, name }) => ({
    draft: { row: 0, values: { code, name } },
    result: 'changed' as const,
    id,
    was: { active: true },
    now: { active: false },
  }))
  const whole = { ...p, rows: [...rows, ...off] }
  const done = report(await carryOut(tx, job.caller, whole, job.name, new Date(job.now), at), 'produto')
  const made = codesOf(rows.filter((r) => r.result === 'new'))
  await keepBrought(tx, job.caller.company_id, feed.id, codes, made)
  await markRetired(
    tx,
    feed.id,
    gone.map((g) => g.id),
  )
  return { ...found, asks: false, done }
}

// What a feed does with its file, in the transaction of the plan: writes it with the way back that every sheet has, or
// nothing, when so much would change that an admin looks first.
import type { Tx } from '#server/db.ts'
import { countActive, findGone } from './queries.ts'
import { keepBrought } from './writes.ts'
import { tooMuch } from '../../feeds/rules.ts'
import type { FeedAnswer, Job } from '../job.ts'
import { carryOut, type Plan, refused } from '../plan.ts'
import { report } from '../report.ts'

/** Refused rows that a run keeps. */
const KEPT = 50

export async function feedStep(
  tx: Tx,
  job: Job,
  feed: NonNullable<Job['feed']>,
  p: Plan,
  at: (share: number) => void,
): Promise<FeedAnswer> {
  const of = (result: Plan['rows'][number]['result']) => p.rows.filter((r) => r.result === result).length
  const counts = { created: of('new'), changed: of('changed'), same: of('same'), refused: of('refused') }
  if (counts.created + counts.changed + counts.same === 0) throw refused(p.issues)
  const codes = p.rows.map((r) => (r.draft.values.code ?? '').toLowerCase()).filter(Boolean)
  const gone = feed.retire ? await findGone(tx, feed.id, codes) : []
  const found = {
    ...counts,
    retired: gone.length,
    issues: p.issues.toSorted((a, b) => a.row - b.row).slice(0, KEPT),
  }
  const existing = await countActive(tx)
  if (!feed.wanted && tooMuch({ ...found, rows: p.rows.length, existing }, feed.percent))
    return { ...found, asks: true, done: null }
  const off = gone.map(({ id, code, name }) => ({
    draft: { row: 0, values: { code, name } },
    result: 'changed' as const,
    id,
    was: { active: true },
    now: { active: false },
  }))
  const whole = { ...p, rows: [...p.rows, ...off] }
  const done = report(await carryOut(tx, job.caller, whole, job.name, new Date(job.now), at), 'produto')
  await keepBrought(tx, job.caller.company_id, feed.id, codes)
  return { ...found, asks: false, done }
}

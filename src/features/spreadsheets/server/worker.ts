// The child process that works on one sheet and ends: it reads, plans and writes over a connection of
// its own, so that whatever is in a file, the server only hears how far it is and how it ended. When the server goes,
// it goes as well, and nothing was written.
import { readFile } from 'node:fs/promises'
import { lazyTransaction, openPool, type Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { COLUMNS } from '../columns.ts'
import type { RowIssue } from '../rules.ts'
import { carryOutClients, planClients } from './clients.ts'
import { carryOutHistory, planHistory } from './history.ts'
import { feedStep } from './feeds/step.ts'
import type { Answer, Failure, Job, Message } from './job.ts'
import { carryOut, plan, refused } from './plan.ts'
import { previewClients, previewHistory, previewProducts } from './preview.ts'
import { readSheet, type Sheet } from './read.ts'
import { report } from './report.ts'

const say = (message: Message) =>
  new Promise<void>((done) => (process.send as (m: Message, cb: () => void) => void)(message, done))

async function work(job: Job): Promise<Answer> {
  const bytes = await readFile(job.file)
  const sheet = await readSheet(bytes, { columns: COLUMNS[job.kind], tab: job.tab }).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('bad_sheet')
  })
  void say({ at: 0.2 })
  const pool = openPool(job.databaseUrl, 1)
  const { tx, commit, rollback } = lazyTransaction(pool, job.scope)
  try {
    const answer = await STEPS[job.kind](tx, job, sheet)
    await commit()
    return answer
  } catch (error) {
    await rollback()
    throw error
  }
}
/** Whether what a plan found may be written: all of it, or the right rows when the sender said so. */
function fits(job: Job, p: { issues: RowIssue[]; rows: unknown[] }): void {
  if (p.issues.length && (job.act !== 'write right rows' || p.rows.length === 0)) throw refused(p.issues)
  void say({ at: 0.35 })
}
const later = (share: number) => void say({ at: 0.35 + share * 0.6 })
const STEPS: Record<Job['kind'], (tx: Tx, job: Job, sheet: Sheet) => Promise<Answer>> = {
  async products(tx, job, sheet) {
    const p = await plan(tx, job.caller.company_id, sheet.rows, job.asked, job.act !== 'look')
    if (job.act === 'look') return previewProducts(p, sheet)
    if (job.feed) return feedStep(tx, job, job.feed, p, later)
    fits(job, p)
    return report(await carryOut(tx, job.caller, p, job.name, new Date(job.now), later), 'produto')
  },
  async clients(tx, job, sheet) {
    const p = await planClients(tx, sheet.rows, job.asked)
    if (job.act === 'look') return previewClients(p, sheet)
    fits(job, p)
    return report(await carryOutClients(tx, job.caller, p, job.name, new Date(job.now)), 'cliente')
  },
  async orders(tx, job, sheet) {
    const p = await planHistory(tx, sheet.rows, job.asked)
    if (job.act === 'look') return previewHistory(p, sheet)
    fits(job, p)
    return report(await carryOutHistory(tx, job.caller, p, job.name, new Date(job.now), later), 'pedido')
  },
}
function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return { refusal: { code: error.code, message: error.message, extra: error.extra } }
  const e = error as { message?: string; code?: string; detail?: string }
  return { error: { message: e.message ?? String(error), code: e.code, detail: e.detail } }
}
process.on('disconnect', () => process.exit(1))
process.once('message', (job: Job) => {
  void work(job)
    .then(
      (answer) => say({ answer }),
      (error: unknown) => say({ failure: failureOf(error) }),
    )
    .then(() => process.exit(0))
})

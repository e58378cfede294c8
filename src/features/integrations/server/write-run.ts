// What a run writes, and when. In a catalogue of more than a few products its pages are stored until the whole walk was read:
// then what they would take away is counted, and they are written one by one, or the run is held and none is. In a smaller
// catalogue nothing can be taken from too many, and each page is written as it is read.
import { addLog } from '#features/logs/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { hashOf } from '#server/storage.ts'
import { FEW_LOSSES, type Losses, systemOf, tooManyGone, tooManyLosses } from '../rules.ts'
import { applyProducts } from './apply.ts'
import { applyCategories } from './apply_categories.ts'
import { addUp, applyCounted, applyNumbers, emptyLeftOut, retire } from './apply_numbers.ts'
import type { Done, Work } from './applying.ts'
import { countLosses } from './count-losses.ts'
import { ErpFailure, type Read } from './erp/types.ts'
import * as h from './held-runs/queries.ts'
import * as q from './queries.ts'
import { enqueueErp, enqueueRun } from './queue.ts'
import { tellHeld } from './stopped.ts'
import * as w from './writes.ts'

/** Changes made while the last run walked, or by a clock that differs, are asked for again. */
const OVERLAP_MS = 300_000
/** An ERP that ignores the page which is asked for answers the same one without end. Twice may be two pages of variations of
 * one product. */
const MOST_REPEATS = 2

/** Takes what a step read; answers whether another step is to come. */
export async function takePage(kit: Kit, tx: Tx, k: Work, run: w.Claimed, found: Read): Promise<boolean> {
  const again = run.cursor?.again === true
  const last = lastPage(k, run, found)
  const before = run.cursor ? run.cursor.staged : (await h.hasMoreProducts(tx, FEW_LOSSES)) ? 0 : undefined
  const staged = before === undefined ? undefined : before + 1
  const counts =
    staged === undefined ? await writeFound(tx, k, again, found) : await stageFound(tx, k, again, found, staged)
  const at = 'page' in found && (found.page.products || !again) ? found.page.next : null
  const stores = staged !== undefined && { staged }
  if (at !== null || !('page' in found)) return advance(tx, k, { at, again, ...stores, ...(last && { last }) }, counts)
  const whole = run.mode === 'full'
  const plan = staged === undefined ? undefined : await countLosses(tx, k, { pages: staged, whole })
  const gone = plan ? plan.gone : whole ? (await q.findUnseen(tx, k.integration.id, k.run_id)).length : 0
  // What was deleted there while the pages were read moved its neighbours onto pages that had been read: they are not
  // gone, and the products are read once more before anything is.
  if (gone && !again) return advance(tx, k, { at: null, again: true, ...stores }, counts)
  if (!plan) {
    await w.advanceRun(tx, k.run_id, { at, again }, counts, k.now)
    await finish(tx, k, run)
    return false
  }
  if (tooManyLosses(plan.losses, run.allowed)) {
    await w.advanceRun(tx, k.run_id, { at, again }, counts, k.now)
    await hold(kit, tx, k, plan.losses)
    return false
  }
  // What was read is counted once more, as it is written.
  return advance(tx, k, { at: null, ...stores, apply: 1 }, { ...counts, seen: -run.seen })
}
/** What is remembered of a page with rows; throws when it has come too often. */
function lastPage(k: Work, run: w.Claimed, found: Read): w.RunCursor['last'] {
  if (!('page' in found)) return undefined
  const { next: _, ...page } = found.page
  if (![page.products, page.prices, page.stock].some((rows) => rows?.length)) return undefined
  const digest = hashOf(Buffer.from(JSON.stringify(page)))
  const before = run.cursor?.last
  const repeats = before?.digest === digest ? before.repeats + 1 : 0
  if (repeats >= MOST_REPEATS)
    throw new ErpFailure(
      'refused',
      `O ${systemOf(k.integration.type).system_name} responde sempre a mesma página. Paramos a atualização.`,
    )
  return { digest, repeats }
}
/** Writes the next page of those that were stored; answers whether another step is to come. */
export async function writeStaged(tx: Tx, k: Work, run: w.Claimed): Promise<boolean> {
  const n = run.cursor?.apply ?? 1
  const page = await h.findPage(tx, k.run_id, n)
  if (page) {
    const counts = await writeFound(tx, k, page.again, page.found)
    return advance(tx, k, { ...run.cursor, at: null, apply: n + 1 }, counts)
  }
  await finish(tx, k, run)
  return false
}
async function advance(tx: Tx, k: Work, cursor: w.RunCursor, counts: w.Counts): Promise<boolean> {
  await w.advanceRun(tx, k.run_id, cursor, counts, k.now)
  // Asked for with the page that is written, so that a crash here stops nothing.
  await enqueueRun(tx, k.integration.type, k.run_id)
  return true
}
async function stageFound(tx: Tx, k: Work, again: boolean, found: Read, n: number): Promise<w.Counts> {
  await h.addPage(tx, k.company_id, k.run_id, n, again, found)
  const seen = 'page' in found && !again ? (found.page.products?.length ?? 0) : 0
  return { seen, created: 0, changed: 0 }
}
async function writeFound(tx: Tx, k: Work, again: boolean, found: Read): Promise<w.Counts> {
  const counts = { seen: 0, created: 0, changed: 0 }
  const count = async (done: Done) => {
    counts.seen += again ? 0 : done.seen
    counts.created += done.created
    counts.changed += done.changed
    if (done.issues.length) await w.addIssues(tx, k.company_id, k.run_id, done.issues)
  }
  if ('categories' in found) await applyCategories(tx, k, found.categories)
  else {
    const { products, stock, prices, ends } = found.page
    if (products) await count(await applyProducts(tx, k, products))
    if (!again) {
      if (prices) await count(await applyNumbers(tx, k, 'price', prices))
      if (stock) await addUp(tx, k, stock)
      if (stock && found.page.next === null) await count(await applyCounted(tx, k))
      if (ends) await count(await emptyLeftOut(tx, k, ends))
    }
  }
  return counts
}
/** A run that failed wanted photos as well: the products that it read before stand here. */
export async function endRun(tx: Tx, { id, type }: q.IntegrationRow, run: number, how: w.Ended): Promise<void> {
  await w.endRun(tx, run, how)
  await h.dropPages(tx, run)
  await enqueueErp(tx, type, 'sync_photos', { integration: id, run })
}
/** Nothing is written: the admin reads the figures and decides. Told once, not with each run that finds the same. */
async function hold(kit: Kit, tx: Tx, k: Work, losses: Losses): Promise<void> {
  await endRun(tx, k.integration, k.run_id, { status: 'retido', message: '', losses, now: k.now })
  if (!(await h.wasHeldBefore(tx, k.integration.id, k.run_id))) await tellHeld(kit, tx, k.integration, losses)
  await w.trimRuns(tx, k.integration.id)
}
async function finish(tx: Tx, k: Work, run: w.Claimed): Promise<void> {
  const { id, type } = k.integration
  const gone = run.mode === 'full' ? await q.findUnseen(tx, id, k.run_id) : []
  // Losses that the admin allowed are not asked for a second time.
  const asking = gone.length > run.allowed && tooManyGone(gone.length, gone[0]?.linked ?? 0)
  if (gone.length && !asking) await retire(tx, k, gone)
  const ended = {
    status: 'pronto' as const,
    message: '',
    retired: asking ? 0 : gone.length,
    absent: asking ? gone.length : 0,
    now: k.now,
  }
  await endRun(tx, k.integration, k.run_id, ended)
  await w.setSynced(tx, id, {
    run: k.run_id,
    until: new Date(run.started_at.getTime() - OVERLAP_MS),
    now: k.now,
    full: run.mode === 'full',
  })
  const { created = 0, changed = 0 } = (await q.findRun(tx, k.run_id)) ?? {}
  if (created + changed + ended.retired > 0) {
    const told = Object.entries({ created, changed, retired: ended.retired }).filter(([, n]) => n > 0)
    const changes = Object.fromEntries(told.map(([key, n]) => [key, [null, n]]))
    await addLog(
      tx,
      k.company_id,
      { id: null, name: systemOf(type).system_name },
      { action: 'sync', object: 'integration', object_id: id, name: '', changes },
    )
  }
  await w.trimRuns(tx, id)
}

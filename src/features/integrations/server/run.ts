// A run walks through an ERP's lists: each step reads one page outside of any transaction, stores or writes it in one
// together with where to go on (write-run.ts), and asks for the next step. A crash repeats one page at most.
import { randomUUID } from 'node:crypto'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { forEachOf, type PlatformTasks, type Tasks } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { contextOf } from './context.ts'
import { connectors } from './erp/index.ts'
import { asFailure, type Context, ErpFailure, Hung, type Read } from './erp/types.ts'
import { secondsOf } from './erp/values.ts'
import { fetchPhotos } from './photos.ts'
import { pushOrder } from './push.ts'
import * as q from './queries.ts'
import { enqueueOrder, enqueueRun } from './queue.ts'
import { AWAY_SECONDS, stopLink } from './stopped.ts'
import { endRun, takePage, writeStaged } from './write-run.ts'
import * as w from './writes.ts'

/** Milliseconds after which a job lets others come first. */
const LONGEST_JOB = 10_000
const RETRY_SECONDS = 900
/** A list that broke off is asked for soon at first, and then, as it takes calls that the orders need, seldom. */
const SOON = 3
const MOST_WAITS = SOON + 8
const WEEK_MS = 7 * 86_400_000

/** Begins a run in the caller's transaction; throws sync_running when one is under way,
 * integration_off when the link is. */
export async function startRun(
  kit: Kit,
  tx: Tx,
  integration: q.IntegrationRow,
  full: boolean,
  { asked = false, allowed = 0 }: { asked?: boolean; allowed?: number } = {},
): Promise<number> {
  if (!integration.active) throw new Refusal('integration_off')
  if (await q.findOpenRun(tx, integration.id)) throw new Refusal('sync_running')
  const since = full ? null : integration.synced_until
  const id = await w.addRun(tx, integration.company_id, {
    integration_id: integration.id,
    mode: since ? 'delta' : 'full',
    asked_full: asked,
    since,
    allowed,
    now: kit.clock.now(),
  })
  await enqueueRun(tx, integration.type, id)
  return id
}

export const tasks: Tasks = {
  /** Several pages, while they are quick: the next job of a queue waits for the queue's next look. */
  async sync_step({ kit, payload, company_id }) {
    const until = performance.now() + LONGEST_JOB
    while ((await step(kit, company_id, Number(payload.run))) && performance.now() < until);
  },
  erp_order: ({ kit, payload, company_id }) => pushOrder(kit, company_id, Number(payload.order)),
  sync_photos: ({ kit, payload, company_id }) =>
    fetchPhotos(kit, company_id, Number(payload.integration), Number(payload.run)),
}
export const platformTasks: PlatformTasks = {
  /** Runs and orders that waited long enough or lost their server go on; links whose turn it is begin one. */
  sync_watch: {
    cron: '* * * * *',
    irreversible: false,
    async run(kit) {
      const now = kit.clock.now()
      const { stalled, due, orders } = await acrossCompanies(kit.pool, async (tx) => {
        await w.clockBack(tx, now)
        return {
          stalled: await q.findStalledRuns(tx, now),
          due: await q.findDue(tx, now),
          orders: await q.findStalledPushes(tx, now),
        }
      })
      const inside = (company_id: number, work: (tx: Tx) => Promise<unknown>) => () =>
        inCompany(kit.pool, company_id, work)
      // One job for each, however long its line is; one that fails keeps no other waiting.
      const work = [
        ...orders.map((o) => inside(o.company_id, (tx) => enqueueOrder(tx, o.type, o.company_id, o.order_id))),
        ...stalled.map((r) => inside(r.company_id, (tx) => enqueueRun(tx, r.type, r.id))),
        ...due.map((r) => inside(r.company_id, (tx) => startDue(kit, tx, r.id, now))),
        () => acrossCompanies(kit.pool, (tx) => w.watchNext(tx, now)),
      ]
      await forEachOf(work, (one) => one())
    },
  },
}

/** Begins the run of a link whose turn it is; one that somebody began in this moment is that run. */
async function startDue(kit: Kit, tx: Tx, id: number, now: Date): Promise<void> {
  const integration = await q.findIntegration(tx, id)
  if (!integration?.active || (await q.findOpenRun(tx, id))) return
  await startRun(kit, tx, integration, !integration.full_at || now.getTime() - integration.full_at.getTime() > WEEK_MS)
}

/** First the categories, when they are wanted and have a list of their own; then the connector's pages. */
async function read(c: Context, integration: q.IntegrationRow, cursor: w.Claimed['cursor']): Promise<Read> {
  const connector = connectors[integration.type]
  if (cursor === null && integration.sync_categories && !connector.named)
    return { categories: await connector.categories(c) }
  return { page: await connector.page(c, cursor?.at ?? null) }
}
/** One page; answers whether another is to come. */
async function step(kit: Kit, company_id: number, run_id: number): Promise<boolean> {
  const lease = randomUUID()
  const claimed = await inCompany(kit.pool, company_id, async (tx) => {
    const run = await w.claimRun(tx, run_id, lease, kit.clock.now())
    const integration = run && (await q.findIntegration(tx, run.integration_id))
    if (!run || !integration) return undefined
    if (integration.active) return { run, integration, secrets: await q.findSecrets(tx, integration.id) }
    // Switched off since it began: what was read and not written yet is left.
    await endRun(tx, integration, run_id, { status: 'falhou', message: w.LINK_OFF, now: kit.clock.now() })
    return undefined
  })
  if (!claimed) return false
  const { run, integration, secrets } = claimed
  try {
    // What was read as a whole is written without the ERP.
    const c = run.cursor?.apply === undefined && contextOf(kit, integration, secrets, run.since)
    const found = c && (await read(c, integration, run.cursor))
    return await inCompany(kit.pool, company_id, async (tx) => {
      // Taken over meanwhile, or the link is gone: what was read is left.
      if (!(await w.holdsRun(tx, run_id, lease))) return false
      const k = { company_id, run_id, integration, now: kit.clock.now() }
      return found ? takePage(kit, tx, k, run, found) : writeStaged(tx, k, run)
    })
  } catch (error) {
    await inCompany(kit.pool, company_id, async (tx) => {
      if (await w.holdsRun(tx, run_id, lease)) await stop(kit, tx, integration, { ...run, id: run_id }, error)
    })
    if (!(error instanceof ErpFailure)) throw error
    return false
  }
}
/** What a failure means for the run: later, or not without somebody. */
async function stop(
  kit: Kit,
  tx: Tx,
  integration: q.IntegrationRow,
  run: w.Claimed & { id: number },
  error: unknown,
): Promise<void> {
  const now = kit.clock.now()
  const failure = asFailure(error)
  const stops = failure.kind === 'credentials' || failure.kind === 'permission'
  if (stops) await stopLink(kit, tx, integration, failure.message)
  if (stops || failure.kind === 'refused' || (failure.kind === 'silent' && run.waits >= MOST_WAITS))
    return await endRun(tx, integration, run.id, { status: 'falhou', message: failure.message, now })
  const soon = failure.kind === 'silent' && !(failure instanceof Hung) && run.waits < SOON
  const silent = Math.max(soon ? AWAY_SECONDS : RETRY_SECONDS, failure.seconds)
  const seconds = failure.kind === 'silent' ? silent : secondsOf(failure, now)
  await w.waitRun(tx, run.id, failure.message, new Date(now.getTime() + seconds * 1000))
  await w.watchSoon(tx, seconds)
}

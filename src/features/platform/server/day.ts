// The platform's daily work, every hour: each company's own day begins at another one.
// Interrupted, the next hour goes on.
import { keepArchive, purge } from '#features/privacy/server/index.ts'
import { renewAll } from '#features/subscriptions/server/index.ts'
import { forEachOf, type PlatformTasks } from '#server/jobs.ts'
import { sweepDaily } from './sweep.ts'
import { deleteAbandoned, findGoneCompanies, tellTrials } from './trial.ts'
import type { Kit } from '#server/serve.ts'

/** Acts that cannot be taken back: all of them wait while the clock is not believed (docs/decisions/0122). */
async function actForGood(kit: Kit): Promise<void> {
  const now = kit.clock.now()
  await forEachOf(
    [
      () => renewAll(kit, now),
      // The copy first: nothing goes off the air for good without one.
      () => deleteAbandoned(kit, now, (company) => keepArchive(kit, company)),
      async () => forEachOf(await findGoneCompanies(kit, now), (id) => purge(kit, id, now)),
    ],
    (work) => work(),
  )
}
/** Judges the clock by company: a notice with a wrong day cannot be taken back either. */
const noticeTrials = async (kit: Kit) => void (await tellTrials(kit, kit.clock.now()))

/** All of an hour's work. */
export const platformDay = (kit: Kit): Promise<void> => forEachOf([noticeTrials, actForGood], (work) => work(kit))
export const platformTasks: PlatformTasks = {
  trial_notices: { cron: '5 * * * *', irreversible: false, run: noticeTrials },
  platform_day: { cron: '5 * * * *', irreversible: true, run: actForGood },
  platform_sweep: { cron: '35 * * * *', irreversible: true, run: sweepDaily },
}

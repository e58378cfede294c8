// The platform's daily work, every hour: each company's own day begins at another one.
// Interrupted, the next hour goes on.
import { keepArchive, purge } from '#features/privacy/server/index.ts'
import { renewAll } from '#features/subscriptions/server/index.ts'
import { forEachOf, type PlatformTasks } from '#server/jobs.ts'
import { sweepDaily } from './sweep.ts'
import { deleteAbandoned, findGoneCompanies, tellTrials } from './trial.ts'
import type { Kit } from '#server/serve.ts'

export async function platformDay(kit: Kit): Promise<void> {
  const now = kit.clock.now()
  await forEachOf(
    [
      () => tellTrials(kit, now),
      () => renewAll(kit, now),
      // The copy first: nothing goes off the air for good without one.
      () => deleteAbandoned(kit, now, (company) => keepArchive(kit, company)),
      async () => forEachOf(await findGoneCompanies(kit, now), (id) => purge(kit, id, now)),
    ],
    (work) => work(),
  )
}
export const platformTasks: PlatformTasks = {
  platform_day: { cron: '5 * * * *', irreversible: true, run: platformDay },
  platform_sweep: { cron: '35 * * * *', irreversible: true, run: sweepDaily },
}

import { acrossCompanies, inCompany } from '#server/db.ts'
import { forEachOf, type PlatformTasks } from '#server/jobs.ts'
import { findStale } from './queries.ts'
import { renewFigures } from './renew.ts'

export const platformTasks: PlatformTasks = {
  /** What was ordered is counted before somebody asks. */
  renew_figures: {
    cron: '*/5 * * * *',
    irreversible: false,
    async run(kit) {
      await forEachOf(await acrossCompanies(kit.pool, findStale), async (company) => {
        while (await inCompany(kit.pool, company, (tx) => renewFigures(tx, company)));
      })
    },
  },
}

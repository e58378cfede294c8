import { acrossCompanies } from '#server/db.ts'
import type { PlatformTasks } from '#server/jobs.ts'
import { sweepOpenings } from './writes.ts'

const AT_ONCE = 5000
export const platformTasks: PlatformTasks = {
  /** Openings are kept for 90 days. */
  sweep_openings: {
    cron: '50 * * * *',
    async run(kit) {
      while ((await acrossCompanies(kit.pool, (tx) => sweepOpenings(tx, kit.clock.now(), AT_ONCE))) === AT_ONCE);
    },
  },
}

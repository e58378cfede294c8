// Whoever has a visit before them is told: of one with an hour an hour before, of the others once in the morning.
import { tellPeople } from '#features/notices/server/index.ts'
import { acrossCompanies, inCompany } from '#server/db.ts'
import { forEachOf, type PlatformTasks } from '#server/jobs.ts'
import { findNear } from './queries.ts'

export const platformTasks: PlatformTasks = {
  tell_visits: {
    cron: '*/10 * * * *',
    irreversible: false,
    async run(kit) {
      const now = kit.clock.now()
      const near = await acrossCompanies(kit.pool, (tx) => findNear(tx, now))
      const companies = Map.groupBy(near, (v) => v.company_id)
      await forEachOf([...companies], ([company, visits]) =>
        inCompany(kit.pool, company, (tx) =>
          tellPeople(
            tx,
            now,
            visits.map((v) => ({
              kind: 'visit',
              word: 'visita',
              to: [v.seller_id],
              name: v.others > 0 ? `${v.name} +${v.others}` : v.name,
              about: v.client_id,
              href: v.at === null ? '/visitas' : `/visitas/${v.key}`,
              // Moved to another hour it is told again; told twice by two runs it is once.
              key: v.at === null ? `visitas-${v.day}` : `visita-${v.key}-${v.day}-${v.at}`,
            })),
          ),
        ),
      )
    },
  },
}

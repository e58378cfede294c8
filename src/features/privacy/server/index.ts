// Front door of privacy for other features.
import { rm } from 'node:fs/promises'
import { acrossCompanies } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import type { Tasks } from '#server/jobs.ts'
import { keepArchive, keptPath } from './archive.ts'
import { purgeCompany } from './writes.ts'

export { keepArchive } from './archive.ts'
export { routes } from './routes.ts'
export const tasks: Tasks = {
  /** The copy that stays when a company is deleted. */
  keep_archive: ({ kit, company_id }) => keepArchive(kit, company_id),
}
/** What is left of a company that was deleted 30 days ago goes: rows, photos that nobody else has, the copy. Doing it again does no harm. */
export async function purge(kit: Kit, company: number, now: Date): Promise<void> {
  const hashes = await acrossCompanies(kit.pool, (tx) => purgeCompany(tx, company, now))
  for (const hash of hashes) await kit.storage.removeAll(hash)
  await rm(keptPath(kit, company), { force: true })
}

// Front door of privacy for other features.
import type { Tasks } from '#server/jobs.ts'
import { forgetMail } from '#server/mail.ts'
import { keepArchive } from './archive.ts'
import { removeUnused } from './purge.ts'

export { companyOfCopy, copyOf, keepArchive } from './archive.ts'
export { purge, removeUnused } from './purge.ts'
export { routes } from './routes.ts'
export const tasks: Tasks = {
  /** The copy that stays when a company is deleted. */
  keep_archive: ({ kit, company_id }) => keepArchive(kit, company_id),
  /** The files of a person's picture whose row is gone; tried again until it is done. */
  remove_picture: async ({ kit, payload }) => void (await removeUnused(kit, [String(payload.hash)], kit.clock.now())),
  /** Mails of an erased person that no mail server took. */
  async forget_mails({ kit, payload }) {
    for (const key of payload.mails as string[]) await forgetMail(kit.config.dataDir, key)
  },
}

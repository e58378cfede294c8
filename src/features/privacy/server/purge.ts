// The end of a company that was deleted 30 days ago. Files go before the rows that name them,
// and rows in pieces that a big company's fit into: killed anywhere, the next hour finds what is left and goes on.
import { acrossCompanies } from '#server/db.ts'
import { forgetMail } from '#server/mail.ts'
import type { Kit } from '#server/serve.ts'
import { sideBySide } from '#server/side_by_side.ts'
import { copyOf } from './archive.ts'
import { filesOfGone, unusedFiles } from './queries.ts'
import { purgeCompany, purgeRows, purgeTraces } from './writes.ts'

/** Of one transaction, which the database cuts off when S3 keeps it waiting for long. */
const FILES_AT_ONCE = 16
const ROWS_AT_ONCE = 2000

export async function purge(kit: Kit, company: number, now: Date): Promise<void> {
  await purgeFilesOf(kit, company, now)
  await purgeRowsOf(kit, company, now)
}
/** Everything on disk or in S3: pictures that nobody else has, PDFs, mails, the copy of everything. */
export async function purgeFilesOf(kit: Kit, company: number, now: Date): Promise<void> {
  const { files, mails } = await acrossCompanies(kit.pool, (tx) => filesOfGone(tx, company, now))
  await removeUnused(kit, files, now, company)
  for (const key of mails) await forgetMail(kit.config.dataDir, key)
  await kit.storage.remove(copyOf(company))
}
/** Everything in the database, but for invoices and its address. */
export async function purgeRowsOf(kit: Kit, company: number, now: Date): Promise<void> {
  await acrossCompanies(kit.pool, (tx) => purgeTraces(tx, company, now))
  while ((await acrossCompanies(kit.pool, (tx) => purgeRows(tx, company, now, ROWS_AT_ONCE))) > 0);
  await acrossCompanies(kit.pool, (tx) => purgeCompany(tx, company, now))
}
/** Removes those of these pictures and PDFs that nobody needs (but the company `except`); answers how many went. */
export async function removeUnused(
  kit: Kit,
  names: string[],
  now: Date,
  except: number | null = null,
): Promise<number> {
  let removed = 0
  for (let at = 0; at < names.length; at += FILES_AT_ONCE)
    await acrossCompanies(kit.pool, async (tx) => {
      const unused = await unusedFiles(tx, names.slice(at, at + FILES_AT_ONCE), now, except)
      await sideBySide(unused.values(), kit.storage.removeAll)
      removed += unused.length
    })
  return removed
}

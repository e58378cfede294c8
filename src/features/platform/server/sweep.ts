// Once a day what nobody needs any more goes: rows whose time is over, files that no row names, files that were never
// finished. Interrupted, the next hour begins again; its figures stand in the platform's log.
import { rm } from 'node:fs/promises'
import { companyOfCopy, copyOf, removeUnused } from '#features/privacy/server/index.ts'
import { acrossCompanies } from '#server/db.ts'
import { outboxOf } from '#server/mail.ts'
import type { Kit } from '#server/serve.ts'
import { filesBefore, HALF } from '#server/storage.ts'
import { findErased, sweptAt } from './queries.ts'
import { KINDS } from '#shared/retention.ts'
import { addSweep, type Swept, sweepKind } from './writes.ts'

const HOUR = 3_600_000
const ROWS_AT_ONCE = 5000
/** A picture, an icon of its or a PDF by the file's name: its content, or the token of its link. Any other name was never finished. */
const STORED =
  /^(p[0-9a-f]{31}|[0-9a-f]{32})-(?:original\.\w+|\d+\.webp|share\.jpg|icon[0-9a-f]{8}-\w+\.png)$|^([\w-]+)-catalog(?:\.\d+)?\.pdf$/

/** The day's sweep, unless it was done. */
export async function sweepDaily(kit: Kit): Promise<void> {
  const now = kit.clock.now()
  const last = await acrossCompanies(kit.pool, sweptAt)
  const since = last ? now.getTime() - last.getTime() : Infinity
  // One of a moment to come was made by a wrong clock: it would be waited for.
  if (since >= -HOUR && since < 23 * HOUR) return
  const swept = { ...(await sweepRows(kit, now)), ...(await sweepFiles(kit, now)) }
  await acrossCompanies(kit.pool, (tx) => addSweep(tx, swept, now))
}
export async function sweepRows(kit: Kit, now: Date): Promise<Swept> {
  const sum: Swept = {}
  for (const kind of KINDS)
    for (let many = ROWS_AT_ONCE; many === ROWS_AT_ONCE; sum[kind] = (sum[kind] ?? 0) + many)
      many = await acrossCompanies(kit.pool, (tx) => sweepKind(tx, kind, now, kit.config.retention[kind], ROWS_AT_ONCE))
  return sum
}
/** Only what has stood for a day: a picture that is being uploaded has no row yet. */
async function sweepFiles(kit: Kit, now: Date): Promise<Swept> {
  const sum = { files: 0, halves: 0, archives: 0, outbox: 0 }
  const yesterday = new Date(now.getTime() - 24 * HOUR)
  const finish = async (half: string) => {
    await rm(half, { force: true })
    sum.halves++
  }
  for await (const written of kit.storage.writtenBefore(yesterday)) {
    const names = new Set<string>()
    const copies: number[] = []
    for (const name of written) {
      const [, hash, token] = STORED.exec(name) ?? []
      const company = companyOfCopy(name)
      if (hash ?? token) names.add((hash ?? token) as string)
      else if (company > 0) copies.push(company)
      else await finish(kit.storage.path(name))
    }
    sum.files += await removeUnused(kit, [...names], now)
    for (const id of await acrossCompanies(kit.pool, (tx) => findErased(tx, copies))) {
      await kit.storage.remove(copyOf(id))
      sum.archives++
    }
  }
  sum.halves += await kit.storage.tidy(yesterday)
  const outbox = outboxOf(kit.config.dataDir)
  for (const path of await filesBefore(outbox, yesterday)) if (path.endsWith(HALF)) await finish(path)
  const old = new Date(now.getTime() - kit.config.retention.mails * 24 * HOUR)
  for (const path of await filesBefore(outbox, old)) {
    await rm(path, { force: true })
    sum.outbox++
  }
  return sum
}

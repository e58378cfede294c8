// Part of the daily work: who is told what about a trial, and what becomes of one that nobody paid.
import { showDay } from '#shared/day.ts'
import { subscribeHref } from '#features/companies/rules.ts'
import { queueMail } from '#features/mails/server/index.ts'
import type { Template } from '#features/mails/words.ts'
import { trustedMoment } from '#server/clock-watch.ts'
import { acrossCompanies } from '#server/db.ts'
import { forEachOf } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { noticeFor } from '../rules.ts'
import { findAbandoned, findGone, findTrials } from './queries.ts'
import { addNotices, markAbandoned } from './writes.ts'

const AT_ONCE = 500
/**
 * Tells the people of trials what their day is about: each step once, in the company's own
 * day, from eight in the morning on. A step that was missed while the server was down is not told late; the day's
 * own is. While the clock is not believed, a notice waits where the last believed moment has another day. Works in pieces
 * that are each whole.
 */
export async function tellTrials(kit: Kit, now: Date): Promise<number> {
  let told = 0
  for (let after = 0; ; ) {
    const more = await acrossCompanies(kit.pool, async (tx) => {
      const trials = await findTrials(tx, { now, trusted: await trustedMoment(tx, kit.pool, now) }, after, AT_ONCE)
      after = trials.at(-1)?.id ?? 0
      const due = trials.flatMap((c) => {
        const kind = noticeFor(c.days)
        return kind ? [{ ...c, kind }] : []
      })
      const fresh = new Set((await addNotices(tx, due, now)).map((n) => n.company_id))
      for (const c of due.filter((d) => fresh.has(d.id))) {
        told++
        if (!c.email) continue
        const href = subscribeHref(c)
        await queueMail(tx, c.id, {
          key: `${c.kind}-${c.id}-${c.valid_until}`,
          to: c.email,
          template: c.kind as Template,
          language: c.language,
          params: { company: c.name, days: String(c.days), left: String(c.days - 7), until: showDay(c.valid_until) },
          href: href.startsWith('/') ? `${kit.config.publicUrl}${href}` : href,
        })
      }
      return trials.length === AT_ONCE
    })
    if (!more) return told
  }
}
/** Takes trials off the air that ended 30 days ago and whose people were told three times,
 * each after `keep` has copied it. Writing the
 * copies may take hours: each is asked again. */
export async function deleteAbandoned(kit: Kit, now: Date, keep: (company: number) => Promise<void>): Promise<void> {
  await forEachOf(await acrossCompanies(kit.pool, (tx) => findAbandoned(tx, now)), async ({ id }) => {
    await keep(id)
    await acrossCompanies(kit.pool, (tx) => markAbandoned(tx, id, now))
  })
}
export const findGoneCompanies = async (kit: Kit, now: Date) =>
  (await acrossCompanies(kit.pool, (tx) => findGone(tx, now))).map((c) => c.id)

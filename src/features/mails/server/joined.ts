// Mails above a limit: those that one address waits for leave as one, which names each and leads to it.
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { forEachOf, type PlatformTasks } from '#server/jobs.ts'
import { wordsOf } from '../rules.ts'
import { nameOf } from './queries.ts'
import { addMail, findHeld, type HeldFor, lockHeld, type MailRow, markJoined, releaseMail } from './writes.ts'

/** Mails that one names at most; the others come with the next. */
const MOST_JOINED = 100

/** What a mail is called in one that joins several, and where it leads. */
function linesOf({ template, language, params }: MailRow): [string, string][] {
  const { links, href = '', rows: _rows, enclosed: _enclosed, secret: _secret, ...words } = params
  return links ?? [[wordsOf(template, language, words).subject, href]]
}
async function join(tx: Tx, { company_id, recipient, own }: HeldFor): Promise<void> {
  const held = await lockHeld(tx, company_id, recipient, MOST_JOINED)
  const [first] = held
  if (!first) return
  // To an address of the company's own a single one would meet the same limit again.
  if (held.length === 1 && (!own || first.template === 'joined')) return void (await releaseMail(tx, first.id))
  const links = held.flatMap(linesOf)
  await markJoined(
    tx,
    company_id,
    held.map((m) => m.id),
  )
  await addMail(tx, company_id, {
    key: `juntos-${company_id}-${first.id}`,
    recipient,
    language: first.language,
    template: 'joined',
    params: { company: await nameOf(tx, company_id), links },
  })
}
export const platformTasks: PlatformTasks = {
  join_mails: {
    cron: '*/10 * * * *',
    irreversible: false,
    async run(kit) {
      const due = await acrossCompanies(kit.pool, (tx) => findHeld(tx, kit.clock.now()))
      await forEachOf(due, (held) => inCompany(kit.pool, held.company_id, (tx) => join(tx, held)))
    },
  },
}

// Front door of mails for other features: what is queued here is sent once, later, by send_mail.
import type { Tx } from '#server/db.ts'
import { LANGUAGES, type Language } from '../languages.ts'
import type { Template } from '../words.ts'
import type { Enclosure } from './enclosed.ts'
import { addMail, addMailToOperators } from './writes.ts'

export { person } from './person.ts'
export { encloses } from './enclosed.ts'
export { routes } from './routes.ts'
export { askConfirmation } from './addresses.ts'
export { findWaiting } from './queries.ts'
export { tasks } from './jobs.ts'
export { platformTasks } from './joined.ts'
/** Lines of a table inside the mail, where its button leads, where the same is a PDF, and the file itself. */
interface Beside {
  rows?: [string, string][]
  href?: string
  paper?: string
  enclosed?: Enclosure
  /** The button's address, or lines, that leave the queue with the mail. */
  secret?: string | [string, string][]
}
/** Queues a mail in the caller's transaction, to each address of `to` (separated by commas); the
 * same `key` is the same mail. */
export async function queueMail(
  tx: Tx,
  company: number | null,
  mail: { key: string; to: string; template: Template; language?: string; params: Record<string, string> } & Beside,
): Promise<void> {
  const language = LANGUAGES.includes(mail.language as Language) ? (mail.language as Language) : 'pt'
  const { rows, href, paper, enclosed, secret } = mail
  const params = {
    ...mail.params,
    ...(rows && { rows }),
    ...(href && { href }),
    ...(paper && { paper }),
    ...(enclosed && { enclosed }),
    ...(secret && { secret }),
  }
  for (const [i, recipient] of mail.to
    .split(/[,;]\s*/)
    .filter(Boolean)
    .entries())
    await addMail(tx, company, {
      key: i ? `${mail.key}-${i + 1}` : mail.key,
      recipient,
      language,
      template: mail.template,
      params,
    })
}
/** Queues a mail to every operator of the platform, whichever company the transaction works
 * in; the company does not see it. */
export async function tellOperators(
  tx: Tx,
  mail: { key: string; template: Template; params: Record<string, string> } & Beside,
): Promise<void> {
  await addMailToOperators(tx, mail.key, mail.template, {
    ...mail.params,
    ...(mail.rows && { rows: mail.rows }),
    ...(mail.href && { href: mail.href }),
  })
}

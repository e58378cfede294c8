// The link to choose another password: one hour, once, its host from the configuration and never from the request.
import { queueMail } from '#features/mails/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { newToken, tokenHash } from '#server/session.ts'
import { addPasswordToken } from './writes.ts'

interface Account {
  user_id: number
  company_id: number | null
  name: string
  company_name: string
  language: string
}
/** Queues one mail that names all accounts of the e-mail, with a link to each; the links leave the queue with the mail
 * (`secret`). */
export async function sendPasswordLinks(
  kit: Kit,
  tx: Tx,
  accounts: readonly Account[],
  email: string,
  now: Date,
): Promise<void> {
  const [first] = accounts
  if (!first) return
  const links: [string, string][] = []
  for (const { user_id, company_name } of accounts) {
    const token = newToken(kit.config.appKey)
    await addPasswordToken(tx, tokenHash(token), user_id, new Date(now.getTime() + 3_600_000))
    links.push([company_name, `${kit.config.publicUrl}/session/reset#${token}`])
  }
  const one = links.length === 1
  await queueMail(tx, one ? first.company_id : null, {
    key: `senha-${first.user_id}-${now.getTime()}`,
    to: email,
    template: one ? 'password' : 'passwords',
    language: first.language,
    params: { name: first.name, company: first.company_name },
    secret: one ? (links[0]?.[1] ?? '') : links,
  })
}

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
/** Queues the mail with the link; the link itself leaves the queue with the mail (`secret`). */
export async function sendPasswordLink(kit: Kit, tx: Tx, account: Account, email: string, now: Date): Promise<void> {
  const token = newToken(kit.config.appKey)
  await addPasswordToken(tx, tokenHash(token), account.user_id, new Date(now.getTime() + 3_600_000))
  await queueMail(tx, account.company_id, {
    key: `senha-${account.user_id}-${now.getTime()}`,
    to: email,
    template: 'password',
    language: account.language,
    params: {
      name: account.name,
      company: account.company_name,
      secret: `${kit.config.publicUrl}/session/reset#${token}`,
    },
  })
}

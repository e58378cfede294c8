import type { Tasks } from '#server/jobs.ts'
import { renderMail } from '../rules.ts'
import { drawEnclosed } from './enclosed.ts'
import { closeMail, takeMail } from './writes.ts'

interface Refused {
  responseCode?: number
  /** What it answers. */
  command?: string
  response?: string
}
const codeOf = (error: unknown) => (error as Refused).responseCode ?? 0
/** Whether the server refuses this very mail for good. A password, a sender or a quota that it does not like, and mail for
 * others that it does not carry, are between it and us: every mail would be thrown away over it. */
function isReturned(error: unknown): boolean {
  const { command = '', response = '' } = error as Refused
  return codeOf(error) >= 500 && ['RCPT TO', 'DATA'].includes(command) && !/relay/i.test(response)
}
/** Answers of a server that finds a message too large (RFC 5321, 1870; 554 is also what it says of what it dislikes). */
const TOO_LARGE = [523, 552, 554]

export const tasks: Tasks = {
  /**
   * Sends one mail. A server that is down, or refuses whatever it is, is tried again, for more than two days; an
   * address that the server refuses for good is noted and left. The mail is marked as soon as the server has taken
   * it; its Message-ID never changes. A file that the server does not take stays behind.
   */
  async send_mail({ kit, payload }) {
    const mail = await takeMail(kit.db, Number(payload.mail_id))
    if (!mail) return
    const { rows = [], enclosed, secret, href = secret ?? '', paper = '', ...params } = mail.params
    const file = enclosed && mail.company_id ? await drawEnclosed(kit, mail.company_id, enclosed) : null
    const message = {
      key: mail.key,
      to: mail.recipient,
      ...renderMail({ template: mail.template, language: mail.language, params, rows, href, paper }),
    }
    try {
      await kit.sendMail({ ...message, ...(file && { enclosed: file }) }).catch(async (error: unknown) => {
        if (!file || !TOO_LARGE.includes(codeOf(error))) throw error
        await kit.sendMail(message)
      })
    } catch (error) {
      if (!isReturned(error)) throw error
      await closeMail(kit.db, mail.id, 'devolvida', `${codeOf(error)} ${(error as Error).message}`, kit.clock.now())
      return
    }
    await closeMail(kit.db, mail.id, 'enviada', '', kit.clock.now())
  },
}

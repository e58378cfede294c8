import type { Tasks } from '#server/jobs.ts'
import { renderMail } from '../rules.ts'
import { drawEnclosed } from './enclosed.ts'
import { admitMail, anyMailAway, askAgain, closeMail, hurryMails, mailIsAway, takeMail } from './writes.ts'

interface Refused {
  code?: string
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
/** Whether it got no further than the door: no connection, no greeting, no sign-in, or a line that ended before a byte of
 * the mail was sent. Who says yes there says yes to all. */
const isAway = (error: unknown) => {
  const { command, code } = error as Refused
  return command ? /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command) : code === 'ECONNECTION'
}
/** Seconds until it is asked again whether it is there. One that was told a wrong password too often shuts the door. */
const ASK = { there: 10, away: 10, 'wrong password': 300 }
/** How often what waited is hurried when the mail server is back: once more for what was under way in that moment. A
 * mail that breaks the line by itself is hurried no further. */
const HURRIES = 2
/** Answers of a server that finds a message too large (RFC 5321, 1870; 554 is also what it says of what it dislikes). */
const TOO_LARGE = [523, 552, 554]

export const tasks: Tasks = {
  /**
   * Sends one mail. A server that is down, or refuses whatever it is, is tried again, for more than two days; an
   * address that the server refuses for good is noted and left. The mail is marked as soon as the server has taken
   * it; its Message-ID never changes. A file that the server does not take stays behind.
   */
  send_mail: {
    mails: true,
    async run({ kit, payload }) {
      const id = Number(payload.mail_id)
      if (!(await admitMail(kit.db, id, kit.config.limits, kit.clock.now()))) return
      const mail = await takeMail(kit.db, id)
      if (!mail) return
      const { enclosed, secret = '', paper = '', ...written } = mail.params
      const hidden = typeof secret === 'string' ? { href: secret } : { links: secret }
      const { rows = [], links = [], href = '', ...params } = { ...hidden, ...written }
      const file = enclosed && mail.company_id ? await drawEnclosed(kit, mail.company_id, enclosed) : null
      const message = {
        key: mail.key,
        written: mail.created_at,
        to: mail.recipient,
        ...renderMail({ template: mail.template, language: mail.language, params, rows, links, href, paper }),
      }
      try {
        await kit.sendMail({ ...message, ...(file && { enclosed: file }) }).catch(async (error: unknown) => {
          if (!file || !TOO_LARGE.includes(codeOf(error))) throw error
          await kit.sendMail(message)
        })
      } catch (error) {
        if (isAway(error)) await mailIsAway(kit.db, mail.id)
        if (!isReturned(error)) throw error
        await closeMail(kit.db, mail.id, 'devolvida', `${codeOf(error)} ${(error as Error).message}`, kit.clock.now())
        return
      }
      await closeMail(kit.db, mail.id, 'enviada', '', kit.clock.now())
    },
  },
  /**
   * Asks whether the mail server is back, while a mail waits for that, and lets all of them go at once: their own waits
   * have grown to hours. A server that was there whenever it was asked is not what they wait for.
   */
  async ask_mail_server({ kit, payload }) {
    if (!(await anyMailAway(kit.db))) return
    const is = await kit.askMailServer()
    const left = is === 'there' ? Number(payload.left) - 1 : HURRIES
    if (left < 0) return
    if (is === 'there') await hurryMails(kit.db)
    await askAgain(kit.db, left, ASK[is])
  },
}

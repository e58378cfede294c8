import type { Tasks } from '#server/jobs.ts'
import { renderMail } from '../rules.ts'
import { closeMail, takeMail } from './writes.ts'

export const tasks: Tasks = {
  /**
   * Sends one mail. A server that is down is tried again, for more than two days; an
   * address that the server refuses for good is noted and left. The mail is marked as soon as the server has taken
   * it; its Message-ID never changes.
   */
  async send_mail({ kit, payload }) {
    const mail = await takeMail(kit.db, Number(payload.mail_id))
    if (!mail) return
    const { rows = [], secret, href = secret ?? '', paper = '', ...params } = mail.params
    try {
      await kit.sendMail({
        key: mail.key,
        to: mail.recipient,
        ...renderMail({ template: mail.template, language: mail.language, params, rows, href, paper }),
      })
    } catch (error) {
      const { responseCode = 0, message } = error as { responseCode?: number; message: string }
      if (responseCode < 500) throw error
      await closeMail(kit.db, mail.id, 'devolvida', `${responseCode} ${message}`, kit.clock.now())
      return
    }
    await closeMail(kit.db, mail.id, 'enviada', '', kit.clock.now())
  },
}

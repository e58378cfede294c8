// Mail goes through SMTP when configured, else into an outbox folder that a person can read.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'

interface Mail {
  /** Same key, same mail: sent twice it is one file, one Message-ID. */
  key: string
  to: string
  subject: string
  text: string
  html?: string
}
export type SendMail = (mail: Mail) => Promise<void>

export function mailer(smtpUrl: string, outbox: string, from = 'Mostruário <nao-responda@mostruario.test>'): SendMail {
  const messageId = (key: string) => `<${key.replace(/[^\w.-]/g, '-')}@mostruario>`
  let transport: Transporter | undefined
  // Loaded with the first mail: the screens do not wait for it.
  const open = async () => (transport ??= (await import('nodemailer')).createTransport(smtpUrl || { streamTransport: true, buffer: true }))
  return async (mail) => {
    const built = await (await open()).sendMail({
      from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      ...(mail.html && { html: mail.html }),
      messageId: messageId(mail.key),
      textEncoding: 'base64',
    })
    if (smtpUrl) return
    await mkdir(outbox, { recursive: true })
    const name = join(outbox, `${mail.key.replace(/[^\w.-]/g, '-')}.eml`)
    await writeFile(`${name}.part`, built.message as Buffer)
    await writeFile(name.replace(/\.eml$/, '.txt'), `Para: ${mail.to}\nAssunto: ${mail.subject}\n\n${mail.text}\n`)
    await rename(`${name}.part`, name)
  }
}

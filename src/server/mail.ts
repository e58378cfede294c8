// Mail goes through SMTP when configured, else into an outbox folder that a person can read.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { calling, traced } from './trace.ts'

interface Mail {
  /** Same key, written at the same moment: the same mail. Sent twice it is one file, one Message-ID; an order that has
   * the number of one that a restore did not bring back is another. */
  key: string
  written: Date
  to: string
  subject: string
  text: string
  html?: string
  /** A file that comes along; its name says what it is. */
  enclosed?: { name: string; bytes: Buffer }
}
type SendMail = (mail: Mail) => Promise<void>
export interface Post {
  sendMail: SendMail
  /** Whether the mail server takes the line, greets and lets us in; a folder always does. */
  askMailServer(): Promise<'there' | 'away' | 'wrong password'>
  /** Closes the connections that are kept open for the next mail. */
  closeMail(): void
}

/** Where mail goes that no server takes, of a data folder. */
export const outboxOf = (dataDir: string) => join(dataDir, 'mail')
const inOutbox = (outbox: string, key: string) => join(outbox, key.replace(/[^\w.-]/g, '-'))
/** Takes a mail out of the outbox. */
export async function forgetMail(dataDir: string, key: string): Promise<void> {
  for (const ending of ['eml', 'txt', 'eml.part', 'txt.part'])
    await rm(`${inOutbox(outboxOf(dataDir), key)}.${ending}`, { force: true })
}
/** What a mail server has, in ms, to take the line, to greet, and between two words. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** Its address, with an end to every wait that has none of its own there. */
export function withPatience(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const [name, ms] of Object.entries(PATIENCE))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  return url.href
}
/** `connections`: how many are opened to the mail server at most. */
export function mailer(smtpUrl: string, outbox: string, from: string, connections: number): Post {
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'mostruario'
  const messageId = ({ key, written }: Mail) => `<${key.replace(/[^\w.-]/g, '-')}.${written.getTime()}@${host}>`
  let transport: Transporter | undefined
  // Loaded with the first mail: the screens do not wait for it.
  const open = async () =>
    (transport ??= (await import('nodemailer')).createTransport(
      smtpUrl
        ? { url: withPatience(smtpUrl), pool: true, maxConnections: connections, maxRequeues: 1 }
        : { streamTransport: true, buffer: true },
    ))
  const sendMail: SendMail = async (mail) => {
    const sender = await open()
    const built = await traced(calling('MAIL', smtpUrl), () =>
      sender.sendMail({
        from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        ...(mail.html && { html: mail.html }),
        ...(mail.enclosed && { attachments: [{ filename: mail.enclosed.name, content: mail.enclosed.bytes }] }),
        messageId: messageId(mail),
        textEncoding: 'base64',
      }),
    )
    if (smtpUrl) return
    await mkdir(outbox, { recursive: true })
    const name = inOutbox(outbox, mail.key)
    // Who reads the folder meanwhile, or after a crash, never finds half a mail.
    const files = { txt: `Para: ${mail.to}\nAssunto: ${mail.subject}\n\n${mail.text}\n`, eml: built.message as Buffer }
    for (const [ending, text] of Object.entries(files)) {
      await writeFile(`${name}.${ending}.part`, text)
      await rename(`${name}.${ending}.part`, `${name}.${ending}`)
    }
  }
  return {
    sendMail,
    async askMailServer() {
      const sender = await open()
      if (!smtpUrl) return 'there'
      return await sender.verify().then(
        () => 'there',
        ({ command = '', responseCode = 0 }: { command?: string; responseCode?: number }) =>
          command.startsWith('AUTH') && responseCode >= 500 ? 'wrong password' : 'away',
      )
    },
    closeMail: () => transport?.close(),
  }
}

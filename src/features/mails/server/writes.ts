import type { Tx } from '#server/db.ts'
import type { Language } from '../languages.ts'
import type { Template } from '../words.ts'
import type { Enclosure } from './enclosed.ts'

export interface MailRow {
  id: number
  company_id: number | null
  key: string
  recipient: string
  language: Language
  template: Template
  params: { rows?: [string, string][]; enclosed?: Enclosure; href?: string; secret?: string } & Record<string, never>
  tries: number
  created_at: Date
}
export const addMail = (
  tx: Tx,
  company: number | null,
  m: { key: string; recipient: string; language: Language; template: Template; params: object },
) => tx.sql`
  select app.add_mail(${company}, ${m.key}, ${m.recipient}, ${m.language}, ${m.template},
    ${JSON.stringify(m.params)}::jsonb)`
export const addMailToOperators = (tx: Tx, key: string, template: Template, params: object) => tx.sql`
  select app.tell_operators(${key}, ${template}, ${JSON.stringify(params)}::jsonb)`
export const takeMail = (db: Tx, id: number) => db.first<MailRow>`select * from app.take_mail(${id})`
/** A mail that did not get as far as the mail server: it is asked until it is back. */
export const mailIsAway = (db: Tx, id: number) => db.sql`select app.mail_is_away(${id})`
export const anyMailAway = async (db: Tx) =>
  (await db.first<{ away: boolean }>`select app.mails_are_away() as away`)?.away === true
export const hurryMails = (db: Tx) => db.sql`select app.hurry_mails()`
export const askAgain = (db: Tx, left: number, seconds: number) =>
  db.sql`select app.ask_mail_server(${left}, ${seconds})`
export const closeMail = (db: Tx, id: number, status: 'enviada' | 'devolvida', note: string, now: Date) =>
  db.sql`select app.close_mail(${id}, ${status}, ${note}, ${now})`

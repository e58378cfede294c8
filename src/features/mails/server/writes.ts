import type { RateLimits } from '#server/config.ts'
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
  params: {
    rows?: [string, string][]
    enclosed?: Enclosure
    href?: string
    secret?: string
    links?: [string, string][]
  } & Record<string, never>
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
/** Counts a mail against the limits before its first try; false when it waits. */
export const admitMail = async (db: Tx, id: number, limits: RateLimits, now: Date): Promise<boolean> => {
  const most = {
    trial_day: limits.mail_trial_day,
    trial_recipient: limits.mail_trial_recipient,
    day: limits.mail_day,
    recipient: limits.mail_recipient,
    stranger: limits.mail_stranger,
  }
  const row = await db.first<{ admitted: boolean }>`
    select app.admit_mail(${id}, ${now}, ${JSON.stringify(most)}::jsonb) as admitted`
  return row?.admitted === true
}
export interface HeldFor {
  company_id: number
  recipient: string
  /** Whether the address is the company's own. */
  own: boolean
}
export const findHeld = (tx: Tx, now: Date) => tx.sql<HeldFor>`select * from app.due_held_mails(${now})`
/** Mails that one address waits for, locked. */
export const lockHeld = (tx: Tx, company: number, recipient: string, most: number) => tx.sql<MailRow>`
  select * from mails where company_id = ${company} and recipient = ${recipient} and status = 'segurada'
    and held_for <> 'confirmacao' order by id limit ${most} for update skip locked`
/** Notes that an address was given, and the link that was sent to it. */
export const putAddress = (
  tx: Tx,
  company: number,
  a: { address: string; token?: Buffer; expires?: Date; now: Date },
) => tx.sql`
  insert into company_addresses as a (company_id, address, asked_at, token, expires_at)
  values (${company}, ${a.address}, ${a.token ? a.now : null}, ${a.token ?? null}, ${a.expires ?? null})
  on conflict (company_id, address) do update set asked_at = coalesce(excluded.asked_at, a.asked_at),
    token = coalesce(excluded.token, a.token), expires_at = coalesce(excluded.expires_at, a.expires_at)`
export const confirmAddress = (db: Tx, token: Buffer, now: Date) =>
  db.first<{
    company: string | null
    address: string | null
  }>`select * from app.confirm_address(${token}, ${now})`
export const releaseMail = (tx: Tx, id: number) => tx.sql`select app.release_mail(${id})`
export const markJoined = (tx: Tx, company: number, ids: number[]) => tx.sql`
  update mails set status = 'juntada', held_for = '' where company_id = ${company} and id = any(${ids}::bigint[])`
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

import { part, type Tx } from '#server/db.ts'
import type { CopyReader, Person } from '#server/person.ts'
import type { MailLine, WaitingAddress } from '../contract.ts'
import type { Language } from '../languages.ts'

export const nameOf = async (tx: Tx, company: number) =>
  (await tx.first<{ name: string }>`select name from companies where id = ${company}`)?.name ?? ''
/** The language of who signs in with the address, else of the company's first admin. */
export const languageOf = async (tx: Tx, company: number, address: string): Promise<Language> =>
  (
    await tx.first<{ language: Language }>`select language from users
      where company_id = ${company} and deleted_at is null and (level = 1 or lower(email) = ${address})
      order by lower(email) = ${address} desc, level, id limit 1`
  )?.language ?? 'pt'
export const isOwnAddress = async (tx: Tx, company: number, address: string) =>
  (await tx.first<{ own: boolean }>`select app.is_own_address(${company}, ${address}) as own`)?.own === true
/** The form under which limits count an address: one for all spellings of a mailbox. */
export const countedAddress = async (tx: Tx, address: string) =>
  (await tx.first<{ counted: string }>`select app.counted_address(${address}) as counted`)?.counted ?? address
/** Addresses of the company that wait for their confirmation: where orders and bills go, and a person's own. */
export const findWaiting = (tx: Tx, company: number, user: number) => tx.sql<WaitingAddress>`
  select w.address, array_agg(distinct w.use order by w.use) as uses, a.asked_at
  from (
    select lower(trim(x)) as address, 'pedidos' as use
      from companies c, unnest(string_to_array(c.orders_email, ',')) x where c.id = ${company}
    union all select lower(s.billing_email), 'cobranca' from subscriptions s
      where s.company_id = ${company} and s.status in ('pendente', 'ativa')
    union all select lower(u.email), 'conta' from users u where u.company_id = ${company} and u.id = ${user}) w
  left join company_addresses a on a.company_id = ${company} and a.address = w.address
  where w.address <> '' and not app.is_own_address(${company}, w.address)
  group by w.address, a.asked_at order by w.address`
export const findMails = (tx: Tx, company: number | null, limit: number, offset: number) => tx.sql<
  MailLine & { total: number }
>`
  select id, recipient, template, status, held_for, tries, note, created_at, sent_at, count(*) over () as total from mails
  where company_id = ${company} or (${company}::bigint is null and company_id is null) order by id desc limit ${limit} offset ${offset}`
/** Mails to a person and about the person's orders, for a copy of the person's data; their addresses for the admin. */
export const findMailsOf = (tx: Tx, p: Person, reader: CopyReader) => tx.sql`select created_at, template, sent_at
  ${reader.level >= 3 ? part`` : part`, recipient`} from mails
  where key in (select app.mails_of_person(${p.cards}, ${p.orders}, ${p.requests})) order by id`

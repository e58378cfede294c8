import type { Tx } from '#server/db.ts'
import type { MailLine } from '../contract.ts'

export const findMails = (tx: Tx, company: number | null, limit: number, offset: number) => tx.sql<
  MailLine & { total: number }
>`
  select id, recipient, template, status, tries, note, created_at, sent_at, count(*) over () as total from mails
  where company_id = ${company} or (${company}::bigint is null and company_id is null) order by id desc limit ${limit} offset ${offset}`

import { HOME_ZONE } from '#shared/zoned-time.ts'
import type { Tx } from '#server/db.ts'

/** Rows of a company's table as JSON texts, without secrets, some at a time (migration 0033: app.dump); the
 * transaction has to stay one. */
export async function* dump(tx: Tx, table: string): AsyncGenerator<string[]> {
  await tx.sql`select app.dump(${table})`
  for (;;) {
    const rows = await tx.sql<{ row: string }>`fetch 500 from dump`
    if (rows.length === 0) break
    yield rows.map((r) => r.row)
  }
  await tx.sql`close dump`
}
/** What a company that is gone has on disk: pictures and PDFs by name, mails by key. */
export const filesOfGone = async (tx: Tx, id: number, now: Date) => {
  const row = await tx.first<{
    files: string[] | null
    mails: string[] | null
  }>`select files, mails from app.files_of_gone(${id}, ${now})`
  return { files: row?.files ?? [], mails: row?.mails ?? [] }
}
/** Those of these pictures and PDFs that nobody needs, `except` aside; nobody begins to until the transaction ends. */
export const unusedFiles = async (tx: Tx, names: string[], now: Date, except: number | null) =>
  (await tx.sql<{ name: string }>`select app.unused_files(${names}, ${now}, ${except}) as name`).map((r) => r.name)
/** Names of the company's photos, as they came. */
export const findFiles = (tx: Tx) => tx.sql<{ hash: string; type: string; name: string }>`
  select f.hash, f.type, coalesce((select p.code from product_images i
    join products p on p.company_id = i.company_id and p.id = i.product_id
    where i.company_id = f.company_id and i.hash = f.hash and p.code <> '' order by i.slot limit 1), '') as name
    from files f order by f.id`
export const findNotice = (tx: Tx, company: number) => tx.first<{
  company: string
  phone: string
  tags: boolean
  since: Date
}>`
  select name as company, coalesce(nullif(whatsapp_phone, ''), seller_phone) as phone, created_at as since,
    coalesce(settings->>'tag_facebook', '') || coalesce(settings->>'tag_google',
      '') || coalesce(settings->>'tag_tag_manager', '') <> '' as tags
  from companies where id = ${company} and deleted_at is null`
export const timeZoneOf = async (tx: Tx, company: number) =>
  (await tx.first<{ time_zone: string }>`select time_zone from companies where id = ${company}`)?.time_zone ?? HOME_ZONE
export const isCompany = async (tx: Tx, company: number) =>
  (await tx.first`select 1 from companies where id = ${company}`) !== undefined

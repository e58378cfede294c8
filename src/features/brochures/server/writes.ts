import type { Part, Tx } from '#server/db.ts'
import type { PictureLeaf } from '../contract.ts'

export async function replacePages(tx: Tx, company: number, pages: Omit<PictureLeaf, 'id'>[]): Promise<void> {
  await tx.sql`delete from pages`
  await tx.sql`insert into pages (company_id, position, kind, category_id, image_path)
    select ${company}, n, kind, category_id, image_path
    from jsonb_to_recordset(${JSON.stringify(pages.map((p, n) => ({ ...p, n })))}::jsonb) as p(n int, kind text,
      category_id bigint, image_path text)`
}
export async function addBrochure(
  tx: Tx,
  c: {
    company_id: number
    token: string
    created_by: number
    now: Date
    expires: Date
    title: string
    client: string
    options: object
    view: object
    products: number
    fingerprint: string
  },
) {
  const row = await tx.first<{ id: number }>`
    insert into catalogs (company_id, token, created_by, created_at, seen_at, expires_at, title, client, options, view,
      products, fingerprint)
    values (${c.company_id}, ${c.token}, ${c.created_by}, ${c.now}, ${c.now}, ${c.expires}, ${c.title}, ${c.client},
      ${c.options}, ${c.view}, ${c.products}, ${c.fingerprint}) returning id`
  return row?.id as number
}
/** Asked for once more: its link opens as long as that of a new one. */
export const keepLonger = (tx: Tx, id: number, expires: Date) =>
  tx.sql`update catalogs set expires_at = ${expires} where id = ${id}`
/** How far it is; false when it was taken away meanwhile. */
export const setDone = async (tx: Tx, id: number, done: number, now: Date) =>
  (await tx.first`update catalogs set done = ${done}, seen_at = ${now} where id = ${id} and status = 'fazendo'
    returning id`) !== undefined
export const finish = async (
  tx: Tx,
  id: number,
  made: { products: number; page_count: number; bytes: number; files: number; said: unknown[] },
) =>
  (await tx.first`update catalogs set status = 'pronto', done = ${made.products}, products = ${made.products},
    page_count = ${made.page_count}, bytes = ${made.bytes}, files = ${made.files},
    said = ${JSON.stringify(made.said)}::jsonb where id = ${id} and status = 'fazendo' returning id`) !== undefined
export const fail = (tx: Tx, id: number, why: string) =>
  tx.sql`update catalogs set status = 'falhou', why = ${why} where id = ${id} and status = 'fazendo'`
/** Those beyond the newest `most` open no more, first those that strangers had made again; their tokens. */
export const dropOldest = async (tx: Tx, most: number, now: Date) =>
  (
    await tx.sql<{ token: string }>`update catalogs set files = 0, expires_at = ${now} where id in (
      select id from catalogs where status = 'pronto' and files > 0 and expires_at > ${now}
      order by options ? 'renewed', id desc offset ${most}) returning token`
  ).map((r) => r.token)
export const removeBrochure = async (tx: Tx, id: number, creator: number | null) =>
  (
    await tx.first<{
      token: string
    }>`delete from catalogs where id = ${id} and (${creator}::bigint is null or created_by = ${creator})
      returning token`
  )?.token
export const expireBrochures = async (tx: Tx, now: Date) =>
  (await tx.sql<{ token: string }>`select app.expire_catalogs(${now}) as token`).map((r) => r.token)
/** Catalogues lose the name that they were prepared for. */
export const forgetNames = (tx: Tx, made: Part) => tx.sql`update catalogs set client = '' where ${made}`

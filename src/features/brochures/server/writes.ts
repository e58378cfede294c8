import type { Tx } from '#server/db.ts'
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
    options: object
    view: object
    products: number
  },
) {
  const row = await tx.first<{
    id: number
  }>`insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, products)
    values (${c.company_id}, ${c.token}, ${c.created_by}, ${c.now}, ${c.expires}, ${c.title}, ${c.options}, ${c.view},
      ${c.products}) returning id`
  return row?.id as number
}
export const setDone = (tx: Tx, id: number, done: number) => tx.sql`update catalogs set done = ${done} where id = ${id}`
export const finish = (tx: Tx, id: number, made: { products: number; page_count: number; bytes: number }) => tx.sql`
  update catalogs set status = 'pronto', done = ${made.products}, products = ${made.products},
  page_count = ${made.page_count}, bytes = ${made.bytes} where id = ${id}`
export const fail = (tx: Tx, id: number) => tx.sql`update catalogs set status = 'falhou' where id = ${id}`
export const removeBrochure = async (tx: Tx, id: number, creator: number | null) =>
  (
    await tx.first<{
      token: string
    }>`delete from catalogs where id = ${id} and (${creator}::bigint is null or created_by = ${creator})
      returning token`
  )?.token
export const expireBrochures = async (tx: Tx, now: Date) =>
  (await tx.sql<{ token: string }>`select app.expire_catalogs(${now}) as token`).map((r) => r.token)

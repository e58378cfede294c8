import type { Tx } from '#server/db.ts'
import type { Brochure, PictureLeaf } from '../contract.ts'

export const findPages = (tx: Tx) =>
  tx.sql<PictureLeaf>`select id, kind, category_id, image_path from pages order by position, id`
export const findKnown = async (tx: Tx, categories: number[]) =>
  new Set(
    (
      await tx.sql<{
        id: number
      }>`select id from categories where id = any(${categories}::bigint[]) and deleted_at is null`
    ).map((r) => r.id),
  )

export type BrochureRow = Omit<Brochure, 'link'> & { token: string }
/** Somebody's own; an admin sees everybody's. */
export const findBrochures = (tx: Tx, creator: number | null, now: Date) => tx.sql<BrochureRow>`
  select id, token, title, status, done, products, page_count, bytes, opened, created_at, expires_at from catalogs
  where (${creator}::bigint is null or created_by = ${creator}) and expires_at > ${now} order by id desc limit 50`
export const findDrawing = (tx: Tx, id: number) =>
  tx.first<{
    token: string
    title: string
    options: unknown
    view: unknown
    status: string
  }>`select token, title, options, view, status from catalogs where id = ${id}`
/** Whether one of somebody's is being made; what takes longer than this was lost with its server. */
export const isDrawing = async (tx: Tx, user: number, since: Date) =>
  (await tx.first`select 1 from catalogs where created_by = ${user} and status = 'fazendo' and created_at > ${since}
    limit 1`) !== undefined
/** Counts an opening; the title of the PDF behind a link, undefined when it does not open. */
export const openByToken = (tx: Tx, token: string, now: Date) =>
  tx.first<{ title: string }>`select title from app.open_catalog(${token}, ${now})`

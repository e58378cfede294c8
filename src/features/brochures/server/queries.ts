import { part, type Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import type { Brochure, PictureLeaf } from '../contract.ts'
import type { Said } from '../rules.ts'

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

export type BrochureRow = Omit<Brochure, 'link'> & { token: string; seen_at: Date | null }
const columns = part`id, token, title, client, status, why, done, products, page_count, bytes, files, opened, visits,
  opened_at, created_at, expires_at, seen_at`
/** Somebody's own; an admin sees everybody's. */
export const findBrochures = (tx: Tx, creator: number | null, now: Date) => tx.sql<BrochureRow>`
  select ${columns} from catalogs
  where (${creator}::bigint is null or created_by = ${creator}) and expires_at > ${now} order by id desc limit 50`
export const findBrochure = (tx: Tx, id: number, creator: number | null, now: Date) => tx.first<BrochureRow>`
  select ${columns} from catalogs
  where id = ${id} and (${creator}::bigint is null or created_by = ${creator}) and expires_at > ${now}`
/** What somebody had made of the very same things, or has being made. */
export const findSame = (tx: Tx, creator: number, fingerprint: string, now: Date) => tx.first<BrochureRow>`
  select ${columns} from catalogs where created_by = ${creator} and fingerprint = ${fingerprint}
    and status <> 'falhou' and files > 0 and expires_at > ${now} order by id desc limit 1`
export const findDrawing = (tx: Tx, id: number) =>
  tx.first<{
    token: string
    title: string
    options: unknown
    view: unknown
    status: string
  }>`select token, title, options, view, status from catalogs where id = ${id}`
/** Whether one of somebody's is being made; what was not heard of since was lost with its server. */
export const isDrawing = async (tx: Tx, user: number, since: Date) =>
  (await tx.first`select 1 from catalogs where created_by = ${user} and status = 'fazendo'
    and coalesce(seen_at, created_at) > ${since} limit 1`) !== undefined
/** Counts an opening; the PDF behind a link, undefined when it does not open. */
export const openByToken = (tx: Tx, token: string, counts: boolean, now: Date) =>
  tx.first<{ title: string; files: number; company_id: number }>`
    select title, files, company_id from app.open_catalog(${token}, ${counts}, ${now})`
/** The price table that strangers see. */
export const findStrangersTable = async (tx: Tx) =>
  (
    await tx.first<{ price_table: number }>`select u.price_table from companies c
      join users u on u.company_id = c.id and u.id = c.public_user where c.id = app.company()`
  )?.price_table ?? 1
/** Counts a visit of the page behind a QR code. */
export const findByToken = (db: Tx, token: string, counts: boolean) =>
  db.first<{ company_id: number; id: number }>`select company_id, id from app.find_catalog(${token}, ${counts})`
export type Made = BrochureRow & { created_by: number; options: unknown; view: unknown }
export const findMade = (tx: Tx, id: number) =>
  tx.first<Made>`select ${columns}, created_by, options, view from catalogs where id = ${id}`
export const findSaid = async (tx: Tx, id: number) =>
  (await tx.first<{ said: Said[] }>`select said from catalogs where id = ${id}`)?.said ?? []
/** Who made it, as in a session of today; undefined when it is gone. */
export async function findMaker(tx: Tx, id: number): Promise<Caller | undefined> {
  const row = await tx.first<Caller>`
  select 'user' as kind, u.id as user_id, u.company_id, u.level, u.name, u.hide_price, u.hide_no_stock, u.margin_bp,
    u.hidden_categories, u.price_table, u.currency, u.seller_id, c.is_blocked, c.open_until as valid_until,
    c.time_zone,
    c.pedidos or c.whatsapp as orders_open, k.catalogue_version, null as acting_id, '' as acting, null as expires_at
  from users u join companies c on c.id = u.company_id join company_counters k on k.company_id = u.company_id
  where u.id = ${id} and u.level in (1, 2) and u.active and u.deleted_at is null`
  return row && { ...row, hidden_categories: row.hidden_categories.map(Number) }
}
/** Width and height of pictures by their address. */
export const findSizes = async (tx: Tx, paths: string[]) =>
  new Map(
    (
      await tx.sql<{ path: string; width: number | null; height: number | null }>`
        select '/files/' || hash || '.webp' as path, width, height from files
        where hash = any(array(select substring(p from '[0-9a-f]{32}') from unnest(${paths}::text[]) p))`
    ).map((r) => [r.path, r]),
  )

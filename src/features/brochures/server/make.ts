// A PDF that is asked for: the one that was made of the very same things, or a new one in the queue.
import { createHash, randomBytes } from 'node:crypto'
import { findCompany } from '#features/companies/server/index.ts'
import { findPictures } from '#features/images/server/index.ts'
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { createBrochure } from '../contract.ts'
import type { Layout, Size } from '../rules.ts'
import { findPages, findSame, isDrawing, type BrochureRow } from './queries.ts'
import { MOST_IN_ALL, productsOf, viewOf } from './view.ts'
import { addBrochure, keepLonger } from './writes.ts'

export type Asked = BodyOf<typeof createBrochure>
/** Kept with a PDF: what was asked for, and by whom. */
export interface Options {
  asked: Asked
  time_zone: string
  seller_id: number | null
  /** Made for somebody who had an old one: it goes before those that the company asked for. */
  renewed?: true
}
const DAYS = 30
/** Nothing was heard of it for so long: it was lost with its server. */
const LOST = 5 * 60_000
/** The file of a PDF in storage, of several the n-th. */
export const fileOf = (token: string, volume = 1) => `${token}-catalog${volume > 1 ? `.${volume}` : ''}.pdf`
/** The numbers of those of its files that are there. */
export async function storedOf(kit: Kit, token: string, files: number): Promise<number[]> {
  const numbers = Array.from({ length: files }, (_, n) => n + 1)
  const there = await Promise.all(numbers.map((n) => kit.storage.has(fileOf(token, n))))
  return numbers.filter((_, i) => there[i])
}

export const layoutOf = (asked: Asked): Layout & { size: Size } => ({
  model: asked.model,
  per_page: asked.per_page,
  openings: asked.openings,
  variation: asked.variation ?? false,
  prices: asked.prices,
  index: asked.index ?? false,
  closing: asked.closing ?? false,
  cover: asked.cover ?? 'paginas',
  cover_photo: asked.cover_photo ?? '',
  client: asked.client ?? '',
  size: asked.size ?? 'whatsapp',
})
/** `alone`: who asks has none other being made. */
export async function makeOrFind(
  kit: Kit,
  tx: Tx,
  caller: Caller,
  asked: Asked,
  now: Date,
  { alone }: { alone: boolean },
): Promise<BrochureRow> {
  const view = await viewOf(tx, caller, asked, now)
  const options: Options = {
    asked,
    time_zone: caller.time_zone,
    seller_id: caller.level === 2 ? caller.user_id : null,
  }
  const fingerprint = await fingerprintOf(tx, caller.company_id, { view, options })
  const expires = new Date(now.getTime() + DAYS * 86_400_000)
  const same = await findSame(tx, caller.user_id, fingerprint, now)
  if (
    same &&
    (same.status === 'fazendo'
      ? !isLost(same, now)
      : (await storedOf(kit, same.token, same.files)).length === same.files)
  ) {
    await keepLonger(tx, same.id, expires)
    return { ...same, expires_at: expires }
  }
  const { rows, total } = await productsOf(tx, view, caller.company_id, caller.time_zone, now, 1)
  if (rows.length === 0)
    throw invalid({ categories: 'Nenhum produto com estas escolhas. Marque outras categorias ou desligue um filtro.' })
  if (total > MOST_IN_ALL)
    throw invalid({
      categories: {
        text: 'Um PDF leva até 50.000 produtos, e aqui são {n}. Escolha menos categorias.',
        values: { n: total },
      },
    })
  if (asked.cover_photo && !(await findPictures(tx, [asked.cover_photo])).has(asked.cover_photo))
    throw invalid({ cover_photo: 'Escolha uma foto desta empresa.' })
  if (alone && (await isDrawing(tx, caller.user_id, new Date(now.getTime() - LOST)))) throw new Refusal('catalog_busy')
  const token = randomBytes(18).toString('base64url')
  const title = asked.title || 'Catálogo'
  const made = {
    company_id: caller.company_id,
    token,
    created_by: caller.user_id,
    now,
    expires,
    title,
    client: asked.client ?? '',
    options: alone ? options : { ...options, renewed: true },
    view,
    products: total,
    fingerprint,
  }
  const id = await addBrochure(tx, made)
  await enqueue(tx, 'draw_catalog', { id }, { queue: `catalogs-${caller.company_id}` })
  return {
    id,
    token,
    title,
    client: made.client,
    status: 'fazendo',
    why: '',
    done: 0,
    products: total,
    page_count: 0,
    bytes: 0,
    files: 1,
    opened: 0,
    visits: 0,
    opened_at: null,
    created_at: now,
    expires_at: expires,
    seen_at: now,
  }
}
export const isLost = (row: Pick<BrochureRow, 'status' | 'seen_at' | 'created_at'>, now: Date) =>
  row.status === 'fazendo' && now.getTime() - (row.seen_at ?? row.created_at).getTime() > LOST
/** Of everything that a PDF is drawn of; the view names the catalogue's version and the day. */
async function fingerprintOf(tx: Tx, company_id: number, of: object): Promise<string> {
  const company = await findCompany(tx, company_id)
  const look = company && [
    company.name,
    company.path,
    company.whatsapp_phone,
    company.primary_color,
    company.secondary_color,
    company.logo,
    company.exchange_rate,
    company.price_table_active,
    company.promo_price_active,
    company.variations_active,
  ]
  return createHash('sha256')
    .update(JSON.stringify([of, look, await findPages(tx)]))
    .digest('base64url')
}

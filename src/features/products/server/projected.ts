// What one reader sees of a product.
import { findTree } from '#features/categories/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import type { Projection } from '#features/readers/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Product } from '../contract.ts'
import { asSeen, type CatalogueSettings, topsOf } from '../seen.ts'
import type { ProductRow } from './queries.ts'

/** Identifies the projection for a device, without the version: a switch of the company's changes every
 * product without touching one. Who sells keeps what nothing of this changes, not even the day. */
export const projectionName = (p: Projection, s: CatalogueSettings) =>
  p.sells
    ? p.key.split('|').toSpliced(1, 2).join('|')
    : [
        ...p.key.split('|').toSpliced(1, 1),
        s.importer ? s.exchange_rate : '',
        ...[s.price_table_active, s.promo_price_active, s.variations_active, s.tag_active, s.has_sub_categories].map(
          Number,
        ),
      ].join('|')

/** The company's part in what its readers see. */
export async function priceSettings(
  tx: Tx,
  company_id: number,
  time_zone: string,
  now: Date,
): Promise<CatalogueSettings> {
  const company = await findCompany(tx, company_id)
  if (!company) throw new Refusal('not_found')
  return { ...company, today: dayIn(time_zone, now) }
}

/** Makes of a row what the reader sees. */
export async function projector(
  tx: Tx,
  p: Projection,
  settings: CatalogueSettings,
): Promise<(row: ProductRow) => Product> {
  const own = p.raw || p.sells
  // Where the company shows one level of categories only, products stand in what is above theirs.
  const tree = own || settings.has_sub_categories ? null : new Map(await findTree(tx))
  return (row) => {
    const kept = { ...row, main_variation_id: row.attributes[0]?.id ?? null, foto1: row.images[0]?.path ?? '' }
    return own ? kept : asSeen(kept, p, settings, tree && topsOf(kept.categories, tree))
  }
}
/** The same with the company's settings of today. */
export const projectorFor = async (
  tx: Tx,
  p: Projection,
  { company_id, time_zone }: { company_id: number; time_zone: string },
  now: Date,
) => projector(tx, p, await priceSettings(tx, company_id, time_zone, now))

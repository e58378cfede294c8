// What one reader sees of a product.
import { findCompany } from '#features/companies/server/index.ts'
import type { Projection } from '#features/readers/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import type { Product } from '../contract.ts'
import { asSold, type CatalogueUses, type PriceSettings, unitPrice } from '../rules.ts'
import type { ProductRow } from './queries.ts'

/** Identifies the projection for a device, without the version: a switch of the company's changes every
 * product without touching one. */
export const projectionName = (p: Projection, s: CatalogueSettings) =>
  [
    ...p.key.split('|').toSpliced(1, 1),
    s.importer ? s.exchange_rate : '',
    ...[s.price_table_active, s.promo_price_active, s.variations_active, s.tag_active, s.has_sub_categories].map(
      Number,
    ),
  ].join('|')
export interface CatalogueSettings extends PriceSettings, CatalogueUses {
  has_sub_categories: boolean
}

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

/** One row as the reader sees it. */
export function project(stored: ProductRow, p: Projection, settings: CatalogueSettings): Product {
  const row = p.raw ? stored : asSold(stored, settings)
  const { price, price2, price3, price_promo, promo_from, promo_until, code_2, reference, entity_id, tops, ...shown } =
    row
  const attributes = row.attributes.map(({ price: own, surcharge, ...v }) => {
    if (p.raw) return { ...v, price: own, surcharge }
    if (p.hide_price) return v
    const u = unitPrice(row, { price: own ?? null, surcharge: surcharge ?? 0 }, p.buyer, settings)
    return { ...v, price: u.price, price_promo: u.promo }
  })
  const base = {
    ...shown,
    ...(!p.raw && tops && { categories: tops }),
    attributes,
    main_variation_id: row.attributes[0]?.id ?? null,
    foto1: row.images[0]?.path ?? '',
  }
  if (p.raw)
    return { ...base, code_2, reference, entity_id, price, price2, price3, price_promo, promo_from, promo_until }
  if (p.hide_price) return base
  const u = unitPrice(row, null, p.buyer, settings)
  return { ...base, price: u.price, price_promo: u.promo, promo_until: u.promo === null ? null : promo_until }
}

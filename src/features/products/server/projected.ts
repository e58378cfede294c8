// What one reader sees of a product.
import { createHash } from 'node:crypto'
import { findTree } from '#features/categories/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import type { Projection } from '#features/readers/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { encoder } from '#server/encode.ts'
import { keepEach, keepText, keepValue, keptText, type Text, type Versioned } from '#server/kept.ts'
import type { Caller } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { type Product, productShape } from '../contract.ts'
import { asSeen, type CatalogueSettings, topsOf } from '../seen.ts'
import { type Filter, filterOf } from './filter.ts'
import { findByIds, findProduct, findVersion, type ProductRow } from './queries.ts'

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

type Tree = readonly (readonly [number, number | null])[]
/** Where the company shows one level of categories only, products stand in what is above theirs. */
const treeFor = async (tx: Tx, s: CatalogueSettings): Promise<Tree | null> =>
  s.has_sub_categories ? null : findTree(tx)
/** Who works with prices as they are kept: admins, and the device of who sells. */
const seesOwn = (p: Projection) => p.raw || p.sells

/** Makes of a row what the reader sees. */
async function projector(tx: Tx, p: Projection, settings: CatalogueSettings): Promise<(row: ProductRow) => Product> {
  return seesOwn(p) ? asKept : through(p, settings, await treeFor(tx, settings))
}
const asKept = (row: ProductRow) => ({
  ...row,
  main_variation_id: row.attributes[0]?.id ?? null,
  foto1: row.images[0]?.path ?? '',
})
function through(p: Projection, settings: CatalogueSettings, tree: Tree | null): (row: ProductRow) => Product {
  const above = tree && new Map(tree)
  return (row) => asSeen(asKept(row), p, settings, above && topsOf(row.categories, above))
}

type Reader = Pick<Caller, 'company_id' | 'catalogue_version' | 'time_zone'>
/** The company's part in what all of its readers see, kept as long as its catalogue stands; `mark` tells it from any
 * other. */
function catalogueOf(tx: Tx, { company_id, catalogue_version, time_zone }: Reader, now: Date) {
  const key = `catalogue:${company_id}|${catalogue_version}|${dayIn(time_zone, now)}`
  const read = async () => {
    const s = await priceSettings(tx, company_id, time_zone, now)
    const settings: CatalogueSettings = {
      today: s.today,
      importer: s.importer,
      exchange_rate: s.exchange_rate,
      price_table_active: s.price_table_active,
      promo_price_active: s.promo_price_active,
      variations_active: s.variations_active,
      tag_active: s.tag_active,
      has_sub_categories: s.has_sub_categories,
    }
    const tree = await treeFor(tx, s)
    const mark = createHash('sha1')
      .update(JSON.stringify([settings, tree]))
      .digest('base64')
    return { settings, tree, mark }
  }
  return keepValue(key, read, ({ tree }) => 500 + 60 * (tree?.length ?? 0))
}
/** Tells one reader's texts from another's: all that makes a text of a product, beside the product itself. Who sees
 * it at all is no part of it. */
const kindOf = ({ company_id }: Reader, { buyer, hide_price }: Projection, mark: string) =>
  `product|${company_id}|${buyer.price_table}|${buyer.margin_bp}|${buyer.currency}|${hide_price ? 'h' : ''}|${mark}`
const encode = encoder(productShape)

/** How a reader sees this catalogue: `kind` as in kindOf, the text that a product is to such eyes, and those of the
 * products that stand behind ids. */
async function eyesOf(tx: Tx, reader: Reader, p: Projection, now: Date, f: Filter) {
  const c = seesOwn(p) ? null : await catalogueOf(tx, reader, now)
  const show = c ? through(p, c.settings, c.tree) : asKept
  const write = (row: ProductRow): Text => ({
    id: row.id,
    version: row.version,
    text: JSON.stringify(encode(show(row))),
  })
  const make = async (ids: number[]) => (await findByIds(tx, ids, f)).map(write)
  return { kind: c ? kindOf(reader, p, c.mark) : `product|${reader.company_id}|own`, write, make }
}
/** What a reader is answered of these products, as text, each kept as long as it stays as it is; without those that
 * the reader sees no more. */
export async function textsOf(
  tx: Tx,
  reader: Reader,
  p: Projection,
  now: Date,
  f: Filter,
  wanted: readonly Versioned[],
): Promise<{ kind: string; texts: Text[] }> {
  const { kind, make } = await eyesOf(tx, reader, p, now, f)
  return { kind, texts: await keepEach(kind, wanted, make) }
}
/** The same of one product; undefined where the reader does not see it. One question at most: whether it stays as
 * it is, or what it is. */
export async function textOf(tx: Tx, reader: Reader, p: Projection, now: Date, id: number) {
  const f = filterOf(p)
  const { kind, write, make } = await eyesOf(tx, reader, p, now, f)
  const find = async () => {
    if (keptText(kind, id)) return findVersion(tx, id, f)
    const row = await findProduct(tx, id, f)
    if (row) keepText(kind, write(row))
    return row && { id, version: row.version }
  }
  const found = await keepValue(`one:${id}:${p.key}`, find, () => 40)
  const [text] = found ? await keepEach(kind, [found], make) : []
  return text && { kind, text }
}
/** The same with the company's settings of today. */
export const projectorFor = async (
  tx: Tx,
  p: Projection,
  { company_id, time_zone }: { company_id: number; time_zone: string },
  now: Date,
) => projector(tx, p, await priceSettings(tx, company_id, time_zone, now))

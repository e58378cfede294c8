// Which products a PDF holds, and whose prices: the reader's own limits, and never more than they allow.
import { countStanding, type Filter, filterOf, findProducts, projectorFor } from '#features/products/server/index.ts'
import type { Product } from '#features/products/contract.ts'
import { type Projection, projectionOf } from '#features/readers/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { invalid } from '#shared/errors.ts'
import { splitTags } from '#shared/tags.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { productsForPdf } from '../contract.ts'

export type Wanted = BodyOf<typeof productsForPdf>
/** Kept with a PDF, so that it is drawn as its maker may see the catalogue. */
export interface View {
  projection: Projection
  filter: Filter
  variation: boolean
}
/** What a list of products for a PDF holds at most (DECISIONS), and how many are read at a time. */
export const MOST_PRODUCTS = 5000
/** All the files of a PDF together. */
export const MOST_IN_ALL = 50_000

/** A seller's table is its own; an admin chooses. Who sees no prices gets none, and no promotions. */
export async function viewOf(tx: Tx, caller: Caller, w: Wanted, now: Date): Promise<View> {
  const own = await projectionOf(tx, caller, now)
  const table = w.price_table ?? own.buyer.price_table
  if (table < 1 || table > 3) throw invalid({ price_table: 'Escolha uma das tabelas de preço: 1, 2 ou 3.' })
  if (caller.level !== 1 && table !== own.buyer.price_table)
    throw invalid({ price_table: 'Sua tabela de preço é outra. Peça ao administrador para mudar.' })
  const inactive = caller.level === 1 && !w.only_active
  return {
    projection: { ...own, raw: false, buyer: { ...own.buyer, price_table: table } },
    filter: filterOf(own, {
      raw: inactive,
      table,
      categories: w.categories ?? [],
      tags: typeof w.tags === 'string' ? splitTags(w.tags) : (w.tags ?? []),
      ...(w.only_promo && { promoted: own.hide_price ? 'never' : dayIn(caller.time_zone, now) }),
    }),
    variation: w.variation ?? false,
  }
}
/** The products of a view in shelf order, with its prices; without variations unless they are asked for. */
export async function productsOf(
  tx: Tx,
  view: View,
  company: number,
  time_zone: string,
  now: Date,
  limit: number,
  offset = 0,
): Promise<{ rows: Product[]; total: number }> {
  const found = await findProducts(tx, view.filter, 'order', limit, offset)
  const rows = found.map(await projectorFor(tx, view.projection, { company_id: company, time_zone }, now))
  const total = await countStanding(tx, view.filter)
  return { rows: view.variation ? rows : rows.map((r) => ({ ...r, attributes: [] })), total }
}

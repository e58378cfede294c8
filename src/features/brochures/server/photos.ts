// Which photos a PDF lacks and which are coarse on paper, category by category.
import { findShelves } from '#features/categories/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { PhotoGroup, photosForPdf } from '../contract.ts'
import { groupsOf } from '../rules.ts'
import { dpiOf, SHARP } from '../sizes.ts'
import { everyProduct } from './plan.ts'
import { findSizes } from './queries.ts'
import type { View } from './view.ts'

const EXAMPLES = 50

export async function photosOf(
  tx: Tx,
  caller: Caller,
  view: View,
  shape: BodyOf<typeof photosForPdf>,
  now: Date,
): Promise<PhotoGroup[]> {
  const products = await everyProduct(tx, view, caller.company_id, caller.time_zone, now)
  const { rows } = await findShelves(tx, view.projection.hidden_categories)
  const sizes = await findSizes(tx, [...new Set(products.map((p) => p.foto1).filter(Boolean))])
  // One photo a product, whatever variations are listed.
  return groupsOf(products, rows, shape.categories ?? [], false, 'Outros').flatMap((g): PhotoGroup[] => {
    const looked = g.items.map(({ id, name, code, photo }) => {
      const size = sizes.get(photo)
      // A picture that is still being prepared is taken for good.
      const dpi = photo === '' ? null : dpiOf(shape, size?.width ?? 1600, size?.height ?? 1600)
      return { id, name, code, dpi }
    })
    const missing = looked.filter((p) => p.dpi === null)
    const weak = shape.model === 'tabela' ? [] : looked.filter((p) => p.dpi !== null && p.dpi < SHARP)
    if (missing.length + weak.length === 0) return []
    const examples = [...missing, ...weak].slice(0, EXAMPLES)
    return [{ category: g.name, products: g.items.length, missing: missing.length, weak: weak.length, examples }]
  })
}

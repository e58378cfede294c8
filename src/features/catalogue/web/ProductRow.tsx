import type { Product } from '#features/products/contract.ts'
import { type CardContext, ProductCard } from '#features/products/web/index.ts'

export interface Shelf {
  /** Pieces in the cart, by product. */
  pieces: ReadonlyMap<number, number>
  context: CardContext
}
/** The cards that stand side by side. */
export const ProductRow = ({ row, eager, pieces, context }: Shelf & { row: Product[]; eager: boolean }) => (
  <div className="grid gridrow">
    {row.map((p) => (
      <ProductCard key={p.id} product={p} eager={eager} inCart={pieces.get(p.id) ?? 0} context={context} />
    ))}
  </div>
)

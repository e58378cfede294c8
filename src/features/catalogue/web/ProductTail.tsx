import { WindowVirtualizer } from 'virtua'
import type { Product } from '#features/products/contract.ts'
import { ProductRow, type Shelf } from './ProductRow.tsx'

/** The rows below the first ones, however many: only those near the screen are in the page. */
export default function ProductTail({ rows, ...shelf }: Shelf & { rows: Product[][] }) {
  return (
    <WindowVirtualizer bufferSize={600}>
      {rows.map((row) => (
        <ProductRow key={row[0]?.id} row={row} eager={false} {...shelf} />
      ))}
    </WindowVirtualizer>
  )
}

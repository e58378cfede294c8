import { useEffect, useRef, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import type { Product } from '#features/products/contract.ts'
import { type CardContext, ProductCard } from '#features/products/web/index.ts'

/** Columns by width, as the style sheet has them (tokens.css). */
const columnsNow = () => Number(getComputedStyle(document.documentElement).getPropertyValue('--columns')) || 2

/** Rows of cards, only those near the screen in the page; asks for more near the end. */
interface Props {
  products: Product[]
  /** Pieces in the cart, by product. */
  pieces: ReadonlyMap<number, number>
  context: CardContext
  onNearEnd: () => void
}
export function ProductGrid({ products, pieces, context, onNearEnd }: Props) {
  const [columns, setColumns] = useState(columnsNow)
  useEffect(() => {
    const on = () => setColumns(columnsNow())
    addEventListener('resize', on)
    return () => removeEventListener('resize', on)
  }, [])
  const rows: Product[][] = []
  for (let i = 0; i < products.length; i += columns) rows.push(products.slice(i, i + columns))
  const end = useRef<HTMLDivElement>(null)
  const near = useRef(onNearEnd)
  useEffect(() => {
    near.current = onNearEnd
  })
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && near.current(), {
      rootMargin: '1200px',
    })
    if (end.current) watch.observe(end.current)
    return () => watch.disconnect()
  }, [products.length])
  return (
    <>
      <WindowVirtualizer ssrCount={Math.min(rows.length, 6)} bufferSize={600}>
        {rows.map((row, i) => (
          <div className="grid gridrow" key={row[0]?.id}>
            {row.map((p) => (
              <ProductCard key={p.id} product={p} eager={i < 2} inCart={pieces.get(p.id) ?? 0} context={context} />
            ))}
          </div>
        ))}
      </WindowVirtualizer>
      <div ref={end} />
    </>
  )
}

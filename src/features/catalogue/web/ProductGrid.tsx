import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { lazy } from '#web/lazy.tsx'
import { ProductRow, type Shelf } from './ProductRow.tsx'

/** The tail was drawn before: who comes back to the list finds it in the first frame. */
let drawn = false
const ProductTail = lazy(async () => {
  const tail = await import('./ProductTail.tsx')
  drawn = true
  return tail
})

/** Products that always stand in the page: what the first HTML brings. What follows comes with a list that draws only
 * what is near, which the first screen does not wait for. */
const HEAD = 24
/** Columns by width, as the style sheet has them (tokens.css). */
const columnsNow = () => Number(getComputedStyle(document.documentElement).getPropertyValue('--columns')) || 2

/** Calls when `end` comes near the screen, and again when `count` has changed and it still is. */
function useNear(count: number, call: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(call)
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && near(), {
      rootMargin: '1200px',
    })
    if (end.current) watch.observe(end.current)
    return () => watch.disconnect()
  }, [count])
  return end
}
interface Props extends Shelf {
  products: Product[]
  onNearEnd: () => void
}
/** Rows of cards; asks for more near the end. */
export function ProductGrid({ products, onNearEnd, ...shelf }: Props) {
  const [columns, setColumns] = useState(columnsNow)
  useEffect(() => {
    const on = () => setColumns(columnsNow())
    addEventListener('resize', on)
    return () => removeEventListener('resize', on)
  }, [])
  const rows: Product[][] = []
  for (let i = 0; i < products.length; i += columns) rows.push(products.slice(i, i + columns))
  const head = rows.slice(0, Math.ceil(HEAD / columns))
  const tail = rows.slice(head.length)
  const [wanted, setWanted] = useState(drawn)
  const first = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  // How far the list will reach, until its rest is drawn: a page read again keeps its place.
  useLayoutEffect(() => setHeight((first.current?.offsetHeight ?? 0) / head.length), [head.length, columns])
  const rest = useNear(tail.length, () => setWanted(tail.length > 0))
  const end = useNear(products.length, onNearEnd)
  const room = <div style={{ height: `${tail.length * height}px` }} />
  return (
    <>
      <div ref={first}>
        {head.map((row, i) => (
          <ProductRow key={row[0]?.id} row={row} eager={i < 2} {...shelf} />
        ))}
      </div>
      <div ref={rest} />
      {tail.length > 0 && <Suspense fallback={room}>{wanted ? <ProductTail rows={tail} {...shelf} /> : room}</Suspense>}
      <div ref={end} />
    </>
  )
}

import {
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
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
/** Those of them that somebody sees before scrolling: the very first time they alone are waited for. */
const SEEN = 12
/** Columns by width, as the style sheet has them (tokens.css). */
const columnsNow = () => Number(getComputedStyle(document.documentElement).getPropertyValue('--columns')) || 2

function inRows(products: Product[], columns: number, most: number) {
  const rows: Product[][] = []
  for (let i = 0; i < products.length; i += columns) rows.push(products.slice(i, i + columns))
  const first = Math.ceil(most / columns)
  return { head: rows.slice(0, first), tail: rows.slice(first) }
}
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
/** Writes down how high each row is: a list that comes back is as long as it was, before any of them is laid out. */
function useHeights(list: RefObject<HTMLElement | null>, rows: Product[][]) {
  useEffect(() => {
    const watch = new ResizeObserver((entries) => {
      // What is laid aside while another screen's file is on its way has no height, and keeps the one that it had.
      for (const {
        target,
        contentRect: { height },
      } of entries)
        if (height > 0) (target as HTMLElement).style.containIntrinsicHeight = `auto ${height}px`
    })
    for (const row of list.current?.children ?? []) watch.observe(row)
    return () => watch.disconnect()
  }, [list, rows])
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
  const most = useDeferredValue(HEAD, drawn ? HEAD : SEEN)
  const { head, tail } = useMemo(() => inRows(products, columns, most), [products, columns, most])
  const [wanted, setWanted] = useState(drawn)
  const first = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  // How far the list will reach, until its rest is drawn: a page read again keeps its place.
  useLayoutEffect(() => {
    if (!drawn) setHeight((first.current?.offsetHeight ?? 0) / head.length)
  }, [head.length, columns])
  useHeights(first, head)
  const rest = useNear(tail.length, () => setWanted(tail.length > 0 && most === HEAD))
  const end = useNear(products.length, onNearEnd)
  const room = <div style={{ height: `${tail.length * height}px` }} />
  return (
    <>
      <div ref={first} className="gridhead">
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

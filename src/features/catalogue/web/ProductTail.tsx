import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import type { Product } from '#features/products/contract.ts'
import { ProductRow, type Shelf } from './ProductRow.tsx'

/** How high each row was when somebody went elsewhere: who comes back finds the list as long as it was, at its place. */
let left: { rows: number; width: number; cache: CacheSnapshot } | undefined

/** The rows below the first ones, however many: only those near the screen are in the page. */
export default function ProductTail({ rows, ...shelf }: Shelf & { rows: Product[][] }) {
  const list = useRef<WindowVirtualizerHandle>(null)
  const count = useRef(rows.length)
  const [before] = useState(() => (left?.rows === rows.length && left.width === innerWidth ? left.cache : undefined))
  useEffect(() => {
    count.current = rows.length
  }, [rows.length])
  useLayoutEffect(() => {
    const now = list.current
    return () => {
      if (now) left = { rows: count.current, width: innerWidth, cache: now.cache }
    }
  }, [])
  return (
    <WindowVirtualizer ref={list} bufferSize={600} {...(before && { cache: before })}>
      {rows.map((row) => (
        <ProductRow key={row[0]?.id} row={row} eager={false} {...shelf} />
      ))}
    </WindowVirtualizer>
  )
}

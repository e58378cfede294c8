import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import type { Product } from '#features/products/contract.ts'
import { ProductRow, type Shelf } from './ProductRow.tsx'

/** How much beyond the screen is drawn, so that scrolling meets no empty place, in pixels. */
const NEAR = 600
const SOON = 60
/** How high each row was when somebody went elsewhere: who comes back finds the list as long as it was, at its place. */
let left: { rows: number; width: number; cache: CacheSnapshot } | undefined

/** The rows below the first ones, however many: only those near the screen are in the page. */
export default memo(function ProductTail({ rows, ...shelf }: Shelf & { rows: Product[][] }) {
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
  // In the first frame what is on the screen, a moment later what is near it.
  const [around, setAround] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAround(NEAR), SOON)
    return () => {
      clearTimeout(timer)
      setAround(0)
    }
  }, [])
  return (
    <WindowVirtualizer ref={list} bufferSize={around} {...(before && { cache: before })}>
      {rows.map((row) => (
        <ProductRow key={row[0]?.id} row={row} eager={false} {...shelf} />
      ))}
    </WindowVirtualizer>
  )
})

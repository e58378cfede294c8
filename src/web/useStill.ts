import { useEffect, useState } from 'react'

/** After a finger is up its click still comes, on touch screens a moment later. */
const CLICK_COMES = 120
let pressed = false
let timer = 0
const waiting = new Set<() => void>()
const down = () => {
  clearTimeout(timer)
  pressed = true
}
const up = () => {
  clearTimeout(timer)
  timer = window.setTimeout(() => {
    pressed = false
    for (const go of waiting) go()
  }, CLICK_COMES)
}
let listens = false
function listen(): void {
  if (listens) return
  listens = true
  addEventListener('pointerdown', down, true)
  // A finger that scrolls lets go of what it touched.
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, up, true)
}
/** A value that waits while something is pressed: what lies under the finger is neither taken away nor exchanged before its tap has ended. */
export function useStill<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    listen()
    const go = () => setShown(value)
    if (!pressed) return go()
    waiting.add(go)
    return () => {
      waiting.delete(go)
    }
  }, [value])
  return pressed ? shown : value
}

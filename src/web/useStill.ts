import { useEffect, useState } from 'react'

/** After a finger is up its click still comes, on touch screens a moment later. */
const CLICK_COMES = 120
/** Nobody taps longer; and not every press is seen to end. */
const LONGEST = 2000
let pressed = false
let timer = 0
const waiting = new Set<() => void>()
function letGo(): void {
  pressed = false
  for (const go of waiting) go()
}
function endIn(ms: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(letGo, ms)
}
function down(e: PointerEvent): void {
  if (e.button !== 0 || !(e.target as Element).closest('a, button')) return
  pressed = true
  endIn(LONGEST)
}
const up = () => pressed && endIn(CLICK_COMES)
let listens = false
function listen(): void {
  if (listens) return
  listens = true
  addEventListener('pointerdown', down, true)
  // A finger that scrolls lets go of what it touched.
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, up, true)
}
/** A value that waits while a link or button is pressed: what lies under the finger is neither taken away nor
 * exchanged before its tap has ended. */
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

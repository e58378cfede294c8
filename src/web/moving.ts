// Movements between what was on the screen and what comes, drawn by the browser; where it cannot, or somebody asked for
// less movement, it is a cut.
import { flushSync } from 'react-dom'

/** Makes a change of the page; `shown` runs when it stands there, `over` when the movement has ended. */
export function moving(change: () => void, shown?: () => void, over?: () => void): void {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return change()
  const { ready, finished } = document.startViewTransition(() => {
    flushSync(change)
    shown?.()
  })
  // Another that begins before this one is drawn takes its place; the change is made all the same.
  ready.catch(() => {})
  void finished.catch(() => {}).then(over)
}

// One notice at a time, 5 seconds, longer while hovered or focused.
import { useEffect, useRef, useSyncExternalStore } from 'react'

interface Notice {
  text: string
  action?: { label: string; run: () => void }
}
let current: Notice | null = null
const listeners = new Set<() => void>()
export function notify(text: string, action?: Notice['action']): void {
  current = action ? { text, action } : { text }
  for (const l of listeners) l()
}
/** Takes the notice away: what it speaks of is over. */
export const dismiss = () => current && clear(current)
const clear = (n: Notice) => {
  if (current === n) {
    current = null
    for (const l of listeners) l()
  }
}
export function Snackbar({ high }: { high: boolean }) {
  const notice = useSyncExternalStore(
    (l) => {
      listeners.add(l)
      return () => listeners.delete(l)
    },
    () => current,
  )
  const held = useRef(false)
  useEffect(() => {
    if (!notice) return
    let left = 50
    const timer = setInterval(() => {
      if (!held.current && --left <= 0) clear(notice)
    }, 100)
    return () => clearInterval(timer)
  }, [notice])
  const hold = (on: boolean) => () => {
    held.current = on
  }
  return (
    <div className={`snacks${high ? ' high' : ''}`} role="status" aria-live="polite">
      {notice && (
        <div
          className="snack"
          onPointerEnter={hold(true)}
          onPointerLeave={hold(false)}
          onFocus={hold(true)}
          onBlur={hold(false)}
        >
          <span>{notice.text}</span>
          {notice.action && (
            <button
              type="button"
              onClick={() => {
                notice.action?.run()
                clear(notice)
              }}
            >
              {notice.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

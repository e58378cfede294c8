import { type RefObject, useEffect, useRef, useState } from 'react'

/** What opens beside its button: Escape and the ground close it, and the focus that was inside goes back to the button,
 * where a dialog that was chosen finds it again. */
export function usePopup(): { open: boolean; setOpen: (open: boolean) => void; box: RefObject<HTMLDivElement | null> } {
  const [open, turn] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const setOpen = (now: boolean) => {
    if (!now && box.current?.contains(document.activeElement)) box.current.querySelector('button')?.focus()
    turn(now)
  }
  useEffect(() => {
    if (!open) return
    const close = (e: Event) => {
      if (e instanceof KeyboardEvent ? e.key === 'Escape' : !box.current?.contains(e.target as Node)) setOpen(false)
    }
    addEventListener('keydown', close)
    addEventListener('pointerdown', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('pointerdown', close)
    }
  }, [open])
  return { open, setOpen, box }
}

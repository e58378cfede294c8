import { type RefObject, useEffect, useRef, useState } from 'react'

interface Popup {
  open: boolean
  setOpen: (open: boolean) => void
  /** The focus that is inside goes to the button: before a dialog opens that gives it back to where it was. */
  giveBack: () => void
  box: RefObject<HTMLDivElement | null>
}
/** What opens beside its button: Escape and the ground close it, and the focus that was inside goes back to the button,
 * where a dialog that was chosen finds it again. */
export function usePopup(): Popup {
  const [open, turn] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const giveBack = () => {
    if (box.current?.contains(document.activeElement)) box.current.querySelector('button')?.focus()
  }
  const setOpen = (now: boolean) => {
    if (!now) giveBack()
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
  return { open, setOpen, giveBack, box }
}

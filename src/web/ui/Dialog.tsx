import { type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** On the ground around a dialog. What lies inside of its edges is the dialog, also where nothing stands. */
function isBeside({ target, currentTarget: dialog, clientX: x, clientY: y }: MouseEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (x < left || x > right || y < top || y > bottom)
}
/** A native modal dialog: focus is kept inside, Escape and the ground close it, focus returns. */
export function Modal({
  className,
  label,
  onClose,
  children,
}: {
  className: string
  label: string
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressed = useRef(false)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const d = ref.current as HTMLDialogElement
    if (!d.open) d.showModal()
    // A second Escape closes it without asking: whether it does is for who opened it to say.
    const again = () => {
      if (d.open) return
      d.showModal()
      close()
    }
    d.addEventListener('close', again)
    return () => {
      d.removeEventListener('close', again)
      // While it still stands in the page: the browser gives the focus back to what opened it.
      d.close()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      onCancel={(e) => {
        // A choice of files that was called off is heard here as well.
        if (e.target !== e.currentTarget) return
        e.preventDefault()
        onClose()
      }}
      onPointerDown={(e) => {
        pressed.current = isBeside(e)
      }}
      onClick={(e) => {
        if (pressed.current && isBeside(e)) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

import { type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'

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
/** A question and its consequence: Cancelar first, then Confirmar (specification §2 "Generic dialogs"). Confirmar rests
 * while what `onConfirm` began is under way: a second tap does not do it twice. */
export function Confirm({
  title,
  text,
  danger,
  ready = true,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  text?: string
  danger?: boolean
  /** What the question is about is known. */
  ready?: boolean
  onConfirm: () => unknown
  onClose: () => void
  children?: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const confirm = () => {
    const done = onConfirm()
    if (!(done instanceof Promise)) return
    setBusy(true)
    void done.finally(() => setBusy(false))
  }
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <h2>{title}</h2>
      {text && <p className="t2">{text}</p>}
      {children}
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Cancelar')}
        </button>
        <button
          type="button"
          className={`btn ${danger ? 'danger' : 'pri'}`}
          disabled={busy || !ready}
          onClick={confirm}
        >
          {t('Confirmar')}
        </button>
      </div>
    </Modal>
  )
}
/** Something to know, and one button. */
export function Ok({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p className="t2">{text}</p>
      <div className="acts">
        <button type="button" className="btn pri" onClick={onClose}>
          {t('Ok')}
        </button>
      </div>
    </Modal>
  )
}

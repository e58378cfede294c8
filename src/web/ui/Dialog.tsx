import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '../i18n.ts'

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
  // Closed while it still stands in the page: the browser gives the focus back to what opened it.
  useLayoutEffect(() => {
    const d = ref.current
    if (d && !d.open) d.showModal()
    return () => d?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
      }}
      onClick={(e) => {
        if (e.target === e.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
/** A question and its consequence: Cancelar first, then Confirmar (specification §2 "Generic dialogs"). */
export function Confirm({
  title,
  text,
  danger,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  text?: string
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <h2>{title}</h2>
      {text && <p className="t2">{text}</p>}
      {children}
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Cancelar')}
        </button>
        <button type="button" className={`btn ${danger ? 'danger' : 'pri'}`} onClick={onConfirm}>
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

// Apart from Dialog.tsx, which the buyer's first screen loads.
import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import { Modal } from './Dialog.tsx'

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

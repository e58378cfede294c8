import { copy } from '../copy.ts'
import { t } from '../i18n.ts'
import { Modal } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import './OnceDialog.css'

interface Props {
  title: string
  text: string
  secret: string
  onClose: () => void
}
/** A secret that is shown once: it is copied before the dialog closes, and a tap beside it closes nothing. */
export function OnceDialog({ title, text, secret, onClose }: Props) {
  return (
    <Modal className="dialog once" label={title} onClose={() => {}}>
      <h2>{title}</h2>
      <p className="t2 sm spaced">{text}</p>
      <p className="row once-line">
        <code className="grow" data-testid="secret">
          {secret}
        </code>
        <button
          type="button"
          className="ib"
          aria-label={t('Copiar')}
          onClick={() => void copy(secret, t('Copiado.'), t('Não foi possível copiar.'))}
        >
          <Icon name="copy" />
        </button>
      </p>
      <div className="acts">
        <button type="button" className="btn pri" onClick={onClose}>
          {t('Já guardei')}
        </button>
      </div>
    </Modal>
  )
}

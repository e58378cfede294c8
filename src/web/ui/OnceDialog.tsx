import { copy } from '../copy.ts'
import { t } from '../i18n.ts'
import { Modal } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import './OnceDialog.css'

interface Props {
  title: string
  text: string
  secret: string
  /** How it is used, ready to be tried. */
  example?: string
  onClose: () => void
}
/** A secret that is shown once: it is copied before the dialog closes, and a tap beside it closes nothing. */
export function OnceDialog({ title, text, secret, example, onClose }: Props) {
  return (
    <Modal className="dialog once" label={title} onClose={() => {}}>
      <h2>{title}</h2>
      <p className="t2 sm spaced">{text}</p>
      <Line label={t('Copiar')} text={secret} secret />
      {example && (
        <details className="sm spaced">
          <summary>{t('Experimentar agora')}</summary>
          <Line label={t('Copiar o exemplo')} text={example} />
        </details>
      )}
      <div className="acts">
        <button type="button" className="btn pri" onClick={onClose}>
          {t('Já guardei')}
        </button>
      </div>
    </Modal>
  )
}
function Line({ label, text, secret = false }: { label: string; text: string; secret?: boolean }) {
  return (
    <p className="row once-line">
      <code className="grow" {...(secret && { 'data-testid': 'secret' })}>
        {text}
      </code>
      <button
        type="button"
        className="ib"
        aria-label={label}
        onClick={() => void copy(text, t('Copiado.'), t('Não foi possível copiar.'))}
      >
        <Icon name="copy" />
      </button>
    </p>
  )
}

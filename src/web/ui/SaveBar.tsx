import { t } from '../i18n.ts'
import './SaveBar.css'

interface Props {
  shown: boolean
  text: string
  busy: boolean
  /** Absent where there is nothing to go back to. */
  onDiscard?: (() => void) | undefined
  /** What saving is called here. */
  save?: string
  /** Saving was asked for and waits for this. */
  waiting?: { text: string; done: number; all: number; onCancel: () => void } | undefined
}
/** Floats under a form that differs from what is stored; its button submits the form that it stands in. */
export function SaveBar({ shown, text, busy, onDiscard, save = t('Salvar'), waiting }: Props) {
  if (waiting)
    return (
      <section className="floatbar" aria-label={t('Salvar')}>
        <span className="grow" role="status">
          <progress value={waiting.done} max={waiting.all} aria-label={waiting.text} /> {waiting.text}
        </span>
        <button type="button" onClick={waiting.onCancel}>
          {t('Cancelar')}
        </button>
      </section>
    )
  return (
    <section className="floatbar" aria-label={t('Salvar')} hidden={!shown}>
      <span className="grow">{text}</span>
      {onDiscard && (
        <button type="button" onClick={onDiscard}>
          {t('Descartar')}
        </button>
      )}
      <button type="submit" className="pri" disabled={busy}>
        {busy ? t('Salvando…') : save}
      </button>
    </section>
  )
}

import { t } from '../i18n.ts'

interface Props {
  shown: boolean
  text: string
  busy: boolean
  /** Absent where there is nothing to go back to. */
  onDiscard?: (() => void) | undefined
  /** What saving is called here. */
  save?: string
}
/** Floats under a form that differs from what is stored; its button submits the form that it stands in. */
export function SaveBar({ shown, text, busy, onDiscard, save = t('Salvar') }: Props) {
  return (
    <div className="floatbar" hidden={!shown}>
      <span className="grow">{text}</span>
      {onDiscard && (
        <button type="button" onClick={onDiscard}>
          {t('Descartar')}
        </button>
      )}
      <button type="submit" className="pri" disabled={busy}>
        {busy ? t('Salvando…') : save}
      </button>
    </div>
  )
}

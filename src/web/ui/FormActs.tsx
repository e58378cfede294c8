import { t } from '../i18n.ts'

/** Below a dialog's form: out of it without saving, and saving. */
export function FormActs({
  busy,
  back,
  onClose,
  className = 'acts',
  wide = false,
}: {
  busy: boolean
  back: string
  onClose: () => void
  className?: string
  wide?: boolean
}) {
  const grow = wide ? ' grow' : ''
  return (
    <div className={className}>
      <button type="button" className={`btn sec${grow}`} onClick={onClose}>
        {back}
      </button>
      <button type="submit" className={`btn pri${grow}`} disabled={busy}>
        {busy ? t('Salvando…') : t('Salvar')}
      </button>
    </div>
  )
}

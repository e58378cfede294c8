import { t } from '#web/i18n.ts'

/** Below the fields of a form within an order: back, which discards what was typed, and save. */
export function FormButtons({
  form,
  disabled = form.busy,
  onClose,
}: {
  form: { busy: boolean; discard(): void }
  disabled?: boolean
  onClose: () => void
}) {
  return (
    <div className="acts">
      <button
        type="button"
        className="btn sec"
        onClick={() => {
          form.discard()
          onClose()
        }}
      >
        {t('Voltar')}
      </button>
      <button type="submit" className="btn pri" disabled={disabled}>
        {form.busy ? t('Salvando…') : t('Salvar')}
      </button>
    </div>
  )
}

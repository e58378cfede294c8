import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
/** Number keys under the thumb: no keyboard comes up and hides what is being filled in. */
export function NumberPad({
  onDigit,
  onBack,
  onNext,
}: {
  onDigit: (d: string) => void
  onBack: () => void
  onNext: () => void
}) {
  return (
    <div className="op-keys" role="group" aria-label={t('Teclado de números')}>
      {DIGITS.map((d) => (
        <button type="button" key={d} onClick={() => onDigit(d)}>
          {d}
        </button>
      ))}
      <button type="button" aria-label={t('Apagar')} onClick={onBack}>
        <Icon name="back" size="s" />
      </button>
      <button type="button" onClick={() => onDigit('0')}>
        0
      </button>
      <button type="button" className="next" onClick={onNext}>
        {t('Próxima')}
      </button>
    </div>
  )
}

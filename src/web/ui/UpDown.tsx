import { t } from '../i18n.ts'
import { Icon } from './Icon.tsx'

interface Props {
  name: string
  at: number
  /** How many there are to stand among. */
  of: number
  disabled?: boolean
  onMove: (to: number) => void
}
/** The two buttons that move one of a list's rows by one place. */
export const UpDown = ({ name, at, of, disabled = false, onMove }: Props) => (
  <>
    <button
      type="button"
      className="ib"
      aria-label={t('Subir {name}', { name })}
      disabled={disabled || at === 0}
      onClick={() => onMove(at - 1)}
    >
      <Icon name="up" size="s" />
    </button>
    <button
      type="button"
      className="ib"
      aria-label={t('Descer {name}', { name })}
      disabled={disabled || at === of - 1}
      onClick={() => onMove(at + 1)}
    >
      <Icon name="down" size="s" />
    </button>
  </>
)

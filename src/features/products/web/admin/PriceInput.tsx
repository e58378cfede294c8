import { parseCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { MOST_PRICE } from '../../contract.ts'

interface Props {
  label: string
  value: string
  isNew: boolean
  placeholder: string
  warning?: string
  onChange: (value: string) => void
}
/** A price inside a table: plain until touched, marked when it is new. */
export function PriceInput({ label, value, isNew, placeholder, warning = '', onChange }: Props) {
  const bad = isBad(value)
  return (
    <>
      <input
        className={`price-in${isNew ? ' new' : ''}`}
        inputMode="decimal"
        aria-label={label}
        aria-invalid={bad || undefined}
        value={value}
        placeholder={placeholder}
        onChange={(e) => onChange(e.target.value)}
        onFocus={(e) => e.target.select()}
      />
      {(bad || warning) && <span className="xs bad block">{bad ? t('não é um preço') : warning}</span>}
    </>
  )
}
export function isBad(text: string): boolean {
  const c = text.trim() === '' ? 0 : parseCents(text)
  return c === null || c < 0 || c > MOST_PRICE
}

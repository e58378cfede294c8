import type { AriaAttributes } from 'react'
import { t } from '#web/i18n.ts'

interface Props extends Pick<AriaAttributes, 'aria-describedby'> {
  /** The company's list; empty: any words. */
  terms: readonly { name: string }[]
  value: string
  onChange: (term: string) => void
  /** From the field around it. */
  id?: string
  'aria-invalid'?: boolean
}
/** How an order is paid: one of the company's list. */
export function TermChoice({ terms, value, onChange, ...field }: Props) {
  const control = {
    ...field,
    className: 'in',
    name: 'payment_term',
    value,
    onChange: (e: { target: { value: string } }) => onChange(e.target.value),
  }
  if (terms.length === 0) return <input {...control} maxLength={120} />
  return (
    <select {...control}>
      <option value="">{t('A combinar')}</option>
      {terms.map((x) => (
        <option key={x.name} value={x.name}>
          {x.name}
        </option>
      ))}
    </select>
  )
}

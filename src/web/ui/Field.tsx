import { cloneElement, type ReactElement, useId } from 'react'
import { t } from '../i18n.ts'
import { Icon } from './Icon.tsx'

interface Control {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}
/** Label above, control, then what is wrong and how to fix it. */
export function Field({
  label,
  optional,
  error,
  hint,
  children,
}: {
  label: string
  optional?: boolean
  error?: string | undefined
  hint?: string
  children: ReactElement<Control>
}) {
  const id = useId()
  const described = error || hint ? `${id}-hint` : undefined
  return (
    <div className="field">
      <label className="lb" htmlFor={id}>
        {label} {optional && <span className="opt">{t('opcional')}</span>}
      </label>
      {cloneElement(children, {
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {(error || hint) && (
        <p className={`hint${error ? ' err' : ''}`} id={described}>
          {error && <Icon name="warn" size="xs" />}
          <span>{error ?? hint}</span>
        </p>
      )}
    </div>
  )
}

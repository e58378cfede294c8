import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './Switch.css'

/** On or off, at once. The label is what it switches; `hint` says what that means. */
export function Switch({
  label,
  hint,
  error,
  checked,
  onChange,
  disabled,
  hidden,
}: {
  label: string
  hint?: ReactNode
  /** What is wrong with it, and how to fix it. */
  error?: string | undefined
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
  hidden?: boolean
}) {
  return (
    <label className="switchline">
      <span className={hidden ? 'sr' : 'grow'}>
        <span className="b">{label}</span>
        {hint && <span className="sm t2 block">{hint}</span>}
        {error && (
          <span className="hint err">
            <Icon name="warn" size="xs" />
            <span>{error}</span>
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-invalid={!!error || undefined}
        className="switch"
        checked={checked}
        disabled={disabled}
        onChange={(e) => onChange(e.target.checked)}
      />
    </label>
  )
}

import type { ReactNode } from 'react'
import './Switch.css'

/** On or off, at once. The label is what it switches; `hint` says what that means. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled,
  hidden,
}: {
  label: string
  hint?: ReactNode
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
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="switch"
        checked={checked}
        disabled={disabled}
        onChange={(e) => onChange(e.target.checked)}
      />
    </label>
  )
}

import { useEffect, useRef, useState } from 'react'
import { say, t } from '../i18n.ts'
import type { Said } from '#shared/sentence.ts'
import { Icon } from './Icon.tsx'
import './Stepper.css'

interface Props {
  name: string
  quantity: number
  rule: { min_quantity: number; multiple: number }
  /** What a quantity lacks, and what would do. */
  check: (quantity: number) => { message: Said; suggestion: number } | null
  small?: boolean
  /** What the value's field is called, where that is more than of what. */
  label?: string
  /** Every letter counts, not only the finished number. */
  live?: boolean
  onChange: (quantity: number) => void
}
/** − value +; the value is a field. Steps by the multiple; holding repeats; a number off the
 * multiple is kept and answered. */
export function Stepper({ name, quantity, rule, check, small, label, live, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const step = Math.max(1, rule.multiple)
  const issue = quantity > 0 ? check(quantity) : null
  const now = useRef(quantity)
  useEffect(() => {
    now.current = quantity
  })
  const commit = () => {
    if (typed !== null && /^-?\d+$/.test(typed.trim())) onChange(Number(typed))
    setTyped(null)
  }
  const down = quantity - step < Math.max(1, rule.min_quantity) ? 0 : quantity - step
  return (
    <span>
      <span className={`step${small ? ' s' : ''}${quantity > 0 ? ' on' : ''}`}>
        <Hold
          label={t('Tirar {n} de {name}', { n: step, name })}
          icon="minus"
          act={() =>
            onChange(Math.max(0, now.current - step < Math.max(1, rule.min_quantity) ? 0 : now.current - step))
          }
          disabled={quantity <= 0 && down <= 0}
        />
        <input
          inputMode="numeric"
          aria-label={label ?? t('Quantidade de {name}', { name })}
          value={typed ?? String(quantity)}
          onFocus={(e) => e.target.select()}
          onChange={(e) => {
            setTyped(e.target.value)
            if (live) onChange(Number(e.target.value.replace(/\D/g, '')))
          }}
          onBlur={commit}
          onKeyDown={(e) => {
            if (e.key === 'Enter') commit()
            if (e.key === 'Escape') setTyped(null)
          }}
        />
        <Hold
          label={t('Pôr mais {n} de {name}', { n: step, name })}
          icon="plus"
          act={() =>
            onChange(
              now.current === 0 ? Math.max(step, Math.ceil(rule.min_quantity / step) * step) : now.current + step,
            )
          }
        />
      </span>
      {issue && (
        <span className="hint err" role="alert">
          <span>{say(issue.message)} </span>
          <button type="button" className="b" onClick={() => onChange(issue.suggestion)}>
            {t('Usar {n}', { n: issue.suggestion })}
          </button>
        </span>
      )}
    </span>
  )
}
function Hold({
  label,
  icon,
  act,
  disabled = false,
}: {
  label: string
  icon: 'plus' | 'minus'
  act: () => void
  disabled?: boolean
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const acting = useRef(act)
  useEffect(() => {
    acting.current = act
  })
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const start = () => {
    const again = () => {
      acting.current()
      timer.current = setTimeout(again, 120)
    }
    timer.current = setTimeout(again, 450)
  }
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={act}
      onPointerDown={start}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
    >
      <Icon name={icon} size="s" />
    </button>
  )
}

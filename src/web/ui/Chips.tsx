import type { ReactNode } from 'react'
import { t } from '../i18n.ts'

interface ChipProps {
  on: boolean
  count?: number | undefined
  onClick: () => void
  children: ReactNode
}
/** A word that narrows a list, with how many there are. */
export function Chip({ on, count, onClick, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onClick}>
      {children} {count !== undefined && <span className="c">{count.toLocaleString('pt-BR')}</span>}
    </button>
  )
}
interface Choice<V extends string> {
  value: V
  label: string
  count?: number | undefined
}
interface ChoicesProps<V extends string> {
  choices: readonly Choice<V>[]
  value: V
  onChoose: (value: V) => void
}
/** Chips of which one is on. */
export function Choices<V extends string>({ choices, value, onChoose }: ChoicesProps<V>) {
  return choices.map((c) => (
    <Chip key={c.value} on={value === c.value} count={c.count} onClick={() => onChoose(c.value)}>
      {t(c.label)}
    </Chip>
  ))
}

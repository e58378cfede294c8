import { useId, useState } from 'react'
import { t } from '../i18n.ts'
import { Icon } from './Icon.tsx'
import './Tags.css'

/** Words as chips: Enter or a comma ends one, Backspace takes the last away. */
export function Tags({
  label,
  value,
  suggestions,
  onChange,
}: {
  label: string
  value: string[]
  suggestions: string[]
  onChange: (tags: string[]) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const add = (word: string) => {
    const tag = word.trim().slice(0, 30)
    if (tag && !value.includes(tag) && value.length < 30) onChange([...value, tag])
    setText('')
  }
  return (
    <div className="field">
      <label className="lb" htmlFor={id}>
        {label} <span className="opt">{t('opcional')}</span>
      </label>
      <div className="tagin">
        {value.map((tag) => (
          <span className="chip" key={tag}>
            {tag}
            <button
              type="button"
              aria-label={t('Tirar {tag}', { tag })}
              onClick={() => onChange(value.filter((x) => x !== tag))}
            >
              <Icon name="close" size="xs" />
            </button>
          </span>
        ))}
        <input
          id={id}
          list={`${id}-all`}
          value={text}
          onChange={(e) => (e.target.value.endsWith(',') ? add(e.target.value.slice(0, -1)) : setText(e.target.value))}
          onKeyDown={(e) => {
            if (e.key === 'Enter') {
              e.preventDefault()
              add(text)
            } else if (e.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
          }}
          onBlur={() => add(text)}
        />
        <datalist id={`${id}-all`}>
          {suggestions
            .filter((s) => !value.includes(s))
            .map((s) => (
              <option key={s} value={s} />
            ))}
        </datalist>
      </div>
    </div>
  )
}

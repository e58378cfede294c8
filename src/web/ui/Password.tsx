import { type InputHTMLAttributes, useState } from 'react'
import { t } from '../i18n.ts'
import { Icon } from './Icon.tsx'
import './Password.css'

/** A password's field, with the eye that shows what is typed inside it. */
export function Password(attributes: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="eyed">
      <input {...attributes} className="in" type={shown ? 'text' : 'password'} />
      <button
        type="button"
        className="ib"
        aria-label={shown ? t('Esconder senha') : t('Mostrar senha')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" size="s" />
      </button>
    </span>
  )
}

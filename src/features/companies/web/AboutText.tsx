import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { inertNodes } from '#web/trusted.ts'
import './AboutText.css'

/** A small editor: paragraphs, bold, italic, lists, headings. The server cleans what it is sent. */
export function AboutText({ value, onChange }: { value: string; onChange: (html: string) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const el = box.current
    if (!el || el === document.activeElement) return
    el.replaceChildren(...inertNodes(value))
  }, [value])
  const mark = (command: string, argument?: string) => () => {
    box.current?.focus()
    document.execCommand(command, false, argument)
    onChange(box.current?.innerHTML ?? '')
  }
  const button = (label: string, command: string, argument?: string) => (
    <button
      type="button"
      className="btn sec small"
      onMouseDown={(e) => e.preventDefault()}
      onClick={mark(command, argument)}
    >
      {label}
    </button>
  )
  return (
    <div className="col g3">
      <div className="row wrap" role="toolbar" aria-label={t('Formato do texto')}>
        {button(t('Título'), 'formatBlock', 'h2')}
        {button(t('Parágrafo'), 'formatBlock', 'p')}
        {button(t('Negrito'), 'bold')}
        {button(t('Itálico'), 'italic')}
        {button(t('Lista'), 'insertUnorderedList')}
      </div>
      <div
        ref={box}
        className="in rich"
        contentEditable
        role="textbox"
        aria-multiline="true"
        aria-label={t('Texto sobre a empresa')}
        tabIndex={0}
        onInput={() => onChange(box.current?.innerHTML ?? '')}
      />
    </div>
  )
}

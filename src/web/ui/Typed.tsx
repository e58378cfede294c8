import { type ChangeEvent, type InputHTMLAttributes, useLayoutEffect, useRef } from 'react'
import { phoneDigits, typedPhone } from '#shared/phone.ts'

type Props = InputHTMLAttributes<HTMLInputElement>
/** A line that is typed; a phone's is written as it is read: (11) 91234-5678. */
export const Typed = (attributes: Props) =>
  attributes.type === 'tel' ? <Phone {...attributes} /> : <input {...attributes} />

function Phone({ value, onChange, ...more }: Props) {
  const field = useRef<HTMLInputElement>(null)
  /** How many digits stand before the caret: signs that come and go do not move it. */
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    const el = field.current
    if (!el || caret.current === null || el !== document.activeElement) return
    let at = 0
    for (let seen = 0; seen < caret.current && at < el.value.length; at++) if (/\d/.test(el.value[at] ?? '')) seen++
    caret.current = null
    el.setSelectionRange(at, at)
  })
  const changed = (e: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = e.target
    const isEnd = selectionStart === null || selectionStart >= typed.length
    caret.current = isEnd ? null : phoneDigits(typed.slice(0, selectionStart)).length
    const digits = phoneDigits(typed)
    const way = (e.nativeEvent as InputEvent).inputType
    // A sign was deleted, which would come back: the digit beside it goes.
    if (caret.current !== null && way?.startsWith('deleteContent') && digits === phoneDigits(String(value ?? ''))) {
      if (way === 'deleteContentBackward') caret.current = Math.max(0, caret.current - 1)
      e.target.value = digits.slice(0, caret.current) + digits.slice(caret.current + 1)
    }
    onChange?.(e)
  }
  return <input {...more} ref={field} inputMode="tel" value={typedPhone(String(value ?? ''))} onChange={changed} />
}

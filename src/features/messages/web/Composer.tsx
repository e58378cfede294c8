import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { shrink } from '#features/images/web/index.ts'
import { toDataUrl } from '#web/data_url.ts'
import { t } from '#web/i18n.ts'
import { newId } from '#web/newId.ts'
import { PICTURES } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { MOST_TEXT } from '../rules.ts'
import { draftOf, keepDraft, keepSending, sendingOf } from './draft.ts'
import type { Outgoing } from './outbox.ts'

interface Props {
  /** What is typed is kept under this name. */
  draft: string
  /** No outbox keeps what is on its way. */
  holds: boolean
  /** Answers '' when it is there or on its way, else why it is not. */
  send: (message: Outgoing) => Promise<string>
  /** What the company's people have beside it. */
  tools?: (text: string, put: (text: string) => void) => ReactNode
}
/** Enter sends where there is a keyboard; on a phone it begins a new line. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches

/** Where a message is written: what is typed stays until it has left, also when the page is closed. */
export function Composer({ draft, holds, send, tools }: Props) {
  /** `key` is the message's name: the same words sent once more are the same message. */
  const [{ text, photo, key }, setMessage] = useState<Outgoing>(() => {
    const left = holds ? sendingOf(draft) : null
    return { text: left?.text ?? draftOf(draft), photo: '', key: left?.key ?? newId() }
  })
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  /** Counts up when the field is to be typed in. */
  const [turn, setTurn] = useState(0)
  const id = useId()
  useEffect(() => keepDraft(draft, text), [draft, text])
  useEffect(() => {
    if (turn > 0) field.current?.focus()
  }, [turn])
  const change = (next: Partial<Outgoing>) => {
    setProblem('')
    setMessage((now) => ({ ...now, ...next, key: newId() }))
  }
  const put = (next: string) => {
    change({ text: next })
    setTurn(turn + 1)
  }
  const choose = async (file: File) => {
    setReading(true)
    const small = await shrink(file).catch(() => null)
    setReading(false)
    if (!small) return setProblem(t('Não conseguimos ler esta imagem. Envie JPEG, PNG ou WebP.'))
    change({ photo: await toDataUrl(small) })
    setTurn((n) => n + 1)
  }
  const empty = text.trim() === '' && photo === ''
  const submit = async () => {
    if (empty || reading) return
    const message = { key, text: text.trim(), photo }
    change({ text: '', photo: '' })
    setTurn(turn + 1)
    if (holds) keepSending(draft, message)
    const why = await send(message)
    if (holds) keepSending(draft, null)
    if (!why) return
    setProblem(why)
    // Back where it was typed, under its name, unless something else is written there by now.
    setMessage((now) =>
      now.text === '' && now.photo === ''
        ? message
        : { ...now, text: [message.text, now.text].filter(Boolean).join('\n'), photo: now.photo || message.photo },
    )
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing || !hasKeyboard()) return
    e.preventDefault()
    void submit()
  }
  return (
    <div className="writing noprint">
      {problem && (
        <p className="note bad spacedown" role="alert">
          <Icon name="warn" size="s" />
          <span>{problem}</span>
        </p>
      )}
      {photo && (
        <div className="row chosen">
          <img src={photo} alt={t('Foto escolhida')} />
          <button type="button" className="btn txt small" onClick={() => change({ photo: '' })}>
            <Icon name="close" size="s" />
            {t('Tirar a foto')}
          </button>
        </div>
      )}
      <div className="line">
        <label className="ib" title={t('Enviar uma foto')}>
          <Icon name="picture" />
          <input
            type="file"
            className="sr"
            accept={PICTURES}
            aria-label={t('Enviar uma foto')}
            disabled={reading}
            onChange={(e) => {
              const file = e.target.files?.[0]
              e.target.value = ''
              if (file) void choose(file)
            }}
          />
        </label>
        {/* Beside the form, not in it: their dialogs have forms of their own. */}
        {tools?.(text, put)}
        <SubmitForm className="line" onSubmit={() => void submit()}>
          <label className="sr" htmlFor={id}>
            {t('Escreva uma mensagem')}
          </label>
          <textarea
            ref={field}
            id={id}
            className="in"
            rows={1}
            maxLength={MOST_TEXT}
            placeholder={t('Mensagem')}
            value={text}
            onChange={(e) => change({ text: e.target.value })}
            onKeyDown={onKey}
          />
          <button type="submit" className="btn pri" disabled={empty || reading}>
            <Icon name="send" />
            <span className="word">{t('Enviar')}</span>
          </button>
        </SubmitForm>
      </div>
    </div>
  )
}

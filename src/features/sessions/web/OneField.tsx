import { type InputHTMLAttributes, type SubmitEvent, useState } from 'react'
import { Link } from 'wouter'
import { useAct } from '#web/act.ts'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { onTenantHost } from './host.ts'
import '#web/styles/kit.css'

interface Props {
  title: string
  intro?: string
  /** How a refusal names the field. */
  name: string
  label: string
  hint?: string
  input: InputHTMLAttributes<HTMLInputElement>
  button: string
  /** What the button says meanwhile. */
  busyButton: string
  /** Answers the sentence that stands there afterwards. */
  send: (value: string) => Promise<string>
  link: (done: boolean) => { href: string; text: string }
}
/** A page outside the shell that asks for one thing. */
export function OneField({ title, intro, name, label, hint = '', input, button, busyButton, send, link }: Props) {
  const [value, setValue] = useState('')
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState('')
  const { busy, act } = useAct((failure) => {
    const [wrong] = failure.errors[name] ?? []
    if (wrong) setError(wrong)
    else setProblem(failure.message)
  })
  const type = (text: string) => {
    setValue(text)
    setError(undefined)
  }
  const submit = async (e: SubmitEvent) => {
    e.preventDefault()
    setError(undefined)
    setProblem('')
    await act(async () => setAnswer(await send(value)))
  }
  const { href, text } = link(answer !== '')
  return (
    <main className="entry">
      <BrandLine own={onTenantHost()} href="/mobi" />
      <form className="box form" onSubmit={(e) => void submit(e)} noValidate>
        <h1>{title}</h1>
        {answer ? (
          <p className="note ok" role="status">
            {answer}
          </p>
        ) : (
          <>
            {intro && <p className="t2">{intro}</p>}
            <Field label={label} error={error} hint={hint}>
              <input className="in" {...input} value={value} onChange={(e) => type(e.target.value)} />
            </Field>
            <Problem words={problem} />
            <button type="submit" className="btn pri full" disabled={busy}>
              {busy ? busyButton : button}
            </button>
          </>
        )}
        <Link href={href} className="btn txt">
          {text}
        </Link>
      </form>
    </main>
  )
}

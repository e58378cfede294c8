import { useState } from 'react'
import { Link } from 'wouter'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { forgotPassword } from '../contract.ts'
import { useEntry } from './useEntry.ts'
import '#web/styles/pages.css'

export default function ForgotPage() {
  useEntry(t('Esqueci minha senha'))
  const [email, setEmail] = useState('')
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (e: React.FormEvent) => {
    e.preventDefault()
    setBusy(true)
    setError('')
    try {
      setAnswer(t((await call(forgotPassword, { body: { email } })).message))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setError(failure.errors.email?.[0] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="entry">
      <form className="box form" onSubmit={(e) => void submit(e)} noValidate>
        <h1>{t('Esqueci minha senha')}</h1>
        {answer ? (
          <p className="note ok" role="status">
            {answer}
          </p>
        ) : (
          <>
            <p className="t2">{t('Enviamos um link para criar outra senha. Ele vale por 1 hora.')}</p>
            <Field label={t('E-mail')} error={error}>
              <input className="in" type="email" autoComplete="username" value={email} onChange={(e) => setEmail(e.target.value)} />
            </Field>
            <button type="submit" className="btn pri full" disabled={busy}>
              {busy ? t('Enviando…') : t('Enviar link')}
            </button>
          </>
        )}
        <Link href="/session/signin" className="btn txt">
          {t('Voltar para entrar')}
        </Link>
      </form>
    </main>
  )
}

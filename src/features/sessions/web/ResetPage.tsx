import { useState } from 'react'
import { Link } from 'wouter'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { changePassword } from '../contract.ts'
import { useEntry } from './useEntry.ts'
import '#web/styles/pages.css'

/** The token stands after # so that no server and no referrer ever sees it. */
export default function ResetPage() {
  useEntry(t('Criar outra senha'))
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [done, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (e: React.FormEvent) => {
    e.preventDefault()
    setBusy(true)
    setError('')
    try {
      await call(changePassword, { body: { token: location.hash.slice(1), current_password: undefined, password } })
      history.replaceState(null, '', location.pathname)
      setDone(true)
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setError(failure.errors.password?.[0] ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="entry">
      <form className="box form" onSubmit={(e) => void submit(e)} noValidate>
        <h1>{t('Criar outra senha')}</h1>
        {done ? (
          <p className="note ok" role="status">
            {t('Senha trocada. Por segurança, saímos dos outros aparelhos.')}
          </p>
        ) : (
          <>
            <Field label={t('Senha nova')} error={error} hint={t('Pelo menos 10 caracteres.')}>
              <input className="in" type="password" autoComplete="new-password" value={password} onChange={(e) => setPassword(e.target.value)} />
            </Field>
            <button type="submit" className="btn pri full" disabled={busy}>
              {busy ? t('Salvando…') : t('Salvar senha')}
            </button>
          </>
        )}
        <Link href={done ? '/session/signin' : '/session/forgot'} className="btn txt">
          {done ? t('Entrar') : t('Pedir outro link')}
        </Link>
      </form>
    </main>
  )
}
